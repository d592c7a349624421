/* Plays the first legal play that takes most cards, without a reader of JSON: it looks for what the
 * arena writes, in the order in which the arena writes it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place behind the next occurrence of a text before an end, or NULL. */
static char *behind(char *from, const char *end, const char *text)
{
    char *found = strstr(from, text);
    return found && found < end ? found + strlen(text) : NULL;
}

/* The end of a play that begins here; how many cards it takes goes to `cards`. */
static char *play_end(char *play, int *cards)
{
    char *end = strchr(play, '}') + 1;
    *cards = -1; /* the card that is played */
    for (char *card = play; (card = behind(card, end, "\"CARD_")); )
        ++*cards;
    return end;
}

/* Print the answer to a turn at a table; the plays of a list are parted by commas. */
static void answer(const char *table, const char *turn, char *plays)
{
    char *best = plays, *best_end = NULL, *end;
    int most = -1, cards;
    for (char *play = plays; *play == '{'; play = *end == ',' ? end + 1 : end) {
        end = play_end(play, &cards);
        if (cards > most)
            most = cards, best = play, best_end = end;
    }
    printf("{\"table\":%d,\"turn\":\"%llu\",\"play\":%.*s}", atoi(table), strtoull(turn, NULL, 10),
           (int)(best_end - best), best);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    puts("{\"hello\":{\"bot_name\":\"greedy in C\",\"max_tables\":8,\"turns_only\":true}}");
    fflush(stdout);
    while (getline(&line, &size, stdin) > 0) {
        int answers = 0;
        char *table = strstr(line, "{\"table\":");
        while (table) {
            table += strlen("{\"table\":");
            char *next = strstr(table, "{\"table\":");
            char *end = next ? next : table + strlen(table);
            char *turn = behind(table, end, "\"turn\":\"");
            char *plays = turn ? behind(turn, end, "\"legal_plays\":[") : NULL;
            if (plays) {
                fputs(answers++ ? "," : "{\"answers\":[", stdout);
                answer(table, turn, plays);
            }
            table = next;
        }
        if (answers)
            puts("]}");
        fflush(stdout);
    }
    free(line);
    return 0;
}
