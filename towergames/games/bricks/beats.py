"""The highlights of Brick Tower: the first legal tower, a tower that is handed in, a long word, and a medal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from towergames.core.contract import Seat
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.games.bricks import text
from towergames.games.bricks.construction import build
from towergames.games.bricks.judge import judge, list_for_play, medal
from towergames.games.bricks.model import Build, State
from towergames.games.bricks.moves import final_ledger
from towergames.games.bricks.pieces import Tower, write_tower
from towergames.games.bricks.rules import BUILDING, FoundWords, Readings, TowerFacts

LEGAL, HAND_IN, LONG_WORD, MEDAL, BEATEN = "legal", "hand-in", "long-word", "medal", "beaten"
LETTERS_OF_A_LONG_WORD = 6
MORE_THAN_ANY_TOWER = 1000
"""Points that no tower scores."""
LEGAL_SECONDS, HAND_IN_SECONDS, WORD_SECONDS, MEDAL_SECONDS = 0.8, 2.0, 1.6, 1.6


def highlights(play: Play) -> list[Highlight]:
    """The highlights of a play, in the order of its events."""
    found: list[Highlight] = []
    for number, event in enumerate(play.step.events):
        if event.kind == "step" and event.seat is not None:
            found += _legal(play, number, event.seat)
        elif event.kind == "reveal" and event.seat is not None and event.data["legal"]:
            found.append(_hand_in(play.step.state, number, event.seat, event.data))
        elif event.kind == "over":
            found += _long_word(play.step.state, number)
    return found


def beat_of_best(state: State, best: Any) -> Highlight | None:
    """The beat of a builder alone once the best tower known measures the result: a medal, or a beaten search."""
    if state.seats > 1 or not isinstance(best, Build):
        return None
    own, readings = final_ledger(state, 0).score, state.terms.readings
    tower = build((), best, state.cards_of(0), readings)
    most = judge(tower, list_for_play(state.list_id, state.list_sha256), readings).score or 0
    won = medal(own, most)
    if own is None or not won:
        return None
    kind = BEATEN if own > most else MEDAL
    return Highlight(kind, 0, own, (0,), MEDAL_SECONDS, points=own, data={"medal": won, "most": most})


def _legal(play: Play, number: int, seat: Seat) -> list[Highlight]:
    """The step with which a tower keeps all building rules, where its builder sees the score while building."""
    before, after = play.before, play.step.state
    if not after.terms.live or after.terms.discovery or _keeps_all(before.benches[seat].draft, before.terms.readings):
        return []
    bench = after.benches[seat]
    if not _keeps_all(bench.draft, after.terms.readings):
        return []
    told = text.all_rules_kept(seat)
    data = {"tower": write_tower(bench.draft)}
    return [Highlight(LEGAL, number, 1, (seat,), LEGAL_SECONDS, told, data=data, once=True)]


@lru_cache(maxsize=512)
def _keeps_all(tower: Tower, readings: Readings) -> bool:
    """Whether a tower keeps all building rules; no word list is needed for that."""
    facts = TowerFacts(tower, readings, FoundWords())
    return not any(breach for rule in BUILDING.values() for breach in rule(facts))


def _hand_in(state: State, number: int, seat: Seat, shown: Mapping[str, Any]) -> Highlight:
    """A legal tower that is shown at the end, with the points of each rule."""
    bench = state.benches[seat]
    points = {str(rule): gain for rule, gain in final_ledger(state, seat).points.items() if gain}
    data = {"tower": write_tower(bench.tower or ()), "points": points, "total": shown["points"]}
    data["words"] = shown["columns"]
    return Highlight(HAND_IN, number, shown["points"], (seat,), HAND_IN_SECONDS, points=shown["points"], data=data)


def _long_word(state: State, number: int) -> list[Highlight]:
    """The longest word of all legal towers, where it is long."""
    legal = [seat for seat in range(state.seats) if final_ledger(state, seat).legal]
    best = max(legal, key=lambda seat: len(state.found[seat].longest), default=None)
    word = state.found[best].longest if best is not None else ""
    if best is None or len(word) < LETTERS_OF_A_LONG_WORD:
        return []
    size = MORE_THAN_ANY_TOWER + len(word)  # beside the larger one of the towers
    told = text.long_word(best, word)
    return [Highlight(LONG_WORD, number, size, (best,), WORD_SECONDS, told, "scores", len(word), {"word": word})]
