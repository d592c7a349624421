"""What goes wrong is one sentence on stderr, and an exit code: 2 for usage, 1 for failure.

``pytest --regenerate`` writes the golden text anew.
"""

import os
from pathlib import Path

import pytest
from tablic_tournaments.store import open_arena

from .commands import fill, invoke
from .specs import small_spec, stored
from .test_contents import a_folder, written

GOLDEN = Path(__file__).parent / "golden" / "errors.txt"

# {here} is the folder of the test, with the files below and an arena that is filled.
USAGE = (
    "tournament bot-0 nobody",
    "tournament bot-0 bot-1",
    "tournament bot-0",
    "tournament bot-0 bot-0",
    "tournament bot-0 --rules tablic-3p",
    "tournament --rules chess",
    "tournament --rules tablic-target=51",
    "tournament --secret 1234",
    "tournament --secret {no_hex}",
    "tournament --resume 7",
    "tournament --resume latest-one",
    "tournament bot-0 --resume 2",
    "tournament --resume 2 --boards 9",
    "tournament --resume 2 --tables 9",
    "tournament --resume 2 --rules tablic",
    "tournament --resume 2 --secret {hex}",
    "tournament bot-0 bot-2 --cluster localhost:8786",
    "tournament bot-0 bot-2 --cluster tcp://localhost:8786 --workers 2",
    "match",
    "match {here}/good.py",
    "match {here}/good.py {here}/good.py {here}/good.py",
    "match {here}/good.py {here}/good.py --wait-for me",
    "match {here}/good.py {here}/good.py --rules chess",
    "match {here}/good.py {here}/good.py --rules {here}/house.toml",
    "rules chess",
    "rules {here}/house.toml",
    "rules {here}/other.toml",
    "bots retire nobody",
    "bots log nobody",
    "bots log bot-0 99",
    "bots log bot-2 1",
    "games --bot nobody",
    "games --tournament 99",
    "show 99",
    "verify 99",
    "verify-hiding --rules chess",
    "submit {here}/good.py --name no/name",
    "submit {here}/good.py --name=",
    "match {here}/good.py bot-0",
    "match {here}/good.py --wait-for no/name",
    "captures TX --table TC",
    "captures TS --table XX",
    "captures TS --table TC,TC",
    "captures TS --table ,",
    "captures TS --table TS,4D",
    "captures TS,TD --table 4D",
    "captures TS --table JD --rules tablic-3p-40",
    "captures TS --table 4D,6D --takes 4D,4D",
    "tournament --clock 10",
    "tournament --clock 10+0/0",
    "tournament --resume --clock 5+0/5",
    "tournament bot-0 bot-2 --format gauntlet",
    "tournament bot-0 --format gauntlet --challenger nobody",
    "tournament bot-0 bot-2 --challenger bot-2",
    "tournament bot-0 bot-2 --rounds 2",
    "tournament bot-0 bot-2 --elo1 5",
    "tournament bot-0 --format sprt",
    "tournament bot-0 bot-2 --format sprt --elo1 0",
    "tournament bot-0 bot-2 --format sprt --alpha 0.7",
    "tournament bot-0 bot-2 --format swiss --rules tablic-3p",
    "tournament --extend 7",
    "tournament --extend 1",
    "tournament --extend 1 --rules tablic",
    "tournament --extend 1 --rounds 3",
    "tournament --extend 1 --boards 1",
    "tournament --extend 2 --boards 9",
    "tournament {here}/cup.toml --boards 9",
    "tournament {here}/cup.toml",
    "tournament {here}/empty_field.toml",
    "tournament {here}/no_bot.toml",
    "tournament {here}/one_bot.toml",
    "tournament {here}/twice.toml",
    "tournament {here}/boards.toml",
    "tournament {here}/clock.toml",
    "tournament {here}/limits.toml",
    "tournament {here}/test.toml",
    "tournament {here}/list.toml",
    "tournament {here}/no.toml",
    "crosstable --tournament 99",
    "crosstable --tournament 1 --rules tablic",
    "head-to-head bot-0 nobody",
    "head-to-head bot-0 bot-0",
    "head-to-head bot-0 bot-1 --tournament 2",
    "history nobody",
    "report 99",
    "export 99",
    "rankings --anchor bot-0",
    "rankings --anchor bot-0=9000",
    "rankings --anchor nobody=1500",
    "rankings --assert bot-0",
    "rankings --assert bot-0>bot-1,lis>1",
    "rankings --assert bot-0>nobody",
    "play nobody",
    "play bot-0 bot-0",
    "play {here}/good.py {here}/good.py --rules tablic-pairs",
    "play {here}/good.py --seat 2",
    "--server 127.0.0.1:1 prune",
    "--server 127.0.0.1:1 tournament --events {here}/events.jsonl",
    "--server 127.0.0.1:1 submit {here}/good.py --limit memory=1",
    "watch 1",
    "token create no/name",
    "token revoke 9",
)
# The same, where the sentences are those of click.
MISSPELT = (
    "submit",
    "submit {here}/nothing.py",
    "tournament --boards 0",
    "tournament --startup 0",
    "tournament --faults lenient",
    "tournament --boards many",
    "tournament --tables 129",
    "tournament --workers 0",
    "match {here}/good.py {here}/nothing.py",
    "bots log bot-0 first",
    "show first",
    "show",
    "verify",
    "verify first",
    "verify-hiding --games 0",
    "play",
    "captures TS",
    "captures --table TS",
    "rankings --xml",
)
FAILURE = (
    "--server nowhere bots",
    "serve --listen nowhere",
    "serve --listen 0.0.0.0:1",
    "serve --tls-cert {here}/good.py",
    "submit {here}/broken.py",
    "submit {here}/sibling.py",
    "submit {here}/notes.txt",
    "submit {here}/empty",
    "submit {here}/mistaken",
    "match {here}/good.py {here}/broken.py",
    "play {here}/broken.py",
)


