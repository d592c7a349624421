#!/usr/bin/env perl
# Plays any legal play. JSON::PP comes with Perl.
use strict;
use warnings;
use JSON::PP;

$| = 1;
print encode_json({hello => {bot_name => 'random in Perl', max_tables => 8, turns_only => JSON::PP::true}}), "\n";
while (my $line = <STDIN>) {
    my @answers;
    for my $event (@{decode_json($line)->{events}}) {
        my $turn = $event->{turn} or next;
        my @plays = @{$turn->{legal_plays}};
        push @answers, {table => $event->{table}, turn => $turn->{turn}, play => $plays[rand @plays]};
    }
    print encode_json({answers => \@answers}), "\n" if @answers;
}
