"""The command that lists the rule sets and explains them."""

from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import RulesType, listing_options
from tablic_tournaments.cli.printing import print_listing

if TYPE_CHECKING:
    from tablic.rules import Rules

__all__ = ["rules"]


@click.command()
@click.argument("name_or_file", type=RulesType(), required=False)
@listing_options
@click.option("--toml", "style", flag_value="toml", help="Print a file to make house rules from.")
def rules(name_or_file: "Rules | None", style: str | None) -> None:
    """List the rule sets, or explain one: a name or a .toml file.

    House rules are a file of knobs. Start from one, and play with it:

    \b
    tablic-arena rules tablic-last --toml > my_cafe.toml
    tablic-arena rules my_cafe.toml
    tablic-arena match ./one.py ./two.py --rules my_cafe.toml
    """  # noqa: D301  # click keeps the lines of a block that starts with this character
    from tablic.rules import named_rules

    from tablic_tournaments.reports.rules_text import rules_text
    from tablic_tournaments.reports.rules_toml import rules_toml

    if style == "toml":
        click.echo("\n".join(rules_toml(name_or_file or named_rules())))
    elif name_or_file is None:
        print_listing(_set_rows(), ["rules", "players", "differs"], style)
    elif style:
        print_listing(_knob_rows(name_or_file), ["knob", "value", "meaning"], style)
    else:
        click.echo("\n".join(rules_text(name_or_file)))


def _set_rows() -> list[dict[str, object]]:
    from tablic.rules import named_rules, rule_set_names

    return [
        {
            "rules": name,
            "players": named_rules(name).players,
            "differs": named_rules(name).changes(named_rules()),
        }
        for name in rule_set_names()
    ]


def _knob_rows(rules: "Rules") -> list[dict[str, object]]:
    from tablic.knobs import MEANINGS

    return [
        {"knob": knob, "value": value, "meaning": MEANINGS[knob]}
        for knob, value in rules.knobs().items()
    ]
