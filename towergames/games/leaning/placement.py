"""The judgement of one placement: its facts, the rules that it breaks, and its points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from towergames.core.contract import Refusal, Score, Seat
from towergames.core.text import count
from towergames.games.leaning import text
from towergames.games.leaning.layout import find, label, touched_by, without
from towergames.games.leaning.model import FOUNDATION, FULL, INSIDE_UM, PIPS, Aim, Layout

MOST_CORNERS = 2


@dataclass(frozen=True, slots=True)
class PlacementFacts:
    """One piece at rest, or about to be let go of.

    ``touches`` names the touched pieces. For each of these pieces, ``levels`` has the level, ``others`` the number of
    its contacts before, ``pips`` its contact limit (none if left out). ``inside`` names the pieces whose point and
    inside point meet. ``grounded`` pieces (the Foundation) must touch the table.
    """

    size: str
    held: bool
    corners: int
    touches: tuple[str, ...]
    levels: Mapping[str, int] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)
    pips: Mapping[str, int] = field(default_factory=dict)
    inside: tuple[str, ...] = ()
    grounded: bool = False

    @property
    def level(self) -> int:
        """L-9: 0 on the table, else one above the lowest piece touched."""
        if self.corners or not self.touches:
            return 0
        return 1 + min(self.levels.get(name, 0) for name in self.touches)

    @property
    def excess(self) -> int:
        """Number of touched pieces beyond its pips."""
        return max(0, len(self.touches) - PIPS[self.size])


def refusals(facts: PlacementFacts, *, both: bool) -> tuple[Refusal, ...]:
    """Every rule of placing that the piece breaks; ``both`` is L-4's option."""
    return tuple(_refusals(facts, both))


def _refusals(facts: PlacementFacts, both: bool) -> Iterator[Refusal]:
    if facts.corners > MOST_CORNERS:
        yield Refusal("L-1", text.corners(facts.corners))
    if facts.grounded and not facts.corners:
        yield Refusal("L-2", text.OFF_TABLE)
    if facts.held and facts.corners:
        yield Refusal("L-12", text.HELD_ON_TABLE)
    if not facts.corners and not facts.touches:
        yield Refusal("L-27", text.IN_THE_AIR)
    if facts.excess and not facts.held:  # a held piece may touch more (L-12)
        yield Refusal("L-4", text.contacts(facts.size, len(facts.touches)))
    for name in facts.inside[:1]:
        yield Refusal("L-8", text.inside_tip(name), spot(name))
    # The touched pieces need room for one contact more, even for a held piece.
    for name in facts.touches if both else ():
        others = facts.others.get(name, 0)
        if name in facts.pips and others >= facts.pips[name]:
            yield Refusal("L-26" if facts.held else "L-4", text.full(name, others), spot(name))


# --- a piece on the table or in the hand ---------------------------------------------------------------


def facts_of(layout: Layout, piece: int, before: Layout, *, held: bool = False) -> PlacementFacts:
    """The facts of a piece on the table; ``before`` is the table without it, for the contacts of the others (L-6)."""
    one = find(layout, piece)
    assert one is not None
    meets = {near for near in layout.near if near.gap <= INSIDE_UM and piece in (near.tip, near.hollow)}
    inside = sorted({near.hollow if near.tip == piece else near.tip for near in meets})
    return _facts(one.size, held, one.corners, touched_by(layout, piece), inside, before, piece)


def facts_aimed(size: str, held: bool, aim: Aim, before: Layout, piece: int = 0) -> PlacementFacts:
    """The facts of a piece in the hand. ``piece`` is its number if the table still shows it elsewhere."""
    return _facts(size, held, aim.corners, aim.touches, aim.inside, before, piece)


