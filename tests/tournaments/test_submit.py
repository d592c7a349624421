"""Submitting a bot, with a real validation game: it becomes a version, or leaves nothing."""

import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
from tablic_tournaments.errors import ContentError
from tablic_tournaments.submit import submit as submit_path

from .place import BOTS, EXAMPLES, Place
from .test_contents import a_folder, written

submit = partial(submit_path, trusted=True)


def refusal(place: Place, path: Path, startup: float = 30.0) -> str:
    """Why a bot is refused; nothing is stored of it."""
    with place.arena() as arena:
        with pytest.raises(ContentError) as caught:
            submit(arena, path, startup=startup)
        assert list(arena.bots.versions()) == []
        root = arena.contents.root
        assert not root.exists() or list(root.iterdir()) == []
    return str(caught.value)


def test_a_bot_becomes_a_version_once(place: Place) -> None:
    greedy = EXAMPLES / "greedy_bot.py"
    with place.arena() as arena:
        first = submit(arena, greedy, "fisher")
        assert (first.version.entrant.label, first.is_new, first.same_as) == ("fisher 1", True, ())
        again = submit(arena, greedy, "fisher")
        assert (again.version, again.is_new) == (first.version, False)
        other = submit(arena, greedy, "other")
        assert (other.version.entrant.label, other.is_new) == ("other 1", True)
        assert other.same_as == (first.version,)
        second = submit(arena, BOTS / "first_bot.py", "fisher")
        assert second.version.entrant.label == "fisher 2"
        assert len(list(arena.contents.root.iterdir())) == 2


def test_submitting_a_retired_bot_again_brings_it_back(place: Place) -> None:
    with place.arena() as arena:
        submit(arena, EXAMPLES / "random_bot.py", "fisher")
        arena.bots.retire("fisher")
        again = submit(arena, EXAMPLES / "random_bot.py", "fisher")
        assert not again.is_new
        assert again.was_retired
        assert [bot.name for bot in arena.bots.latest()] == ["fisher"]


def test_the_command_says_what_became_of_a_submission(place: Place) -> None:
    fisher = (BOTS / "last_bot.py", "--name", "fisher")
    assert place.run("submit", *fisher).stdout == "fisher version 1 is in the arena.\n"
    assert place.run("submit", *fisher).stdout == (
        "fisher has this content already, as version 1.\n"
    )
    place.run("bots", "retire", "fisher")
    assert place.run("submit", *fisher).stdout == "fisher version 1 is back in play.\n"
    assert place.run("submit", BOTS / "last_bot.py").stdout == (
        "last_bot version 1 is in the arena.\nIt is the same content as fisher 1.\n"
    )


def test_a_python_script_with_a_misleading_shebang_is_run_by_the_arena(place: Place) -> None:
    path = place.root / "fisher.py"
    shutil.copyfile(BOTS / "last_bot.py", path)
    assert path.read_text().startswith("#!/bin/false\n")
    path.chmod(0o755)
    with place.arena() as arena:
        assert submit(arena, path).is_new


def test_a_folder_finds_its_own_modules_and_arguments(place: Place) -> None:
    toml = "command = 'main.py'\narguments = ['FirstBot']\n"
    folder = a_folder(place.root / "fisher", toml)
    shutil.copyfile(BOTS / "first_bot.py", folder / "first_bot.py")
    written(
        folder / "main.py",
        "import sys\nimport first_bot\nfrom tablic import run\n"
        "run(getattr(first_bot, sys.argv[1]))\n",
    )
    with place.arena() as arena:
        assert submit(arena, folder).version.entrant.label == "fisher 1"


def test_a_script_with_a_shebang_finds_its_interpreter(place: Place) -> None:
    text = (BOTS / "first_bot.py").read_text().partition("\n")[2]
    path = written(place.root / "fisher", f"#!{sys.executable}\n{text}")
    with place.arena() as arena:
        assert submit(arena, path).version.command == ("./fisher",)


