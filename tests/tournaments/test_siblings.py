"""A script that imports a file beside it would not find it in the arena: submit the folder."""

from pathlib import Path

import pytest
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.errors import ContentError

from .test_contents import written

IMPORTS = {
    "plain": "import helper\n",
    "among others": "import os, sys, helper\n",
    "renamed": "import helper as h\n",
    "from": "from helper import evaluate\n",
    "a part of it": "from helper.deep import evaluate\n",
    "relative": "from . import helper\n",
    "relative from": "from .helper import evaluate\n",
    "in a function": "def choose():\n    import helper\n",
    "tried": "try:\n    import helper\nexcept ImportError:\n    helper = None\n",
}


@pytest.mark.parametrize("text", IMPORTS.values(), ids=IMPORTS.keys())
@pytest.mark.parametrize("sibling", ["helper.py", "helper/__init__.py", "helper/deep.py"])
def test_a_script_that_imports_a_sibling_is_refused(
    tmp_path: Path, text: str, sibling: str
) -> None:
    path = written(tmp_path / "my_bot.py", text)
    written(tmp_path / sibling)
    with pytest.raises(ContentError) as caught:
        inspect_path(path)
    assert str(caught.value) == (
        f"{path} imports helper, which lies beside it; submit the folder {tmp_path}, with a "
        "bot.toml that says: command = 'my_bot.py'"
    )


@pytest.mark.parametrize("text", IMPORTS.values(), ids=IMPORTS.keys())
def test_the_same_script_alone_is_taken(tmp_path: Path, text: str) -> None:
    written(tmp_path / "other.py")
    assert inspect_path(written(tmp_path / "my_bot.py", text)).files == ("my_bot.py",)


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("import sys\nimport time\n", "sys.py"),
        ("import tablic\nimport grpc\n", "tablic/notes.txt"),
        ("import tablic\n", "tablic/scripts.py"),
        ("import json\n", "json/example.py"),
        ("import my_bot\n", "other.py"),
        ("# import helper\nhelper = 'import helper'\n", "helper.py"),
        ("import os.path\n", "path.py"),
        ("import helper\n", "helper/readme.txt"),
    ],
    ids=[
        "a built-in module comes first",
        "a folder without modules",
        "a plain folder named like an installed package",
        "a plain folder named like a standard module",
        "itself",
        "not an import",
        "a part of a standard module",
        "a folder of data",
    ],
)
def test_what_would_not_be_imported_from_beside_is_no_reason(
    tmp_path: Path, text: str, beside: str
) -> None:
    path = written(tmp_path / "my_bot.py", text)
    written(tmp_path / beside)
    assert inspect_path(path).command == ("{python}", "my_bot.py")


def test_a_file_named_like_a_standard_module_would_be_imported(tmp_path: Path) -> None:
    path = written(tmp_path / "my_bot.py", "import random\n")
    written(tmp_path / "random.py")
    with pytest.raises(ContentError, match="imports random, which lies beside it"):
        inspect_path(path)


def test_only_python_scripts_are_read_for_imports(tmp_path: Path) -> None:
    path = written(tmp_path / "my_bot", "#!/usr/bin/env python3\nimport helper\n")
    written(tmp_path / "helper.py")
    assert inspect_path(path).command == ("./my_bot",)
