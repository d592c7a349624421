"""Bots that are built: sources in, what runs out, in a sandbox where one can be had."""

import io
import os
import shutil
import socket
import tarfile
import time
from pathlib import Path
from typing import IO, Any

import pytest
from tablic_server.builder import lay_out
from tablic_server.building import BuildError, unpack
from tablic_server.limits import BUILD_LIMITS
from tablic_server.sandbox import BARE
from tablic_tournaments.building import built
from tablic_tournaments.contents import PYTHON, inspect_path
from tablic_tournaments.errors import ContentError

from ..server.probes import confined
from .place import BOTS, Place
from .test_contents import a_folder, written

pytestmark = pytest.mark.usefixtures("place")


def sources(folder: Path, script: str, keep: str = "['bot.py']") -> Path:
    """A folder that is built by a shell script."""
    toml = f"command = 'bot.py'\n[build]\ncommand = ['build.sh']\nkeep = {keep}\n"
    written(a_folder(folder, toml) / "build.sh", f"#!/bin/sh\nset -e\n{script}\n")
    return folder


def files_of(folder: Path) -> list[str]:
    """What is kept of a build."""
    with built(inspect_path(folder), trusted=True) as content:
        assert content.name == folder.name
        assert content.command == (PYTHON, "bot.py")
        return list(content.files)


def refusal(folder: Path, seconds: float = 60.0) -> str:
    """Why a build gives no bot."""
    with (
        pytest.raises(ContentError) as caught,
        built(inspect_path(folder), trusted=True, seconds=seconds),
    ):
        pass
    return str(caught.value)


def test_what_is_kept_is_stored_and_plays(place: Place) -> None:
    folder = sources(place.root / "fisher", "echo compiling\nmv source.txt bot.py")
    shutil.copyfile(BOTS / "last_bot.py", folder / "source.txt")
    assert place.run("submit", folder).stdout == "fisher version 1 is in the arena.\n"
    assert place.run("submit", folder).stdout == "fisher has this content already, as version 1.\n"
    with place.arena() as arena:
        (stored,) = arena.contents.root.iterdir()
    assert sorted(file.name for file in stored.iterdir()) == [".build.log", "bot.py", "bot.toml"]
    assert (stored / ".build.log").read_text() == "compiling\n"
    played = place.run("match", folder, BOTS / "first_bot.py", "--boards", "1").stdout
    assert "fault," not in played


def test_everything_is_kept_if_nothing_is_named(tmp_path: Path) -> None:
    folder = sources(tmp_path / "fisher", "mkdir out\ntouch bot.py out/book .hidden", "[]")
    assert files_of(folder) == ["bot.py", "bot.toml", "build.sh", "out/book"]
    assert sorted(path.name for path in folder.iterdir()) == ["bot.toml", "build.sh"], (
        "the sources stay as they are"
    )


def test_a_folder_can_be_kept_and_links_within_it(tmp_path: Path) -> None:
    folder = sources(
        tmp_path / "fisher", "mkdir out\ntouch bot.py out/a\nln -s a out/b", "['out', 'bot.py']"
    )
    assert files_of(folder) == ["bot.py", "bot.toml", "out/a", "out/b"]


def test_the_listed_files_are_the_sources(tmp_path: Path) -> None:
    folder = sources(tmp_path / "fisher", "cat src/a src/deep/b > bot.py; ls > list", "[]")
    for name in ("src/a", "src/deep/b", "notes"):
        written(folder / name, "pass\n")
    toml = (folder / "bot.toml").read_text()
    written(folder / "bot.toml", f"files = ['build.sh', 'src']\n{toml}")
    assert files_of(folder) == ["bot.py", "bot.toml", "build.sh", "list", "src/a", "src/deep/b"]


@pytest.mark.skipif(not shutil.which("cc"), reason="cc is not installed")
def test_a_program_in_c_is_compiled(tmp_path: Path) -> None:
    toml = "command = 'bot'\n[build]\ncommand = ['cc', '-o', 'bot', 'bot.c']\nkeep = ['bot']\n"
    folder = a_folder(tmp_path / "fisher", toml)
    written(folder / "bot.c", "int main(void) { return 7; }\n")
    with built(inspect_path(folder), trusted=True) as content:
        assert content.command == ("./bot",)
        assert os.waitstatus_to_exitcode(os.system(content.root / "bot")) == 7


def test_a_build_that_fails_is_told_with_the_end_of_its_log(tmp_path: Path) -> None:
    script = "for n in $(seq 30); do echo line $n; done\necho bad >&2\nexit 3"
    lines = refusal(sources(tmp_path / "fisher", script)).splitlines()
    assert lines[:3] == [
        "fisher is not built: the build failed with exit code 3",
        "The end of what it printed:",
        "  line 12",
    ]
    assert lines[-1] == "  bad"


