"""What a step would bring, as far as the player may know: shown before he commits."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Verdict
from towergames.games.bricks.allowing import BUILDING_STEPS
from towergames.games.bricks.building import build
from towergames.games.bricks.judge import Ledger, judge, settle
from towergames.games.bricks.model import PRICE_OF_A_RULE, Action, Ask, Pick, State, Submit, View, known_rules
from towergames.games.bricks.nature import lexicon_of
from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.rules import listed
from towergames.games.bricks.words import Found


@dataclass(frozen=True, slots=True)
class Insight:
    """A ledger as far as a player knows the rules (B-25).

    ``legal`` is told always; ``broken`` are the known rules that are broken, ``points`` the points of the known rules.
    ``complete`` says that all rules are known, so that their sum is the score.
    """

    legal: bool
    broken: dict[int, tuple[str, ...]]
    points: dict[int, int]
    complete: bool

    @property
    def total(self) -> int:
        """The points of the known rules together."""
        return sum(self.points.values())


def ledger_for(state: State | View, tower: Tower, word: str = "") -> Ledger:
    """The ledger of a tower in this game, with the whole truth; without its word list, no words are found."""
    lexicon = lexicon_of(state.list_id, state.list_sha256)
    readings = state.terms.readings
    if lexicon is None:
        return settle(tower, Found(), readings)
    return judge(tower, lexicon, readings, word=(word or "-") if state.terms.typed else "")


def insight(ledger: Ledger, known: frozenset[int]) -> Insight:
    """What somebody who knows these rules may read in a ledger."""
    return Insight(
        legal=ledger.legal,
        broken={number: told for number, told in ledger.violations.items() if number in known},
        points={number: points for number, points in ledger.points.items() if number in known},
        complete=len(known) == 36,
    )


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on an allowed step. Never tells more than the player may know."""
    bench = state.benches[state.active]
    match action:
        case Pick():
            return Verdict(note=f"card {len(state.picked[state.active]) + 1} of {state.hand}")
        case Ask(number):
            return Verdict(note=f"rule {number} comes to light for {PRICE_OF_A_RULE} point")
        case Submit(word):
            return Verdict(note=f"hands this tower in for good; {_told(state, bench.draft, word)}".rstrip("; "))
    if isinstance(action, BUILDING_STEPS):
        cards = state.cards_of(state.active)
        tower = build(bench.draft, action, cards, state.terms.readings)  # type: ignore[arg-type]
        return Verdict(note=_told(state, tower))
    return Verdict()


def _told(state: State, tower: Tower, word: str = "") -> str:
    """A tower in a few words: what it breaks or what it scores; nothing where the ledger is closed (B-27)."""
    if not state.terms.live:
        return ""
    known = known_rules(state.terms, state.benches[state.active])
    seen = insight(ledger_for(state, tower, word), known)
    missing = (
        "" if lexicon_of(state.list_id, state.list_sha256) else f" without words, the list {state.list_id} is not here"
    )
    if seen.legal:
        return f"{seen.total} points{'' if seen.complete else ' by the rules you know'}{missing}"
    if not seen.broken:
        return "illegal by a rule that has not come to light"
    return f"illegal by rule{'s' * (len(seen.broken) > 1)} {listed(list(seen.broken))}"
