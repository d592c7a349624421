"""Links lead somewhere, and nothing is left out of an index."""

import pkgutil
import re
import tomllib
from pathlib import Path

import tablic
import tablic_server
import tablic_tournaments

from .pages import DOCS, ROOT, each_page


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


def anchors(page: Path) -> set[str]:
    """The names of the headings of a page, as they stand in links."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_of_the_readme_is_complete() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for page in DOCS.glob("*.md"):
        assert f"(docs/{page.name})" in text
    for name in re.findall(r"^\| `([a-z/`, ]+)` \|", text, re.MULTILINE):
        for folder in name.split("`, `"):
            assert (ROOT / folder).is_dir()


def test_every_module_has_its_question() -> None:
    told = re.findall(r"`(tablic[a-z_]*\.[a-z_]+)`", (DOCS / "architecture.md").read_text("utf-8"))
    there = [
        f"{package.__name__}.{module.name}"
        for package in (tablic, tablic_server, tablic_tournaments)
        for module in pkgutil.iter_modules(package.__path__)
        if module.name not in ("v1", "examples")
    ]
    assert sorted(told) == sorted(there)


def test_the_changelog_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"\n## [{project['version']}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
