"""What a card takes under a rule set, and what a tabla is, in the words of a player."""

from collections.abc import Iterator

from tablic.rules import Rules

from tablic_tournaments.words import number, points

__all__ = ["captures", "tabla"]


def captures(rules: Rules) -> Iterator[str]:
    """The paragraphs on what a card takes."""
    yield (
        "In your turn you play one card. It takes cards from the table, or it takes nothing and "
        "stays there. Suits do not matter."
    )
    yield _values(rules)
    yield " ".join(_groups(rules))
    if _sweeps(rules):
        yield (
            "A jack is different: it takes the whole table, or nothing. A jack on the table has "
            "no value and is in no sum; only another jack takes it."
        )
    yield " ".join(_duties(rules))


def tabla(rules: Rules) -> Iterator[str]:
    """The paragraphs on clearing the table."""
    last = (
        "The last play of a hand can be one too."
        if rules.tabla_last_card
        else "The last play of a hand is never one, but what it takes counts."
    )
    jack = " A jack never makes one." if _sweeps(rules) else ""
    yield f"A play that takes all that lies on the table is a tabla. {last}{jack}"
    if rules.tabla == "points":
        yield f"Each tabla scores {points(rules.tabla_points)}."
        return
    yield (
        "A tabla scores the value of all its cards, the played one too: an eight that takes an "
        "eight alone scores 16. Aces count as they were used, and a played ace 11: an ace that "
        "takes an ace alone scores 22."
    )


def _sweeps(rules: Rules) -> bool:
    return rules.jack == "sweep" and rules.deck == 52


def _values(rules: Rules) -> str:
    courts = "queen 13, king 14, " if _sweeps(rules) else "jack 12, queen 13, king 14, "
    if rules.deck == 40:
        courts = ""
    return (
        f"Cards from two to ten have their number as value, {courts}ace 1 or 11. Each ace that is "
        "taken counts 1 or 11 as you need it. An ace that you play takes aces, "
        "and cards that add up to 11."
    )


def _groups(rules: Rules) -> Iterator[str]:
    yield (
        "A card takes a card of its own rank, or a group of cards that add up to its value: "
        f"{_example(rules)}."
    )
    if rules.max_groups == 1:
        yield "It takes one of these at a time: a nine takes one nine, not two."
        return
    most = f", {number(rules.max_groups)} at the most" if rules.max_groups else ""
    both = "6+4 and 7+3" if rules.max_groups == 2 else "10, 6+4 and 7+3"
    yield (
        f"It takes several of these at once{most}, but no card counts in two of them: a ten takes "
        f"{both} in one play."
    )


def _example(rules: Rules) -> str:
    if rules.deck == 40:
        return "a ten takes 6+4, or 7+2+A"
    return "a king takes Q+A, or 9+5" if _sweeps(rules) else "a king takes J+2, Q+A, or 9+5"


def _duties(rules: Rules) -> Iterator[str]:
    yield {
        "never": "You never have to take.",
        "card": "You choose the card, but if it can take something it must.",
        "hand": "If any card you hold can take something you must take, with a card of your "
        "choice that can.",
    }[rules.must_capture]
    yield {
        "any": "What you take is up to you: it may be less than the card could take.",
        "maximal": (
            "If a card takes, it takes all it can: you may not take some cards where the same "
            "card could take these and others with them. Where there is a choice of which cards, "
            "it is yours."
        ),
    }[rules.capture_extent]
