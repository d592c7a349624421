"""new-bot: a folder to start from."""

from pathlib import Path

import click

__all__ = ["new_bot"]


class Language(click.ParamType[str]):
    """A language that there is a folder for."""

    name = "language"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language."""
        from tablic_tournaments.new_bot import languages

        if value not in languages():
            self.fail(
                f"there is no language {value!r}; there are {', '.join(languages())}.", param, ctx
            )
        return value


@click.command("new-bot")
@click.argument("language", type=Language())
@click.argument("name")
def new_bot(language: str, name: str) -> None:
    """Make a folder with a bot that plays, to start from: new-bot python NAME.

    It has the bot, its bot.toml, a test and a README, and passes check as it is. A LANGUAGE that
    there is none for is answered with those that there are.
    """
    from tablic_tournaments.new_bot import new_bot as write_bot

    folder = write_bot(language, name, Path())
    click.echo(f"{folder} has a bot in {language}. Try it with: tablic-arena check {folder}")
