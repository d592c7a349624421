#!/bin/bash
# Plays the first legal play that takes most cards.
echo '{"hello":{"bot_name":"greedy in jq","max_tables":8,"turns_only":true}}'
exec jq --unbuffered -c '
  [.events[] | select(.turn)
   | {table, turn: .turn.turn, play: (.turn.legal_plays | max_by(.taken | length))}]
  | select(. != []) | {answers: .}'
