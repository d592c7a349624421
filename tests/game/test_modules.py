"""The library's modules say what they offer, and need nothing but the standard library."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tablic import errors

MODULES = [
    "captures",
    "cards",
    "consistency",
    "counting",
    "dealing",
    "deals",
    "environment",
    "errors",
    "game",
    "groups",
    "hand",
    "knobs",
    "perft",
    "playout",
    "plays",
    "rules",
    "sampling",
    "scoring",
    "sums",
    "view",
    "worlds",
]


def syntax_of(name: str) -> ast.Module:
    return ast.parse(Path(import_module(f"tablic.{name}").__file__ or "").read_text("utf-8"))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_lists_what_it_defines_for_others(name: str) -> None:
    module = import_module(f"tablic.{name}")
    exported = module.__all__
    assert exported == sorted(exported, key=lambda text: (not text.isupper(), text))
    assert all(hasattr(module, text) for text in exported)
    defined = {
        node.name
        for node in syntax_of(name).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    assert defined <= set(exported)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_the_standard_library_and_the_game_alone(name: str) -> None:
    for node in ast.walk(syntax_of(name)):
        imported = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        imported += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for module in imported:
            top, _, below = module.partition(".")
            assert top in sys.stdlib_module_names or (top == "tablic" and below in MODULES)


def test_the_families_of_errors() -> None:
    assert issubclass(errors.InvalidPlayError, errors.NotationError)
    for family in (errors.NotationError, errors.IllegalPlayError, errors.RulesError):
        assert issubclass(family, ValueError)
    assert not issubclass(errors.IllegalPlayError, errors.NotationError)
    assert not issubclass(errors.BotError, ValueError)
    assert issubclass(errors.RefusedError, errors.BotError)
    assert issubclass(errors.ConnectionLostError, errors.BotError)


def test_the_tree_in_the_docstring_draws_every_error() -> None:
    drawing = errors.__doc__ or ""
    assert all(name in drawing for name in errors.__all__)