def _facts(
    size: str, held: bool, corners: int, touches: Collection[int], inside: Collection[int], before: Layout, piece: int
) -> PlacementFacts:
    known = {one.id: one for one in before.pieces}
    others = {other: len(set(touched_by(before, other)) - {piece}) for other in touches}
    return PlacementFacts(
        size=size,
        held=held,
        corners=corners,
        touches=tuple(map(label, touches)),
        levels={label(other): known[other].level for other in touches if other in known},
        others={label(other): count for other, count in others.items()},
        pips={label(other): PIPS[known[other].size] for other in touches if other in known},
        inside=tuple(map(label, inside)),
        grounded=piece in FOUNDATION,
    )


def why_not_legal(layout: Layout, piece: int, contacts: str) -> tuple[Refusal, ...]:
    """The rules that a piece on the table breaks. The size rule is not checked (L-17)."""
    return refusals(facts_of(layout, piece, without(layout, {piece})), both=contacts == "both")


def relevelled(layout: Layout, piece: int) -> Layout:
    """The table with the level of one piece recomputed (L-9)."""
    level = facts_of(layout, piece, layout).level
    return replace(layout, pieces=tuple(replace(one, level=level) if one.id == piece else one for one in layout.pieces))


# --- points -----------------------------------------------------------------------------------------


def placement_lines(facts: PlacementFacts, seat: Seat) -> tuple[Score, ...]:
    """L-10: every line that a legal placement scores, at once."""
    level = facts.level
    lines = [_line(seat, 1, "R-22", f"{facts.size} piece")]
    if level:
        lines.append(_line(seat, level, "R-23", f"level {level}"))
    if facts.corners == 1:
        lines.append(_line(seat, 1, "R-24", "one corner on the table"))
    if level and len(facts.touches) > 1:
        lines.append(_line(seat, -1, "R-26", f"on {len(facts.touches)} pieces"))
    if facts.held:
        lines.append(_line(seat, 2, "R-25", "held piece"))
        if facts.excess:
            lines.append(_line(seat, -facts.excess, "R-31", f"{count(facts.excess, 'contact')} too many"))
    return tuple(lines)


def unplaced_line(seat: Seat, pieces: int) -> Score:
    """L-13: the cost of held pieces that were never placed."""
    return _line(seat, -2 * pieces, "R-27", f"{count(pieces, 'held piece')} not placed")


def break_line(seat: Seat, disturbed: int) -> Score:
    """L-17: the cost of other pieces disturbed in a Break."""
    return _line(seat, -2 * disturbed, "R-28", f"{count(disturbed, 'piece')} moved")


def wreck_line(seat: Seat, remaining: int, *, begun: int = FULL, bump: bool = False) -> Score:
    """L-18: the cost of a Wreck: one point for each piece used, of those with which the player has ``begun``.

    ``remaining`` leaves out the piece that caused it.
    """
    how = "Bump" if bump else "Wreck"
    return _line(seat, remaining - begun, "R-29", f"{how} with {count(remaining, 'piece')} left")


def closed_line(seat: Seat, remaining: int) -> Score:
    """L-22: the cost of the pieces in hand when the game is closed."""
    return _line(seat, -remaining, "R-30", f"{count(remaining, 'piece')} left")


WRECK_PIECES = {"wreck": 3, "break": 4}
"""L-15: option ``three`` -> number of other pieces disturbed that makes a Wreck; fewer make a Break."""


def is_wreck(disturbed: int, three: str) -> bool:
    """L-15: whether this number of other pieces disturbed makes a Wreck; fewer make a Break.

    >>> [is_wreck(n, "wreck") for n in range(1, 5)], is_wreck(3, "break")
    ([False, False, True, True], False)
    """
    return disturbed >= WRECK_PIECES[three]


def is_wrecking_bump(disturbed: int) -> bool:
    """L-21: whether a Bump counts as a Wreck: more than three pieces, since no placed piece counts among them.

    >>> is_wrecking_bump(3), is_wrecking_bump(4)
    (False, True)
    """
    return disturbed > 3


def spot(name: str) -> str:
    """The spot key of a piece on the board."""
    return f"piece:{name}"


def _line(seat: Seat, points: int, rule: str, note: str) -> Score:
    return Score(seat, points, points, rule, note)
