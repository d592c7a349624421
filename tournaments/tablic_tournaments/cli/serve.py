"""serve: the arena behind a server."""

from pathlib import Path

import click

from tablic_tournaments.cli.common import Settings
from tablic_tournaments.cli.confinement import require_sandbox

__all__ = ["serve"]

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--listen",
    metavar="HOST:PORT",
    default="127.0.0.1:7357",
    show_default=True,
    help="Where to listen. Anything but this machine alone needs TLS; port 0 takes a free one.",
)
@click.option(
    "--http",
    metavar="HOST:PORT",
    help="Where to serve pages to read, in a browser and without a token. Not given: nowhere.",
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    help="Where to serve metrics for Prometheus, at /metrics. Not given: nowhere.",
)
@click.option("--tls-cert", type=FILE, help="The certificate of the server, in PEM.")
@click.option("--tls-key", type=FILE, help="Its key, in PEM.")
@click.option(
    "--workers", type=click.IntRange(1), help="Worker processes. [default: one for two cores]"
)
@click.option(
    "--trust-bots",
    is_flag=True,
    help="Start bots also where no sandbox can be had, with all the rights that you have.",
)
@click.pass_obj
def serve(
    settings: Settings,
    listen: str,
    http: str | None,
    metrics: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    workers: int | None,
    trust_bots: bool,
) -> None:
    """Serve the arena to people and their tools, until Ctrl-C or SIGTERM.

    Other commands use it with --server. They need a token: make the first one before, with
    tablic-arena token create. A tournament that is being played when the server ends goes on when
    it is started again. The log is written to stderr, one line of JSON for each event.
    """
    import asyncio
    from functools import partial

    from tablic_tournaments.cli.beginning import begin_from_text
    from tablic_tournaments.serving.address import Address
    from tablic_tournaments.serving.server import Serving, serve

    require_sandbox(trust_bots)
    with settings.arena(make=True):
        address = Address.parse(listen)
    pages = Address.parse(http) if http else None
    counted = Address.parse(metrics) if metrics else None
    serving = Serving(
        settings.path, address, tls_cert, tls_key, workers, trust_bots, pages, counted
    )
    asyncio.run(serve(serving, partial(begin_from_text, trusted=trust_bots)))
