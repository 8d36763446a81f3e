"""What a step would bring, as far as the player may know: shown before he commits."""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.contract import Verdict
from towergames.core.text import count
from towergames.games.bricks.allowing import BUILDING_STEPS
from towergames.games.bricks.building import build
from towergames.games.bricks.judge import Ledger, judge, settle
from towergames.games.bricks.model import PRICE_OF_A_RULE, Action, Adjust, Ask, Pick, State, Submit, View, known_rules
from towergames.games.bricks.nature import lexicon_of
from towergames.games.bricks.pieces import Piece, Tower
from towergames.games.bricks.rules import rules_named
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
            return Verdict(note=f"rule {number} becomes known for {PRICE_OF_A_RULE} point")
        case Submit(word):
            facts = ["hands this tower in, which is final"]
            if state.terms.live:
                facts.append(standing(_seen(state, bench.draft, word)) + _missing_list(state))
            return Verdict(note="; ".join(facts))
    if not isinstance(action, BUILDING_STEPS):
        return Verdict()
    cards = state.cards_of(state.active)
    tower = build(bench.draft, action, cards, state.terms.readings)  # type: ignore[arg-type]
    facts = [adjusted(tower[action.level - 1][action.place - 1])] if isinstance(action, Adjust) else []
    if state.terms.live:  # else no result is shown (B-27)
        facts.append(change(_seen(state, bench.draft), _seen(state, tower)) + _missing_list(state))
    return Verdict(note="; ".join(facts))


def _seen(state: State, tower: Tower, word: str = "") -> Insight:
    return insight(ledger_for(state, tower, word), known_rules(state.terms, state.benches[state.active]))


def _missing_list(state: State) -> str:
    here = lexicon_of(state.list_id, state.list_sha256) is not None
    return "" if here else f" without words, the list {state.list_id} is not here"


# --- in words ---------------------------------------------------------------------------------------

_UNKNOWN = "a rule that is not yet known"


def points(seen: Insight) -> str:
    """``47 points``, of the rules that the player knows."""
    return f"{count(seen.total, 'point')}{'' if seen.complete else ' by the rules known so far'}"


def standing(seen: Insight) -> str:
    """Whether a tower stands and with how many points, else which known rules it breaks."""
    if seen.legal:
        return f"the tower stands, with {points(seen)}"
    return f"the tower breaks {rules_named(seen.broken) if seen.broken else _UNKNOWN}"


def change(before: Insight, after: Insight) -> str:
    """What a step does to a tower: its points, or the rules that it mends or breaks and those that stay broken."""
    if after.legal:
        gain = after.total - before.total
        return f"{points(after)} ({gain:+d})" if before.legal else standing(after)
    if not after.broken:
        return f"breaks {_UNKNOWN}" if before.legal else f"{_UNKNOWN} stays broken"
    new = [rule for rule in after.broken if rule not in before.broken]
    mended = [rule for rule in before.broken if rule not in after.broken]
    open_ = [rule for rule in after.broken if rule in before.broken]
    facts = [f"mends {rules_named(mended)}"] if mended else []
    facts += [f"breaks {rules_named(new)}"] if new else []
    facts += [f"{rules_named(open_)} {'stays' if len(open_) == 1 else 'stay'} broken"] if open_ else []
    return "; ".join(facts)


def adjusted(piece: Piece) -> str:
    """``X weighs 5 tons instead of 4``."""
    tons = f"{piece.letter} weighs {count(piece.tons, 'ton')}"
    return f"{tons} instead of {piece.weight}" if piece.adjust else f"{tons} as printed"
