"""The pages of the documentation, and what stands in them.

An HTML comment before a block says what the block is: ``file: NAME`` is the content of a file that
other blocks and commands use, ``not run: WHY`` is not tried.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

__all__ = [
    "DOCS",
    "PAGES",
    "PAGE_NAMES",
    "ROOT",
    "SHELL_WORDS",
    "Block",
    "blocks",
    "command_lines",
    "each_page",
    "prose",
    "rows",
]

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGES: Final = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "clients/python/README.md",
    *sorted(DOCS.glob("*.md")),
]
PAGE_NAMES: Final = [str(page.relative_to(ROOT)) for page in PAGES]
each_page = pytest.mark.parametrize("page", PAGES, ids=PAGE_NAMES)
SHELL_WORDS: Final = ("export", "make", "pip", "source", "tablic-arena")


class Block(NamedTuple):
    """A fenced block, with the HTML comment on the line before it."""

    line: int
    note: str
    language: str
    text: str


def blocks(page: Path, *languages: str) -> list[Block]:
    """The blocks of a page in some languages."""
    text = page.read_text(encoding="utf-8")
    fence = re.compile(r"^(?:<!-- ([^\n]*) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    found = (
        Block(text.count("\n", 0, match.start(3)), match[1] or "", match[2], match[3])
        for match in fence.finditer(text)
    )
    return [block for block in found if block.language in languages]


def prose(page: Path) -> str:
    """A page on one line."""
    return " ".join(page.read_text(encoding="utf-8").split())


def rows(page: Path) -> list[list[str]]:
    """The rows of all tables of a page."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[c.strip() for c in line.strip("|").split("|")] for line in lines if line[:1] == "|"]


def command_lines(page: Path) -> list[str]:
    """The lines that a reader types."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(page, "sh") for line in block.text.splitlines() if line]
    return lines + re.findall(rf"^ {{4}}((?:{'|'.join(SHELL_WORDS)}) .*)$", text, re.MULTILINE)
