"""What there is to play in a tournament, and how it came out, in words."""

from collections.abc import Sequence

from tablic_tournaments.ratings.results import Played
from tablic_tournaments.schedule.knockout import winner
from tablic_tournaments.schedule.sprt import Looked, verdict
from tablic_tournaments.spec import Format, TournamentSpec
from tablic_tournaments.words import counted

__all__ = ["outcome", "summary"]


def summary(spec: TournamentSpec, boards: int) -> str:
    """A tournament of so many boards on one line: who, how much, and by which rules."""
    parts = [counted(len(spec.entrants), "bot")]
    if spec.rounds:
        parts.append(counted(spec.rounds, "round"))
    if not spec.boards:
        parts.append("without end")
    else:
        parts += _numbers(spec, boards)
    parts.append(f"rules {spec.rules.text}")
    form = "" if spec.format is Format.ROUND_ROBIN else f"{spec.format}, "
    return form + ", ".join(parts)


def _numbers(spec: TournamentSpec, boards: int) -> list[str]:
    """How many matches, boards and games there are, or at most or least are."""
    matches = f"{counted(boards // spec.boards, 'match', 'es')} of {counted(spec.boards, 'board')}"
    about = {Format.SPRT: "at most ", Format.KNOCKOUT: "at least "}.get(spec.format, "")
    return [
        counted(spec.boards, "board") if spec.format is Format.LADDER else matches,
        f"{about}{counted(boards * spec.rules.sides, 'game')}",
    ]


def outcome(stages: Sequence[TournamentSpec], played: Played) -> list[str]:
    """Who won a knockout, or what a sequential test says, as a sentence; nothing of the others."""
    spec = stages[-1]
    if spec.format is Format.KNOCKOUT:
        won = winner(spec, played)
        return [f"{won} won the knockout." if won else "The knockout is not decided yet."]
    return [_of_test(spec, verdict(stages, played))] if spec.format is Format.SPRT else []


def _of_test(spec: TournamentSpec, looked: Looked) -> str:
    first, second = (entrant.label for entrant in spec.entrants)
    elo0, elo1, *_ = spec.hypotheses
    lower, upper = looked.bounds
    accepted = {"elo0": f"elo0 = {elo0:g} is", "elo1": f"elo1 = {elo1:g} is", None: "neither is"}
    return (
        f"SPRT of {first} against {second}, elo0 = {elo0:g}, elo1 = {elo1:g}: LLR "
        f"{looked.llr:.2f} after {counted(looked.boards, 'board')}, bounds {lower:.2f} and "
        f"{upper:.2f}: {accepted[looked.accepted]} accepted."
    )
