"""prune: an arena without what its games and results do not need."""

import click

from tablic_tournaments.cli.common import Settings
from tablic_tournaments.cli.printing import print_table

__all__ = ["prune"]


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would be freed.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def prune(settings: Settings, dry_run: bool, yes: bool) -> None:
    """Free what finished tournaments left behind. Games, results and faults stay.

    That is what bots printed, the bundles of their faults, and the files of retired bots that have
    not played. What is empty in the database is given back.
    """
    with settings.arena(writes=True) as arena:
        spare = arena.pruning.spare()
        rows = [
            {"what": kind.what, "number": kind.number, "mebibytes": _mebibytes(kind.size)}
            for kind in spare
        ]
        print_table(rows, ["what", "number", "mebibytes"])
        if dry_run:
            return
        if not yes:
            click.confirm("Free it? It cannot be brought back", abort=True)
        before = arena.pruning.size()
        arena.pruning.prune()
        freed = before - arena.pruning.size()
    click.echo(f"The arena is {_mebibytes(freed)} MiB smaller.")


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):.2f}"
