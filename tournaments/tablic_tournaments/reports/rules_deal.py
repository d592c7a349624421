"""How a rule set deals, in the words of a player."""

from collections.abc import Iterator

from tablic.rules import Rules

from tablic_tournaments.words import count, number

__all__ = ["dealing"]


def dealing(rules: Rules) -> Iterator[str]:
    """The paragraphs on the deal."""
    yield " ".join(_deals(rules))
    yield from _first_jacks(rules)
    yield from _offer(rules)
    if rules.show_bottom_card:
        yield (
            "The last card of the pack is shown to all from the start. It goes to the dealer, "
            "with the last deal."
        )
    yield (
        "Play goes round from the seat after the dealer, and the dealer plays last. Seat 0 deals "
        "the first hand, and the deal passes to the next seat after each hand."
    )


def _deals(rules: Rules) -> Iterator[str]:
    table = f"{count(rules.talon, 'card')} face up on the table" if rules.talon else ""
    yield f"The dealer lays {table}." if table else "The table is empty at first."
    yield f"Each player gets {count(rules.hand, 'card')}."
    full, rest = divmod(rules.deck - rules.talon, rules.players * rules.hand)
    deals = [rules.hand] * full + ([rest // rules.players] if rest else [])
    if len(deals) > 1:
        yield (
            f"When these are played, the same dealer deals again{_no_table(rules)}, until the "
            f"pack is out: {number(len(deals))} deals in all."
        )
    if rest:
        last = "the last deal" if full else "the only deal"
        yield f"There are fewer cards for {last}, {number(deals[-1])} each."
    elif rules.uneven_last_deal == "refuse":
        yield "No deal may be smaller."
    if len(deals) == 1:
        yield "The whole pack is dealt at once."
    yield "All of this is one hand."


def _no_table(rules: Rules) -> str:
    return ", with no new cards for the table" if rules.talon else ""


def _first_jacks(rules: Rules) -> Iterator[str]:
    if rules.deck == 40 or not rules.talon:
        return
    if rules.initial_jack == "keep":
        if rules.jack == "sweep":
            yield "Jacks among the first cards on the table stay there."
        return
    where = {
        "bury": "the first one to its bottom, each later one into the middle of what is left of it",
        "bottom": "to its bottom",
    }[rules.initial_jack]
    yield (
        "The table starts without jacks. One that is turned up goes back into the pack, and all "
        f"see it: {where}. The next card that is no jack takes its place."
    )


def _offer(rules: Rules) -> Iterator[str]:
    if not rules.talon_offer:
        return
    it, goes = ("it", "lies") if rules.talon == 1 else ("them", "lie")
    new = "a new one is" if rules.talon == 1 else f"{number(rules.talon)} new ones are"
    most = min(rules.hand, (rules.deck - rules.talon) // rules.players)
    more = f"only {count(most - rules.talon, 'card')} more" if most > rules.talon else "no more"
    yield (
        "But before that the player after the dealer looks at the table's first "
        f"{count(rules.talon, 'card')} alone, and may keep {it}. If so, nobody else sees {it}, the "
        f"player gets {more}, and {new} laid on the table. If not, "
        f"{'it' if rules.talon == 1 else 'they'} {goes} on the table. All learn which it was."
    )
