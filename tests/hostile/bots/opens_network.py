"""Opens the network, in every way it knows."""

import socket

from .misdeeds import attempt, play_and


def call_home() -> None:
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET):
        attempt("opens", socket.socket, family)
    attempt("connects", socket.create_connection, ("127.0.0.1", 22), 1)
    attempt("asks", socket.getaddrinfo, "example.com", 80)


play_and(call_home)
