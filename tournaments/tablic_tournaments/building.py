"""Building a bot: sources in, what runs out. Bots that need no build are as they were."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from tablic_server.building import BuildError, build
from tablic_server.folders import run_folder
from tablic_server.limits import BUILD_SECONDS

from tablic_tournaments.contents import Content, inspect_built
from tablic_tournaments.errors import ContentError
from tablic_tournaments.store.contents import Contents
from tablic_tournaments.words import printed_end

__all__ = ["built"]


@contextmanager
def built(
    content: Content, trusted: bool, stdio: bool = False, seconds: float = BUILD_SECONDS
) -> Iterator[Content]:
    """A content that can be started: itself, or what its build made, for as long as it is needed.

    Raises ContentError with the end of what the build printed where it fails.
    """
    if not content.build:
        yield content
        return
    with run_folder() as scratch:
        copies, result = Contents(scratch / "sources"), scratch / "result"
        sources = copies.folder(copies.add(content))
        try:
            log = build(
                content.build.command, sources, content.build.keep, result,
                trusted=trusted, seconds=seconds,
            )  # fmt: skip
        except BuildError as error:
            message = f"{content.name} is not built: {error}"
            raise ContentError(f"{message}\n{printed_end(error.log)}") from None
        for name in content.build.keep:
            if not (result / name).exists():
                raise ContentError(
                    f"{content.name} is not built: its build makes no {name!r}, which its bot.toml "
                    f"says to keep\n{printed_end(log)}"
                )
        if (result / "bot.toml").is_dir():
            raise ContentError(f"{content.name} is not built: its build makes a folder 'bot.toml'")
        shutil.copyfile(sources / "bot.toml", result / "bot.toml")
        yield inspect_built(result, stdio)._replace(name=content.name, log=log)
