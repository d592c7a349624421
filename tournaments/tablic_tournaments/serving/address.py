"""HOST:PORT, and whether it is this machine alone that can reach it."""

import ipaddress
from typing import NamedTuple, Self

from tablic_tournaments.errors import ServingError

__all__ = ["Address"]


class Address(NamedTuple):
    """Where a server listens; an IPv6 address stands in brackets."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The address of a text; raises ServingError."""
        host, _, port = text.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65535:
            raise ServingError(f"{text!r} is no address; give HOST:PORT, such as 127.0.0.1:7357")
        return cls(host, int(port))

    @property
    def is_loopback(self) -> bool:
        """Whether nobody else can listen in."""
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return self.host == "localhost"

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"
