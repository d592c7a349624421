"""The logins of a user: the token for each server, in a file that nobody else can read."""

import json
import os
from pathlib import Path
from typing import NamedTuple

from tablic_tournaments.errors import ServingError

__all__ = ["Login", "logins_file", "read_login", "write_login"]


class Login(NamedTuple):
    """How a server is reached: with which token, and by whose certificate, if not a public one."""

    token: str
    tls_ca: str | None = None


def logins_file() -> Path:
    """Where the logins are."""
    import platformdirs

    return Path(platformdirs.user_config_dir("tablic-arena", appauthor=False)) / "logins.json"


def read_login(server: str) -> Login | None:
    """The login for a server, or None; raises ServingError for a file that is none of logins."""
    file = logins_file()
    try:
        return Login(**json.loads(file.read_text(encoding="utf-8"))[server])
    except (FileNotFoundError, KeyError):
        return None
    except (ValueError, TypeError):
        raise ServingError(f"{file} has no logins in it; remove it and log in again") from None


def write_login(server: str, login: Login) -> None:
    """Keep a login, in place of the one before."""
    file = logins_file()
    logins = {}
    if read_login(server) or file.exists():
        logins = json.loads(file.read_text(encoding="utf-8"))
    logins[server] = login._asdict()
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        json.dump(logins, out, indent=2)
    new.replace(file)
