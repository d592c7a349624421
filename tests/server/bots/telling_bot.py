"""Prints what it is, where it runs and how its stream ends; slow enough to be stopped."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tablic import Play, View
from tablic.client import ADDRESS_VARIABLE, TOKEN_VARIABLE, Player, serve_player
from tablic.examples.random_bot import RandomBot
from tablic.v1 import referee_pb2


class TellingBot(RandomBot):
    def choose(self, view: View) -> Play:
        Path(os.environ["HOME"], "plays").touch()
        time.sleep(float(sys.argv[1]))
        return super().choose(view)


class TellingPlayer(Player):
    def answers(self, response: referee_pb2.PlayResponse) -> Iterator[referee_pb2.PlayRequest]:
        if response.HasField("farewell"):
            print(referee_pb2.FarewellReason.Name(response.farewell.reason), flush=True)
        return super().answers(response)


seen = {
    "arguments": Path("/proc/self/cmdline").read_text(encoding="utf-8").split("\0"),
    "environment": dict(os.environ),
    "folder": str(Path.cwd()),
    "session": os.getsid(0) == os.getpid(),
    "input": sys.stdin.read(),
}
print(json.dumps(seen), flush=True)
address, token = os.environ[ADDRESS_VARIABLE], os.environ[TOKEN_VARIABLE]
asyncio.run(serve_player(TellingPlayer(TellingBot), address, token))
