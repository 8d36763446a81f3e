"""The reason why a tower has lost: a broken rule, or the scoring rule with which the winner got ahead."""

from __future__ import annotations

from towergames.core.contract import Score, Seat, Step
from towergames.core.rulesheet import RuleSheet
from towergames.core.text import count
from towergames.games.bricks.model import State


def losses(sheet: RuleSheet, step: Step[State], seat: Seat) -> tuple[str, ...]:
    """The reasons why the tower of a seat scores nothing, or less than the best."""
    shown = [event for event in step.events if event.kind == "reveal"]
    if not shown:
        return ()
    mine = shown[seat]
    if not mine.data["legal"]:
        return (f"{mine.text}.",)
    best = max(shown, key=lambda event: event.data["points"])
    more = best.data["points"] - mine.data["points"]
    if more <= 0 or best.seat is None:
        return ()
    told = f"{{{best.seat}}}'s tower scores {count(more, 'point')} more than {{{seat}}}'s."
    lead = _lead(step.scores, best.seat, seat)
    if lead is None:
        return (told,)
    rule, theirs, own = lead
    titles = {rule.id: rule.title for rule in sheet.rules}
    return (told, f"Most of that is {titles[rule]}: {count(theirs, 'point')} to {own}.")


def _lead(lines: tuple[Score, ...], other: Seat, seat: Seat) -> tuple[str, int, int] | None:
    """The rule with which another player got furthest ahead of a seat, and what it gave to each; None if none did."""
    sums: dict[str, list[int]] = {}
    for line in lines:
        if line.seat in (other, seat):
            sums.setdefault(line.rule, [0, 0])[line.seat == seat] += line.points
    leads = [(theirs - own, rule, theirs, own) for rule, (theirs, own) in sums.items() if theirs > own]
    if not leads:
        return None
    _, rule, theirs, own = max(leads)
    return rule, theirs, own
