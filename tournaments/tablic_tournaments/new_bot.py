"""A folder with a bot to start from, in some languages.

Where a language has a library of its own, its files are links in the folder of the templates, so
that they are files there in what is installed, and are copied with the rest.
"""

import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from tablic_tournaments.contents import check_name
from tablic_tournaments.errors import ContentError

__all__ = ["languages", "new_bot"]

_TEMPLATES: Final = Path(str(resources.files("tablic_tournaments") / "templates"))
# Stands in a template for the name of the bot, and at the end of its file name.
_NAME: Final = "BOT_NAME"
_ENDING: Final = ".txt"


def languages() -> list[str]:
    """The languages that there are folders for."""
    return sorted(path.name for path in _TEMPLATES.iterdir() if path.is_dir())


def new_bot(language: str, name: str, parent: Path) -> Path:
    """Write a folder of this name with a bot that plays; returns it.

    Raises BotNameError for a name that is none, ContentError where something is there already.
    """
    folder = parent / check_name(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise ContentError(f"{folder} is there already; choose another name") from None
    for template in _files(_TEMPLATES / language):
        place = template.relative_to(_TEMPLATES / language).as_posix()
        _write(template, folder / place.removesuffix(_ENDING), name)
    return folder


def _files(folder: Path) -> Iterator[Path]:
    for parent, _, names in os.walk(folder, followlinks=True):
        yield from (Path(parent, name) for name in names)


def _write(template: Path, file: Path, name: str) -> None:
    text = template.read_text(encoding="utf-8").replace(_NAME, name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    if text.startswith("#!"):
        file.chmod(0o755)
