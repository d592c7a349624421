"""Where a bot finds its referee: the variables that the arena sets for its process."""

from typing import Final

__all__ = ["ADDRESS_VARIABLE", "CA_VARIABLE", "TOKEN_VARIABLE"]

ADDRESS_VARIABLE: Final = "TABLIC_ADDRESS"
TOKEN_VARIABLE: Final = "TABLIC_TOKEN"  # noqa: S105  # a name, not a token
CA_VARIABLE: Final = "TABLIC_TLS_CA"
