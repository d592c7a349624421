"""login: the token for a server, kept for other commands."""

import sys

import click

from tablic_tournaments.cli.common import Settings

__all__ = ["login"]


@click.command()
@click.argument("server", metavar="HOST:PORT")
@click.pass_obj
def login(settings: Settings, server: str) -> None:
    """Keep the token for a served arena, in a file that you alone can read.

    It is asked for, or read from stdin. The certificates of --tls-ca are kept with it. Use the
    arena then with --server HOST:PORT, or set TABLIC_ARENA_SERVER.
    """
    from tablic.v1.arena_pb2 import GetCallerRequest, Role

    from tablic_tournaments.serving.logins import Login, logins_file, write_login
    from tablic_tournaments.serving.remote import connected

    if sys.stdin.isatty():
        token = click.prompt("Token", hide_input=True, err=True).strip()
    else:
        token = sys.stdin.readline().strip()
    tls_ca = str(settings.tls_ca.resolve()) if settings.tls_ca else None
    with connected(server, Login(token, tls_ca)) as remote:
        caller = remote.call("GetCaller", GetCallerRequest())
    write_login(server, Login(token, tls_ca))
    role = Role.Name(caller.role).removeprefix("ROLE_").lower()
    click.echo(f"You are {caller.name}, {role}, at {server}. The token is in {logins_file()}.")
