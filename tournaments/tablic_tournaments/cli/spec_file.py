"""A tournament as a file: the options of ``tournament`` in TOML, with the line of what is wrong."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

import click

from tablic_tournaments.errors import SpecError

__all__ = ["FIELDS", "SpecFile", "is_spec_file"]

# The keys of the file, and the parameters of the command that they set.
KEYS: Final[Mapping[str, str]] = {
    "name": "name",
    "format": "format_name",
    "bots": "bots",
    "challengers": "challengers",
    "rules": "rules",
    "boards": "boards",
    "tables": "tables",
    "rounds": "rounds",
    "elo0": "elo0",
    "elo1": "elo1",
    "alpha": "alpha",
    "beta": "beta",
    "clock": "clock",
    "startup": "startup",
    "faults": "fault_policy",
    "limits": "limits",
    "workers": "workers",
    "secret": "secret",
}
LISTS: Final = ("bots", "challengers")
# Fields of a spec by other names than their keys and options.
FIELDS: Final[Mapping[str, str]] = {
    "entrants": "bots",
    "time": "clock",
    "fault_policy": "faults",
    "chosen_secret": "secret",
    "hypotheses": "elo0",
}


def is_spec_file(words: tuple[str, ...]) -> bool:
    """Whether the words of a command name a file of a tournament."""
    return len(words) == 1 and words[0].endswith(".toml")


class SpecFile:
    """A file that was read. Its errors are sentences that begin with its name and the line."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text
        try:
            self._data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise SpecError(f"{name}: {error}") from None
        for key, value in self._data.items():
            self._check(key, value)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The file at a path; raises SpecError."""
        return cls(str(path), path.read_text(encoding="utf-8"))

    def value(self, key: str) -> object:
        """What the file says of a key; None for nothing."""
        return self._data.get(key)

    def parameters(self, command: click.Command) -> dict[str, Any]:
        """The values of a command's parameters, converted as if they had been typed."""
        try:
            context = command.make_context("tournament", list(self._words(command)))
        except click.BadParameter as error:
            key = self._key(error.param.name if error.param else "")
            raise self.error(key, f"{key}: {error.message}") from None
        except click.UsageError as error:
            raise SpecError(f"{self._name}: {error.message}") from None
        return context.params

    def error(self, key: str, message: str) -> SpecError:
        """What is wrong with a key, said with its line; without one where it is not in the file."""
        quoted = re.findall(r"'([^'=]+)", message)
        line = self._line(FIELDS.get(key, key), quoted)
        where = f"{self._name}, line {line}" if line else self._name
        return SpecError(f"{where}: {message}")

    def _check(self, key: str, value: object) -> None:
        if key not in KEYS:
            raise self.error(key, f"there is no key {key!r}; the keys are {', '.join(KEYS)}")
        if key in LISTS:
            fits = isinstance(value, list) and all(isinstance(item, str) for item in value)
            wanted = 'a list of names, such as ["fisher", "greedy 2"]'
        elif key == "limits":
            fits = isinstance(value, dict)
            wanted = "a table, such as { memory = 2048 }"
        else:
            fits = isinstance(value, (str, int, float)) and not isinstance(value, bool)
            wanted = "a text or a number"
        if not fits:
            raise self.error(key, f"{key} is {wanted}, not {value!r}")

    def _words(self, command: click.Command) -> Iterator[str]:
        """What would be typed for the same."""
        options = {param.name: param.opts[0] for param in command.params}
        for key, value in self._data.items():
            if key == "limits":
                yield from (f"--limit={name}={number}" for name, number in value.items())
            elif key == "challengers":
                yield from (f"--challenger={name}" for name in value)
            elif key != "bots":
                yield f"{options[KEYS[key]]}={value}"
        yield "--"
        yield from self._data.get("bots", ())

    def _key(self, parameter: str | None) -> str:
        return next((key for key, name in KEYS.items() if name == parameter), parameter or "")

    def _line(self, key: str, values: list[str]) -> int | None:
        """The line of a key, or of one of these values below it where it is a list."""
        lines = self._text.splitlines()
        begins = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[=\].]""")
        found = next((n for n, line in enumerate(lines) if begins.match(line)), None)
        if found is None or key not in (*LISTS, "limits"):
            return None if found is None else found + 1
        named = (n for n in range(found, len(lines)) if any(v in lines[n] for v in values))
        return next(named, found) + 1