SPECS = {
    "cup.toml": """name = "cup"\nrule = "tablic"\n""",
    "empty_field.toml": """format = "gauntlet"\nchallengers = ["bot-0"]\nbots = ["bot-0"]\n""",
    "no_bot.toml": """bots = [\n  "bot-0",\n  "nobody",\n]\n""",
    "one_bot.toml": """# one\nbots = ["bot-0"]\n""",
    "twice.toml": """boards = 9\nbots = ["bot-0", "bot-0 2"]\n""",
    "boards.toml": """bots = ["bot-0", "bot-2"]\nboards = -1\n""",
    "clock.toml": """\nclock = "10+0/0"\n""",
    "limits.toml": """[limits]\nmemory = "much"\n""",
    "test.toml": """format = "sprt"\nbots = ["bot-0 2", "bot-2"]\nelo0 = 9\nelo1 = 5\n""",
    "list.toml": """bots = "bot-0"\n""",
    "no.toml": """name = cup\n""",
}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    fill(tmp_path / "arena.db")
    written(tmp_path / "good.py", "print()\n")
    written(tmp_path / "broken.py", "print(\n")
    written(tmp_path / "sibling.py", "import good\n")
    written(tmp_path / "notes.txt", "hello\n")
    written(tmp_path / "house.toml", "target = 0\n")
    for name, text in SPECS.items():
        written(tmp_path / name, text)
    (tmp_path / "empty").mkdir()
    a_folder(tmp_path / "mistaken", "comand = 'good.py'\n")
    return tmp_path


def stderr_of(command: str, here: Path, code: int) -> str:
    words = command.format(here=here, hex="ab" * 32, no_hex="xy" * 32).split()
    result = invoke(*words, db=here / "arena.db", code=code)
    assert result.stdout == ""
    return result.stderr.replace(str(here), "HERE")


def sentence_of(stderr: str) -> str:
    """The error, without the reminder of the usage before it."""
    return stderr.rpartition("\n\n")[2]


def test_every_error_is_said_as_it_was(here: Path, request: pytest.FixtureRequest) -> None:
    texts = []
    for code, commands in ((2, USAGE), (1, FAILURE)):
        for command in commands:
            sentence = sentence_of(stderr_of(command, here, code))
            shown = command.format(here="HERE", hex="ab...", no_hex="xy...")
            texts.append(f"$ tablic-arena {shown}    [exit code {code}]\n{sentence}")
    text = "\n".join(texts)
    if request.config.getoption("--regenerate"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [*USAGE, *MISSPELT, *FAILURE])
def test_an_error_is_a_sentence_and_stores_nothing(command: str, here: Path) -> None:
    before = invoke("tournaments", "--json", db=here / "arena.db").stdout
    stderr = stderr_of(command, here, 1 if command in FAILURE else 2)
    assert sentence_of(stderr).startswith("Error: ")
    assert sentence_of(stderr).count("\n") == 1
    assert "Traceback" not in stderr
    assert invoke("tournaments", "--json", db=here / "arena.db").stdout == before


def test_a_database_that_cannot_be_used_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 100)
    for path, sentence in (
        (tmp_path / "text.db", "is not an SQLite database; name another file with --db"),
        (tmp_path, "is a folder; name a file for the arena, such as"),
    ):
        for command in ("bots", "tournament", "rankings"):
            stderr = invoke(command, db=path, code=1).stderr
            assert stderr.startswith(f"Error: {path} {sentence}")


def test_an_arena_that_cannot_be_made_is_a_failure(tmp_path: Path) -> None:
    bot = written(tmp_path / "bot.py", "print()\n")
    path = bot / "arena.db"
    stderr = invoke("submit", bot, db=path, code=1).stderr
    assert stderr.startswith(f"Error: {path} cannot be written: File exists")


def test_several_unfinished_tournaments_are_listed(here: Path) -> None:
    with open_arena(here / "arena.db") as arena:
        stored(arena, small_spec(bots=2, boards=7))
    stderr = stderr_of("tournament --resume", here, 2)
    _, first, second = stderr.rpartition("Error: ")[2].rstrip("\n").split("\n")
    assert first.startswith("  2: started 20")
    assert first.endswith(", 3 bots, 0 of 15 boards played")
    assert second.startswith("  3: started 20")
    assert second.endswith(", 2 bots, 0 of 7 boards played")


def test_without_an_unfinished_tournament_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with open_arena(tmp_path / "arena.db"):
        pass
    stderr = invoke("tournament", "--resume", db=tmp_path / "arena.db", code=2).stderr
    assert stderr.endswith("\n\nError: There is no unfinished tournament to go on with.\n")


def test_a_content_that_was_deleted_is_a_failure(here: Path) -> None:
    stderr = stderr_of("tournament --resume", here, 1)
    assert stderr.splitlines()[-1] == (
        "Error: the content of bot-0 1 is not in HERE/arena-bots any more; submit it again"
    )


@pytest.mark.parametrize("level", ["", "INFO"])
def test_grpc_logs_errors_alone_unless_the_user_wants_more(
    monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("GRPC_VERBOSITY", level)
    if not level:
        monkeypatch.delenv("GRPC_VERBOSITY")
    assert invoke("rules").stdout
    assert os.environ["GRPC_VERBOSITY"] == (level or "ERROR")
