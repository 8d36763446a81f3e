"""Examples for the rules browser: towers that keep a rule, break it, or score by it, drawn by the same board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from towergames.board.protocol import Context
from towergames.core.contract import Decide
from towergames.games.bricks.board.position import ledger
from towergames.games.bricks.board.ui_state import BricksContext, Ui
from towergames.games.bricks.game import GAME
from towergames.games.bricks.model import Bench, Draft, View, rule_id
from towergames.games.bricks.moves import points_change
from towergames.games.bricks.pieces import Tower, read_tower
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.tutorial import examples

PHASE = "example"
LEAST = (54, 8)

WORKED = "A5RY R3HY W4RY #Y #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"
"""A legal tower of 75 points."""
SMALLER_BY_A_WINDOW = "A5RY R3HY W4RY #Y / E4TB N5RB #B / D4RB T3HB #B #B / O5HY #Y / R3RY"
"""WORKED without one yellow window, so that two levels have the same size."""
MINI = "N4HR O2RR Q1RR S2HR #R / F4TB G2HB H5RB O2RB #B / I5RY O4HY T4TY W3TY #Y"
"""A mini deal."""


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """Towers that show one rule by number, captioned by ``captions`` or by the verdict of that rule."""

    rule: int
    towers: tuple[str, ...]
    captions: tuple[str, ...] = ()


FINE_PRINT: dict[str, ExamplePosition] = {
    "R-2": ExamplePosition(2, (WORKED, "A5RY R3HY / E4TB")),
    "B-1": ExamplePosition(31, ("A5RY *=R3HY", "A5RY *=#Y")),
    "B-2": ExamplePosition(18, ("A5RY *=Q4HY-1",)),
    "B-3": ExamplePosition(11, ("(A5RY+#R)=E4TB #B", "(A5RY+#R)=E4TB #B / N3TY R1RY")),
    "B-4": ExamplePosition(8, ("J5RR+1 Q1TR-1",)),
    "B-5": ExamplePosition(5, ("A5RY / E4TB", "A5RY / E4TB N1RB")),
    "B-6": ExamplePosition(6, ("A5RY R5HY / E4TB", "A5RY R5HY / E5TB")),
    "B-7": ExamplePosition(9, ("D4RB #B", "#B")),
    "B-8": ExamplePosition(30, ("D4RB O3HB T2TB #B #B",)),
    "B-9": ExamplePosition(17, ("A4RY / J1TB-1", "A5RY / J1TB-1")),
    "B-10": ExamplePosition(24, ("D4RB *=T3HB", "D4RB *=A3HB")),
    "B-11": ExamplePosition(1, ("E5RY E4TY #Y R3HY / D4RB #B / N3RB / T1HY",)),
    "B-12": ExamplePosition(35, ("A4RB Z3TB", "Y4RB Z3TB")),
    "B-13": ExamplePosition(15, ("T5HY A4RY N3RY / O3HB / P4HB O2TB / S1RY T1RY",)),
    "B-14": ExamplePosition(19, ("E5HY R4TY / O3HB W2TB / T4HY",)),
    "B-15": ExamplePosition(34, ("A5RY B4RY C3RY / D3RB E3RB F3RB / G2RY H2RY I2RY",)),
    "B-16": ExamplePosition(32, ("E5HY / D4RB / C3RY / B2RB / A1RY / A1HB",)),
    "B-17": ExamplePosition(13, ("A5HY N5RY #Y / *=#B T2RB",)),
    "B-18": ExamplePosition(25, ("E5HR R4RR #R / O3HB",)),
    "B-19": ExamplePosition(2, (WORKED, "A5RY R3HY / E4TB")),
    "B-20": ExamplePosition(
        2, (WORKED, SMALLER_BY_A_WINDOW), ("Ann: 75 points, so she wins", "Bob, from the same cards: 58")
    ),
    "B-21": ExamplePosition(15, ("T5HY / A3HB / C1RY",)),
    "B-22": ExamplePosition(
        2, ("R3HY A5RY / E4TB O3HY", WORKED), ("a draft may break every rule", "another draft, to hand in")
    ),
    "B-23": ExamplePosition(2, ("A5RY A5RY",), ("only where A5RY was dealt twice",)),
    "B-24": ExamplePosition(
        2, ("A5RY R3HY / E4TB", "D4RB T3HB / O5HY"), ("from the cards that Ann took", "from Bob's")
    ),
    "B-25": ExamplePosition(
        2, ("A5RY R3HY W4RY", "A5RY R3HY W4RY / E4TB N5RB #B"), ("3 cards: one rule more", "6 cards: two")
    ),
    "B-26": ExamplePosition(2, (MINI,), ("the cards of puzzle M-G2XEW, without the natural wildcard",)),
    "B-28": ExamplePosition(2, ("A5RY R3HY W4RY / E4TB N5RB",), ("time is over: handed in like this, for nothing",)),
    "B-29": ExamplePosition(2, ("T5RR", "T2HB", "T4TY"), ("the red T", "the blue T", "the yellow T")),
    "B-31": ExamplePosition(2, (WORKED,), ("75 points; silver where 99 are known",)),
}
"""Examples by rule id, where the rule sheet has no towers."""


def is_example(view: View) -> bool:
    """Whether the view is that of an example."""
    return view.phase == PHASE


@cache
def example(rule_id: str) -> BricksContext | None:
    """A position that shows the rule, or None when it needs no picture."""
    wanted = rule_id.strip().upper()
    shown = FINE_PRINT.get(wanted)
    if shown is not None:
        return _context(wanted, shown.rule, tuple(read_tower(text) for text in shown.towers))
    rule_example = examples().get(wanted)
    if not rule_example or not wanted.startswith("R-"):
        return None
    return _context(wanted, int(wanted[2:]), tuple(shown.tower for shown in rule_example))


def _context(rule_id: str, rule: int, towers: tuple[Tower, ...]) -> BricksContext:
    drafts = tuple(Draft(f"t{number}", tower) for number, tower in enumerate(towers, start=1))
    bench = Bench(drafts, drafts[0].name, None, "", (), 0, 0)
    begun = GAME.view(GAME.new(1, {}), 0)
    view = replace(begun, phase=PHASE, list_id="standard", list_sha256="", code=rule_id, first=rule, benches=(bench,))
    return Context(GAME, view, Decide(0, PHASE), 0, ("Ann",), Ui(zone="tower"))


def caption(c: BricksContext, tower: Tower) -> tuple[str, bool]:
    """The sentence of the example's rule on a tower, and whether the rule is kept."""
    shown = FINE_PRINT.get(c.view.code)
    own = c.view.benches[0]
    if shown is not None and shown.captions and own is not None:
        return shown.captions[[draft.tower for draft in own.drafts].index(tower)], True
    rule = c.view.first
    judged = ledger(c, tower)
    if rule == 2:
        return (f"stands: {judged.score} points", True) if judged.legal else ("breaks rules: no score", False)
    name = f"{RULE_NAMES[rule]}: " if c.view.code != rule_id(rule) else ""
    if rule in judged.points:
        return f"{name}{points_change(judged.points[rule])}", judged.points[rule] > 0
    violations = judged.violations.get(rule)
    return (f"{name}broken, {violations[0]}", False) if violations else (f"{name}kept", True)
