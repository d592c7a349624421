"""A rule set in the words of a player, made from its knobs."""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Final

from tablic.knobs import knob_text
from tablic.rules import DEFAULT_RULES, Rules, named_rules

from tablic_tournaments.reports.rules_deal import dealing
from tablic_tournaments.reports.rules_play import captures, tabla
from tablic_tournaments.words import count, points

__all__ = ["rules_text"]

WIDTH: Final = 80

Paragraphs = Iterator[str]


def rules_text(rules: Rules) -> Iterator[str]:
    """The lines that explain a rule set."""
    yield from wrap(rules.text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if changes := rules.changes(named_rules()):
        differs = f"Differs from {DEFAULT_RULES} by: {changes}"
        yield from wrap(differs, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    yield ""
    yield from wrap(_players(rules), WIDTH)
    for heading, section in _SECTIONS.items():
        paragraphs = list(section(rules))
        if paragraphs:
            yield ""
            yield heading
            for paragraph in paragraphs:
                yield from _lines(paragraph)


def _lines(paragraph: str) -> list[str]:
    # A paragraph with a tab is a line of a table.
    left, tab, right = paragraph.partition("\t")
    if tab:
        return [f"    {left:>3}  {right}"]
    return wrap(paragraph, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _players(rules: Rules) -> str:
    pack = f"all {rules.deck} cards" if rules.deck == 52 else "40 cards, without J, Q and K"
    start = f"Tablić for {count(rules.players, 'player')}, with {pack}."
    if rules.teams:
        return (
            f"{start} Seats 0 and 2 are partners against seats 1 and 3. Partners put what "
            "they take on one pile and score as one side, but do not see each other's cards."
        )
    return start + (" Each plays alone." if rules.players > 2 else "")


def _leftovers(rules: Rules) -> Paragraphs:
    dealer = "the dealer's side" if rules.teams else "the dealer"
    taker = "the side that took cards last" if rules.teams else "the player who took cards last"
    sweep = " (a jack's sweep counts)" if rules.jack == "sweep" and rules.deck == 52 else ""
    last = f"{taker}{sweep}, or to {dealer} if nobody took any"
    yield (
        "When all cards are played, what still lies on the table goes to "
        f"{last if rules.leftovers == 'last' else dealer}. It counts like cards taken, but is "
        "no tabla."
    )


def _points(rules: Rules) -> Paragraphs:
    yield "At the end of each hand the cards taken are counted:"
    courts = rules.points_court if rules.deck == 52 else 0
    for value, cards in (
        (rules.points_ace, "for each ace"),
        (courts, "for each jack, queen and king"),
        (rules.points_ten_diamonds, "for the ten of diamonds"),
        (rules.points_ten, "for each other ten"),
        (rules.points_two_clubs, "for the two of clubs"),
        (rules.points_each_club, "for each club, on top of the others"),
        (rules.most_cards, "for more cards than any other " + _side(rules)),
    ):
        if value:
            yield f"{value}\t{cards}"
    yield _most_cards(rules)
    yield f"All cards together are worth {points(rules.card_points)}. Tablas come on top."


def _most_cards(rules: Rules) -> str:
    if not rules.most_cards:
        return "There is nothing for the most cards."
    many = _side(rules) + "s"
    return {
        "none": f"If {many} tie for the most cards, nobody gets these {rules.most_cards}.",
        "all": f"{many.capitalize()} that tie for the most cards get {rules.most_cards} each.",
        "split": f"{many.capitalize()} that tie for the most cards share the {rules.most_cards} "
        "equally; what is left of the division is lost.",
    }[rules.most_tie]


def _end(rules: Rules) -> Paragraphs:
    if rules.hands:
        played = "Exactly one hand is" if rules.hands == 1 else f"Exactly {rules.hands} hands are"
        yield f"{played} played. The highest total wins, and equal highest totals are a draw."
        yield f"The target, {rules.target}, only sets the score of a game lost by a fault."
    else:
        yield (
            f"Hands are played until a {_side(rules)} has {points(rules.target)} or more at the "
            "end of one. Then the highest total wins. If the highest totals are equal, another "
            "hand decides" + (", with all players." if rules.players > 2 else ".")
        )
    if rules.sides > 2:
        yield "The others are placed by their totals; equal totals share a place."


def _claims(rules: Rules) -> Paragraphs:
    if not rules.claim:
        yield "A game ends with a hand, never in the middle of one: there are no claims."
        return
    whose = "your side has" if rules.teams else "you have"
    most = " or for the most cards" if rules.most_cards else ""
    yield (
        f"In your turn, with a play or instead of one, you may claim that {whose} reached "
        f"{rules.target}. What counts is the total before this hand, the points of the cards taken "
        f"in it and its tablas, this play included, but nothing for leftovers{most}."
    )
    loser = "you lose at once" + (", and are last" if rules.sides > 2 else "")
    yield (
        "If the claim is right you win at once, even if another total is higher. If it is wrong "
        f"{loser}." + (" A claim speaks for both partners." if rules.teams else "")
    )
    yield f"Nobody may claim in a hand that began with a total of {rules.target} or more."


def _idle(rules: Rules) -> Paragraphs:
    """Knobs that do nothing here, where somebody has turned them."""
    usual = named_rules().knobs()
    knobs = rules.knobs()
    for knob in _idle_knobs(rules):
        if knobs[knob] != usual[knob]:
            yield f"{knob} = {knob_text(knobs[knob])}"


def _idle_knobs(rules: Rules) -> Iterator[str]:
    if rules.deck == 40:
        yield from ("jack", "points_court")
    if rules.deck == 40 or not rules.talon:
        yield "initial_jack"
    if rules.tabla == "value":
        yield "tabla_points"
    if not rules.most_cards:
        yield "most_tie"


def _side(rules: Rules) -> str:
    return "side" if rules.teams else "player"


_SECTIONS: Final[dict[str, Callable[[Rules], Paragraphs]]] = {
    "The deal": dealing,
    "What a card takes": captures,
    "Tabla": tabla,
    "Leftovers": _leftovers,
    "Points": _points,
    "The end of a game": _end,
    "Claims": _claims,
    "Settings that change nothing here": _idle,
}
