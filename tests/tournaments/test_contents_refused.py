"""What cannot be a bot: each gets one sentence that says what is wrong and what to do."""

from pathlib import Path

import pytest
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import ContentError

from .test_contents import a_folder, written


def refusal(path: Path, name: str | None = None) -> str:
    """What is said of a path, with its folder left out."""
    with pytest.raises(ContentError) as caught:
        inspect_path(path, name)
    return str(caught.value).replace(f"{path.parent}/", "")


def test_what_is_not_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nothing.py") == (
        "nothing.py is not there; name a script, an executable or a folder"
    )


def test_a_file_that_nobody_knows_how_to_start(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "bot.txt", "hello", 0o755)) == (
        "how to start bot.txt is not known: give it a first line such as #!/usr/bin/env perl, "
        "one of the endings .py .sh .js .mjs .pl .rb .lua .jar, or a folder with a bot.toml"
    )


def test_an_empty_file_without_an_ending(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "bot")).startswith("how to start bot is not known: ")


def test_a_script_whose_interpreter_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    path = written(tmp_path / "bot.lua", "print()\n")
    assert refusal(path) == "bot.lua needs lua, which is not on the PATH"


def test_python_that_is_none(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "bot.py", "def choose(:\n")) == (
        "bot.py is not a Python program: invalid syntax (bot.py, line 1)"
    )


def test_python_with_a_null_byte(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_bytes(b"print()\0")
    assert refusal(path).startswith("bot.py is not a Python program: source code ")


@pytest.mark.parametrize(
    "name", ["", "-x", ".x", "a b", "x" * 41, "a/b", "ćevap", "a\n", "../../etc"]
)
def test_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / "bot.py", "print()\n")
    assert refusal(path, name) == (
        f"{name!r} is not a name for a bot: use up to 40 letters, digits, dots, dashes and "
        "underscores, the first a letter or digit"
    )


def test_a_file_name_of_which_no_name_is_left(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "бот.py", "print()\n")).startswith("'' is not a name for a")


def test_a_folder_without_bot_toml(tmp_path: Path) -> None:
    written(tmp_path / "fisher" / "main.py")
    assert refusal(tmp_path / "fisher") == (
        "fisher has no bot.toml; write one with a line such as: command = 'my_bot.py'"
    )


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        (
            "command = ",
            "fisher/bot.toml is not valid TOML: Invalid value (at end of document)",
        ),
        (
            "command = 'main.py'\nargs = []",
            "fisher/bot.toml: there is no key 'args'; "
            "there are name, command, arguments, files, protocol, build",
        ),
        ("", "fisher/bot.toml: command = None is not the name of a file or program"),
        ("command = ''", "fisher/bot.toml: command = '' is not the name of a file or program"),
        (
            "command = ['main.py']",
            "fisher/bot.toml: command = ['main.py'] is not the name of a file or program",
        ),
        (
            "command = 'main.py'\narguments = '-v'",
            "fisher/bot.toml: arguments = '-v' is not a list of texts",
        ),
        (
            "command = 'main.py'\narguments = [1]",
            "fisher/bot.toml: arguments = [1] is not a list of texts",
        ),
        ("command = 'main.py'\nname = 3", "fisher/bot.toml: name = 3 is not a text"),
        (
            "command = 'main.py'\nfiles = 'main.py'",
            "fisher/bot.toml: files = 'main.py' is not a list of file names",
        ),
        (
            "command = 'main.py'\nfiles = ['main.py', 'book.txt']",
            "fisher/bot.toml: there is no file 'book.txt' in fisher",
        ),
        (
            "command = 'main.py'\nfiles = ['../other.py']",
            "fisher/bot.toml: there is no file '../other.py' in fisher",
        ),
        (
            "command = 'main.py'\nfiles = ['helper.py']",
            "fisher/bot.toml: the command 'main.py' is not among its files",
        ),
        (
            "command = 'mian.py'",
            "fisher/bot.toml: the command 'mian.py' is neither a file here nor on the PATH",
        ),
        (
            "command = '/bin/sh'",
            "fisher/bot.toml: the command '/bin/sh' is not among its files",
        ),
        (
            "name = 'no name'\ncommand = 'main.py'",
            None,
        ),
    ],
)
def test_a_folder_with_a_wrong_bot_toml(tmp_path: Path, toml: str, sentence: str | None) -> None:
    folder = a_folder(tmp_path / "fisher", toml, "main.py", "helper.py")
    written(tmp_path / "other.py")
    if sentence is None:
        assert inspect_path(folder).name == "no-name"
    else:
        assert refusal(folder) == sentence


def test_a_bot_toml_that_is_not_text(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "fisher", "")
    (folder / "bot.toml").write_bytes(b"\xff\xfe")
    assert refusal(folder).startswith("fisher/bot.toml is not valid TOML: 'utf-8' codec can't")


@pytest.mark.parametrize("name", ["book.txt", "data"])
def test_a_link_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py")
    outside = tmp_path / "outside"
    outside.mkdir()
    (folder / name).symlink_to(outside)
    assert refusal(folder) == f"fisher/{name} is a link to outside, outside the folder"


@pytest.mark.parametrize("target", ["gone.txt", "book.txt"], ids=["broken", "a loop"])
def test_a_link_that_leads_nowhere(tmp_path: Path, target: str) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py")
    (folder / "book.txt").symlink_to(target)
    assert refusal(folder) == "fisher/book.txt is a link that leads nowhere; remove it"


def test_hidden_links_are_left_alone(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'", "main.py")
    (folder / ".#main.py").symlink_to("somebody@somewhere.1234")
    (folder / ".env").symlink_to(tmp_path)
    assert inspect_path(folder).files == ("bot.toml", "main.py")


def test_a_protocol_that_there_is_not(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "fisher", "command = 'main.py'\nprotocol = 'udp'\n", "main.py")
    assert refusal(folder) == (
        "fisher/bot.toml: protocol = 'udp' is not one there is: grpc or stdio"
    )
