# Plays any legal play, without a reader of JSON: it looks for what the arena writes, in the order
# in which the arena writes it.
BEGIN {
    srand()
    say("{\"hello\":{\"bot_name\":\"random in awk\",\"max_tables\":8,\"turns_only\":true}}")
}

{
    answers = ""
    # Every event begins with its table.
    events = split($0, event, /\{"table":/)
    for (i = 2; i <= events; i++) {
        if (!match(event[i], /"turn":"[0-9]+"/)) continue
        turn = substr(event[i], RSTART, RLENGTH)
        table = event[i]
        sub(/,.*/, "", table)
        if (answers != "") answers = answers ","
        answers = answers "{\"table\":" table "," turn ",\"play\":" any_play(event[i]) "}"
    }
    if (answers != "") say("{\"answers\":[" answers "]}")
}

function any_play(text,    plays, play) {
    sub(/.*"legal_plays":\[/, "", text)
    sub(/\],"truncated".*/, "", text)
    plays = split(text, play, /\},/)
    text = play[1 + int(rand() * plays)]
    sub(/\}$/, "", text)
    return text "}"
}

function say(line) {
    print line
    fflush()
}