def test_what_a_build_printed_is_no_command_to_the_terminal(tmp_path: Path) -> None:
    told = refusal(
        sources(tmp_path / "fisher", r"printf 'a\033[2J\r\nb\342\200\256\t\000c'; exit 1")
    )
    assert told.endswith("\n  a\\x1b[2J\n  b\\u202e\t\\x00c")


def test_a_build_that_hangs_is_ended(tmp_path: Path) -> None:
    folder = sources(tmp_path / "fisher", "echo waiting\nsleep 1000 & sleep 1000")
    assert refusal(folder, seconds=1.0) == (
        "fisher is not built: the build took longer than 1 seconds\n"
        "The end of what it printed:\n  waiting"
    )


def test_what_a_killed_submission_left_is_removed_by_the_next(place: Place) -> None:
    process = place.start("submit", sources(place.root / "hanging", "sleep 1000"))
    while not list(place.temporary.glob("*/sources/*")):
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.communicate()
    good = sources(place.root / "fisher", "mv source.txt bot.py")
    shutil.copyfile(BOTS / "last_bot.py", good / "source.txt")
    place.run("submit", good)
    assert list(place.temporary.iterdir()) == []


def test_a_build_that_does_not_make_what_is_to_be_kept(tmp_path: Path) -> None:
    assert refusal(sources(tmp_path / "fisher", "touch bot")) == (
        "fisher is not built: its build makes no 'bot.py', which its bot.toml says to keep\n"
        "It printed nothing."
    )


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("rm bot.toml\nmkdir bot.toml", "its build makes a folder 'bot.toml'"),
        ("rm -r *", "the command 'bot.py' is neither a file here nor on the PATH"),
        ("ln -s nothing bot.py", "bot.py cannot be kept: No such file or directory"),
        ("ln -s . bot.py", "bot.py cannot be kept: Too many levels of symbolic links"),
        ("mkfifo bot.py", "the build made 'bot.py', which is no plain file"),
    ],
)
def test_a_build_that_makes_what_cannot_be_kept(script: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in refusal(sources(tmp_path / "fisher", script, "[]"))


def test_links_are_kept_as_what_they_lead_to(tmp_path: Path) -> None:
    script = "mkdir out\ntouch out/a\nln -s out linked\nln -s /usr/bin/env bot.py"
    assert files_of(sources(tmp_path / "fisher", script, "['bot.py', 'linked']")) == [
        *("bot.py", "bot.toml", "linked/a")
    ]


def packed(*members: tarfile.TarInfo) -> IO[bytes]:
    """An archive as no build makes it, but one that writes it itself can."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member in members:
            archive.addfile(member)
    return file


def entry(name: str, **fields: Any) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    for field, value in fields.items():
        setattr(member, field, value)
    return member


@pytest.mark.parametrize(
    "members",
    [
        [entry("../a")],
        [entry("bot.py", type=tarfile.SYMTYPE, linkname="a"), entry("bot.py/b")],
        [entry("bot.py", type=tarfile.LNKTYPE, linkname="/etc/passwd")],
        [entry("bot.py", type=tarfile.FIFOTYPE)],
        [entry("bot.py", pax_headers={"path": "a\0b"})],
        [entry("bot.py", pax_headers={"GNU.sparse.size": "-1", "GNU.sparse.map": "0,0"})],
        [entry("bot.py", pax_headers={"GNU.sparse.size": "9" * 12, "GNU.sparse.map": "0,0"})],
        [entry(f"{'d/' * 3000}bot.py")],
        [entry("a"), entry("a/b")],
        [entry(f"{number}") for number in range(11)],
    ],
)
def test_an_archive_that_no_build_makes_is_refused(
    members: list[tarfile.TarInfo], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablic_server.building.MOST_FILES", 10)
    with pytest.raises(BuildError, match="the build made"):
        unpack(packed(*members), tmp_path / "result")
    assert not (tmp_path / "a").exists()


def test_what_is_kept_is_not_what_is_started(tmp_path: Path) -> None:
    assert "the command 'bot.py' is neither a file here nor on the PATH" in refusal(
        sources(tmp_path / "fisher", "touch other", "['other']")
    )


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        ("build = 'make'", "build is a table with the keys command and keep"),
        ("[build]\nshell = 'make'", "build is a table with the keys command and keep"),
        ("[build]\nkeep = ['a']", "the build's command = None is not a list of texts"),
        ("[build]\ncommand = 'make'", "the build's command = 'make' is not a list of texts"),
        ("[build]\ncommand = ['no-such-tool']", "the build needs no-such-tool, which is not on"),
        ("[build]\ncommand = ['/bin/sh']", "the build needs /bin/sh, which is not on the PATH"),
        ("[build]\ncommand = ['sh']\nkeep = ['../a']", "keep = ['../a'] is not a list of files"),
        ("[build]\ncommand = ['sh']\nkeep = ['/etc']", "keep = ['/etc'] is not a list of files"),
    ],
)
def test_a_build_that_is_none(tmp_path: Path, build: str, sentence: str) -> None:
    folder = a_folder(tmp_path / "fisher", f"command = 'bot'\n{build}\n")
    with pytest.raises(ContentError) as caught:
        inspect_path(folder)
    assert sentence in str(caught.value)


@confined
def test_a_build_reaches_no_network_and_writes_nowhere_else(place: Place) -> None:
    outside = place.root / "outside"
    outside.mkdir(mode=0o777)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        script = f"""
            import os, socket
            def tell(action, *arguments):
                try: action(*arguments)
                except OSError as error: print(os.strerror(error.errno))
                else: print("done")
            tell(socket.create_connection, ("127.0.0.1", {port}))
            for place in ("{outside}/a", "/bot/a", "/usr/a", "/a"): tell(open, place, "w")
            open("bot.py", "w")
        """.replace("\n            ", "\n")
        folder = sources(place.root / "fisher", "python3 make.py")
        written(folder / "make.py", script.strip() + "\n")
        with built(inspect_path(folder), trusted=False) as content:
            told = content.log.splitlines()
    assert "done" not in told
    assert len(told) == 5
    assert list(outside.iterdir()) == []
    assert not (folder / "a").exists()


@confined
def test_a_build_sees_what_was_fetched_and_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    written(home / ".npm/_cacache/index", "fetched\n")
    for secret in (".npmrc", ".m2/settings.xml", ".cargo/credentials.toml", ".ssh/id"):
        written(home / secret, "secret\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("NPM_TOKEN", "secret")
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: which("true" if name == "npm" else name))
    script = f"touch bot.py\ncat {home}/.npm/_cacache/index\nfind {home} -type f\nenv"
    with built(inspect_path(sources(tmp_path / "fisher", script)), trusted=False) as content:
        lines = content.log.splitlines()
    assert lines[:2] == ["fetched", f"{home}/.npm/_cacache/index"]
    assert not [line for line in lines[2:] if line.startswith(str(home)) or "TOKEN" in line]


@confined
def test_what_a_build_makes_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tablic_server.building.BUILD_LIMITS", BUILD_LIMITS._replace(disk=8, file=4)
    )
    full = refusal(sources(tmp_path / "a", "head -c 3M /dev/zero | tee a b c > bot.py"))
    assert "No space left on device" in full
    wide = refusal(sources(tmp_path / "b", "touch bot.py; truncate -s 1T a", "[]"))
    assert "the build failed with exit code" in wide


def test_what_was_fetched_is_laid_out_beside_where_a_build_writes(tmp_path: Path) -> None:
    fetched = tmp_path / "fetched"
    written(fetched / "deep/file", "fetched\n", 0o444)
    places = {way: tmp_path / "own" / way for way in ("copy", "link", "links", "none")}
    for way in ("copy", "link", "links"):
        lay_out(way, str(fetched), str(places[way]))
        assert (places[way] / "deep/file").read_text() == "fetched\n"
    assert os.access(places["copy"] / "deep/file", os.W_OK)
    assert places["link"].is_symlink()
    written(places["links"] / "deep/other", "made\n")
    assert [path.name for path in (fetched / "deep").iterdir()] == ["file"]
    lay_out("copy", str(tmp_path / "nothing"), str(places["none"]))
    assert not places["none"].exists()


def test_without_a_sandbox_only_who_is_trusted_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablic_server.building.find_sandbox", lambda: BARE)
    folder = sources(tmp_path / "fisher", "echo $HOME\ntouch bot.py")
    with built(inspect_path(folder), trusted=True) as content:
        assert content.files == ("bot.py", "bot.toml")
        assert content.log == f"{Path.home()}\n"
    with pytest.raises(ValueError, match="no sandbox"), built(inspect_path(folder), trusted=False):
        pass
    hanging = sources(tmp_path / "hanging", "sleep 1000 & sleep 1000")
    assert "took longer than 1 seconds" in refusal(hanging, seconds=1.0)
