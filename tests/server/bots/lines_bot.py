"""Reads and writes lines of JSON, and misbehaves as its argument says at its third turn."""

import json
import os
import signal
import sys
import time


def misbehave(mode: str) -> None:
    if mode == "exit":
        sys.exit(3)
    elif mode == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "broken":
        say('{"answers": [')
    elif mode == "half":
        sys.stdout.write('{"answers"')
        sys.stdout.flush()
    elif mode == "unknown":
        say('{"answer": []}')
    elif mode == "huge":
        say("x" * (3 << 20))
    elif mode == "again":
        say('{"hello":{}}')
    elif mode == "close-stdout":
        os.close(1)
    elif mode == "close-stdin":
        os.close(0)
    elif mode == "illegal":
        say(json.dumps({"answers": [{"table": 0, "turn": turn["turn"], "play": {}}]}))
    while mode:
        time.sleep(60)


def say(line: str) -> None:
    print(line, flush=True)


mode = sys.argv[1] if len(sys.argv) > 1 else ""
if mode == "nothing":
    sys.exit()
if mode == "silent":
    time.sleep(60)
talks = mode != "quiet"
if talks:
    print("good morning", flush=True)
say('{"answers":[]}' if mode == "rude" else '{"hello":{"max_tables":8}}')
turns = 0
for line in sys.stdin:
    response = json.loads(line)
    for event in response["events"]:
        turn = event.get("turn")
        if not turn:
            continue
        turns += 1
        if mode and talks and turns == 3:
            misbehave(mode)
        play = max(turn["legal_plays"], key=lambda play: len(play["taken"]))
        if talks:
            print("I think")
        say(
            json.dumps({"answers": [{"table": event["table"], "turn": turn["turn"], "play": play}]})
        )
    if talks and "farewell" in response:
        print("good night", flush=True)
