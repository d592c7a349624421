"""token: who may do what at a server."""

import click

from tablic_tournaments.cli.common import ArenaGroup, Settings, listing_options
from tablic_tournaments.cli.printing import print_answer

__all__ = ["token"]

ROLES = ("spectator", "author", "organiser")


@click.group(cls=ArenaGroup)
def token() -> None:
    """Make, list and revoke the tokens that a served arena admits."""


@token.command()
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(ROLES),
    default="author",
    show_default=True,
    help="What it allows: to look, to submit bots too, or to play tournaments and make tokens too.",
)
@click.pass_obj
def create(settings: Settings, name: str, role: str) -> None:
    """Make a token for a person, and print it; it cannot be printed again.

    Bots that are submitted with it belong to that name.
    """
    if settings.server:
        from tablic.v1.arena_pb2 import CreateTokenRequest

        from tablic_tournaments.serving.messages import ROLES as NUMBERS
        from tablic_tournaments.store.tokens import Role

        request = CreateTokenRequest(name=name, role=NUMBERS[Role(role)])
        with settings.remote() as remote:
            click.echo(remote.call("CreateToken", request).token)
        return
    from tablic_tournaments.store.tokens import Role

    with settings.arena(make=True) as arena:
        _, text = arena.tokens.create(name, Role(role))
        arena.deeds.note("local", "local", "CreateToken", name)
    click.echo(text)


@token.command("list")
@listing_options
@click.pass_obj
def list_(settings: Settings, style: str | None) -> None:
    """List the tokens, but for their secrets."""
    print_answer(settings.ask("tokens"), style)


@token.command()
@click.argument("number", type=int)
@click.pass_obj
def revoke(settings: Settings, number: int) -> None:
    """Make a token useless, at once."""
    if settings.server:
        from tablic.v1.arena_pb2 import RevokeTokenRequest

        with settings.remote() as remote:
            name = remote.call("RevokeToken", RevokeTokenRequest(id=number)).name
    else:
        with settings.arena(writes=True) as arena:
            name = arena.tokens.revoke(number).name
            arena.deeds.note("local", "local", "RevokeToken", str(number))
    click.echo(f"Token {number} of {name} is revoked.")


@token.command()
@listing_options
@click.pass_obj
def deeds(settings: Settings, style: str | None) -> None:
    """List what was done with tokens: who did what, when, and what came of it."""
    print_answer(settings.ask("deeds"), style)
