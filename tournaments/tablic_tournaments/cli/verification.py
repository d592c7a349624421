"""verify: does a stored tournament fit?"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tablic_tournaments.cli.common import Settings

if TYPE_CHECKING:
    from tablic_tournaments.evidence import Evidence
    from tablic_tournaments.reports.verification import Finding, Verification

__all__ = ["verify"]

TOLD_LATER = "told when the tournament is finished"


@click.command()
@click.argument("tournament", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def verify(context: click.Context, tournament: int, as_json: bool) -> None:
    """Deal every board of a tournament again, and score every game again.

    Prints one line for each thing that does not fit, and then ends with exit code 1. The secret of
    the decks is printed once the tournament is finished.
    """
    from tablic_tournaments.reports.verification import Verification

    settings: Settings = context.obj
    with settings.arena() as arena:
        evidence = arena.tournaments.evidence(tournament)
        verification = Verification(evidence)
        findings = list(verification.findings())
    if as_json:
        facts = {"tournament": tournament, **_facts(evidence, verification, findings)}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        click.echo(f"Tournament {tournament}")
        click.echo("\n".join(_lines(evidence, verification, findings)))
    context.exit(1 if findings else 0)


def _facts(
    evidence: "Evidence", verification: "Verification", findings: "list[Finding]"
) -> dict[str, object]:
    spec = evidence.spec
    return {
        "rules": spec.rules.text,
        "finished": evidence.finished,
        "decks": "chosen by the organiser" if spec.chosen_secret else "secret",
        "stages": [
            {
                "stage": number,
                "commitment": stage.commitment,
                "secret": stage.secret.hex() if evidence.ended(number) else None,
            }
            for number, stage in enumerate(evidence.stages)
        ],
        "boards": verification.boards,
        "boards_to_play": evidence.total_boards,
        "games": verification.games,
        "hands": verification.hands,
        "findings": [finding._asdict() for finding in findings],
    }


def _lines(
    evidence: "Evidence", verification: "Verification", findings: "list[Finding]"
) -> list[str]:
    """The same for people."""
    facts = _facts(evidence, verification, findings)
    of_all = f" of {facts['boards_to_play']}" if evidence.total_boards else ""
    checked = (
        f"{facts['boards']}{of_all} boards, {facts['games']} games and "
        f"{facts['hands']} hands are checked"
    )
    count = len(findings)
    verdict = f"{count} thing{'s do' if count > 1 else ' does'} not fit" if count else "all fits"
    return [
        f"  rules       {facts['rules']}",
        *_stage_lines(evidence),
        *(["  decks       chosen by the organiser"] if evidence.spec.chosen_secret else []),
        *(finding.text for finding in findings),
        f"{checked}: {verdict}.",
    ]


def _stage_lines(evidence: "Evidence") -> Iterator[str]:
    """The commitment and the secret of each stage, numbered where there are several."""
    several = len(evidence.stages) > 1
    for number, stage in enumerate(evidence.stages):
        if several:
            yield f"  stage {number}"
        told = stage.secret.hex() if evidence.ended(number) else TOLD_LATER
        yield f"  commitment  {stage.commitment}"
        yield f"  secret      {told}"
