"""What a decision costs in each language: ``make bench-languages``, which builds the clients first.

The random bots pick one of the listed plays, so that what is measured is the client. Those that are
not built are left out. In bash and C it is the bot that reads lines, with its bridge.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tablic.rules import named_rules
from tablic_server.launch import Program
from tablic_tournaments.building import built
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import ContentError
from tablic_tournaments.store.contents import Contents, program_of

from benchmarks.referee import Measured, referee_rate

ROOT = Path(__file__).parent.parent
BOARDS = {1: 4, 32: 64}
ROUNDS = 3


def main() -> None:
    """Print a line for each language: the median of three rounds, taken in turn."""
    with ExitStack() as stack:
        _measure(dict(_bots(stack)))


def _measure(bots: dict[str, Program]) -> None:
    played: dict[tuple[str, int], list[Measured]] = {}
    for _ in range(ROUNDS):
        for name, bot in bots.items():
            for tables, boards in BOARDS.items():
                measured = referee_rate(bot, named_rules(), tables, boards)
                played.setdefault((name, tables), []).append(measured)
    print("CPU us a decision of the bot, and decisions a second of two of them")
    print("language    1 table        32 tables")
    for name in bots:
        texts = [_text(played[name, tables]) for tables in BOARDS]
        print(f"{name:10}  {'  '.join(texts)}")


def _bots(stack: ExitStack) -> Iterator[tuple[str, Program]]:
    listing = (sys.executable, "-m", "benchmarks.bots", "listing")
    yield "python", Program("python", listing, str(ROOT))
    copies = Contents(Path(stack.enter_context(tempfile.TemporaryDirectory())))
    files = sorted(ROOT.glob("clients/*/**/random/bot.toml"))
    files += [ROOT / f"clients/stdio/{language}/bot.toml" for language in ("bash", "c")]
    for file in files:
        parts = file.relative_to(ROOT / "clients").parts
        language = parts[1] if parts[0] == "stdio" else parts[0]
        try:
            content = stack.enter_context(built(inspect_path(file.parent), trusted=True))
        except ContentError as error:
            print(f"{language} is left out: {error}")
        else:
            folder = copies.folder(copies.add(content))
            yield language, program_of(language, folder, content.command)


def _text(rounds: list[Measured]) -> str:
    cpu = statistics.median(measured.bot_cpu for measured in rounds)
    rate = statistics.median(measured.rate for measured in rounds)
    return f"{cpu:5.0f} {rate:7,.0f}"


if __name__ == "__main__":
    main()