def test_a_syntax_error_is_found_before_anything_is_started(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablic_tournaments.submit.validate", None)
    path = written(place.root / "fisher.py", "import tablic\ndef choose(:\n")
    assert refusal(place, path).startswith(f"{path} is not a Python program: invalid syntax")


def test_a_bot_that_cannot_import_is_refused_with_what_it_printed(place: Place) -> None:
    path = written(place.root / "fisher.py", "import no_such_module\n")
    reason, printed = refusal(place, path).split("\nThe end of what it printed:\n")
    assert reason == (
        "fisher is refused (startup): It ended with exit code 1 before it said hello."
    )
    lines = printed.splitlines()
    assert lines[0] == "  Traceback (most recent call last):"
    assert lines[-1] == "  ModuleNotFoundError: No module named 'no_such_module'"


def test_a_bot_that_prints_much_is_shown_by_its_last_lines(place: Place) -> None:
    path = written(place.root / "fisher.py", "for n in range(30_000): print('line', n)\n")
    lines = refusal(place, path).splitlines()
    assert len(lines) == 22
    assert lines[2:] == [f"  line {n}" for n in range(29_980, 30_000)]


def test_a_program_that_ends_at_once_is_refused(place: Place) -> None:
    path = place.root / "fisher"
    shutil.copyfile("/bin/true", path)
    assert refusal(place, path) == (
        "fisher is refused (startup): It ended with exit code 0 before it said hello.\n"
        "It printed nothing."
    )


def test_a_program_that_kills_itself_is_refused(place: Place) -> None:
    path = written(place.root / "fisher.sh", "kill -9 $$\n")
    assert refusal(place, path).startswith(
        "fisher is refused (startup): It was ended by signal 9 before it said hello.\n"
    )


def test_an_interpreter_that_is_not_there_is_told(place: Place) -> None:
    path = written(place.root / "fisher", "#!/no/such/interpreter\n")
    assert refusal(place, path).endswith("  ./fisher cannot be started: No such file or directory")


def test_a_bot_that_never_says_hello_is_refused_in_time(place: Place) -> None:
    path = written(place.root / "fisher.sh", "echo thinking; exec tail -f /dev/null\n")
    assert refusal(place, path, startup=1.5) == (
        "fisher is refused (startup): It did not say hello within 1.5 seconds.\n"
        "The end of what it printed:\n  thinking"
    )


def test_a_bot_that_plays_illegally_is_refused_with_the_position(place: Place) -> None:
    path = place.root / "fisher.py"
    shutil.copyfile(BOTS / "illegal_bot.py", path)
    sentence, _, printed = refusal(place, path).partition("\n")
    assert sentence.startswith("fisher is refused (illegal): ")
    assert " is illegal: " in sentence
    assert "(table: " in sentence
    assert ", hand: " in sentence
    assert "I play what I do not have" in printed


def test_a_bot_that_ends_in_the_middle_is_refused(place: Place) -> None:
    text = (BOTS / "first_bot.py").read_text()
    path = written(
        place.root / "fisher.py",
        text.replace("return", "1 / 0\n        return"),
    )
    refused = refusal(place, path)
    assert refused.startswith(
        "fisher is refused (crashed): It ended with exit code 1 before the farewell.\n"
    )
    assert refused.endswith("  ZeroDivisionError: division by zero")


def test_a_refused_version_leaves_the_earlier_ones(place: Place) -> None:
    with place.arena() as arena:
        submit(arena, EXAMPLES / "random_bot.py", "fisher")
        bad = written(place.root / "bad.py", "import no_such_module\n")
        with pytest.raises(ContentError, match="refused"):
            submit(arena, bad, "fisher")
        assert [bot.entrant.label for bot in arena.bots.versions()] == ["fisher 1"]
        assert len(list(arena.contents.root.iterdir())) == 1


def test_the_command_refuses_with_one_sentence_and_the_log(place: Place) -> None:
    bad = written(place.root / "bad.py", "import no_such_module\n")
    done = place.run("submit", bad, code=1)
    assert done.stdout == ""
    assert done.stderr.startswith("Error: bad is refused (startup): It ended with exit code 1 ")
    assert done.stderr.endswith("\n  ModuleNotFoundError: No module named 'no_such_module'\n")
    assert place.run("bots", "--json").stdout == "[]\n"
