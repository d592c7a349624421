"""How pages are made of templates: whatever they show is escaped, and what is not seen is not."""

import re
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

__all__ = ["PAGES"]

# What may stand in no page: control characters, and those that turn the direction of a text.
UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)


def _plain(value: object) -> object:
    """What a page shows for a value: a text without what is not seen, and the rest as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return UNSEEN.sub("\ufffd", value)
    return value


PAGES: Final = Environment(
    loader=PackageLoader("tablic_tournaments.reports.html"),
    autoescape=True,
    finalize=_plain,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
