"""Judge one placement of a physical pyramid by its facts, line by line: ``score leaning``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, field

from towergames.core.contract import Score
from towergames.core.text import count
from towergames.core.tool import ToolError
from towergames.games.leaning.model import FULL, PIPS, SIZES
from towergames.games.leaning.placement import (
    PlacementFacts,
    break_line,
    is_wreck,
    placement_lines,
    refusals,
    unplaced_line,
    wreck_line,
)
from towergames.tool_documents import DocumentPart, read_document

_SEAT = 0


MOST_PIECES = 200

SizeName = Annotated[
    str, Meta(pattern=rf"(?ai)\A\s*({'|'.join(SIZES)})\s*\Z", description=f"one of {', '.join(SIZES)}")
]
Name = Annotated[str, Meta(pattern=r"\A[ -~]{1,20}\Z", description="a short name of a piece such as P3")]
Names = Annotated[
    tuple[Name, ...],
    Meta(max_length=MOST_PIECES, description=f'a list of at most {MOST_PIECES} pieces such as ["P3", "P5"]'),
]
_BY_NAME = Meta(max_length=MOST_PIECES, description=f'an object of at most {MOST_PIECES} pieces such as {{"P3": ...}}')
Counts = Annotated[dict[Name, Annotated[int, Meta(ge=0, le=MOST_PIECES)]], _BY_NAME]


class PlacementDocument(DocumentPart):
    """One placement of a piece, see :func:`score`. Sizes may have capital letters, and blanks around them."""

    size: SizeName
    held: bool = False
    corners_on_table: Annotated[int, Meta(ge=0, le=5)] = 0
    touches: Names = ()
    levels: Counts = field(default_factory=dict)
    sizes: Annotated[dict[Name, SizeName], _BY_NAME] = field(default_factory=dict)
    contacts: Counts = field(default_factory=dict)
    inside_point: Names = ()
    previous_size: SizeName | None = None
    disturbed: Names = ()
    remaining: Annotated[int, Meta(ge=0, le=FULL - 1)] | None = None
    holding: Annotated[int, Meta(ge=0, le=FULL)] = 0


def score(document: Any, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Judge one placement. Raises ToolError.

    ``document``: ``{"size": "medium", "held": false, "corners_on_table": 1, "touches": ["P3"], "levels": {"P3": 0},
    "disturbed": [], "remaining": 9}``. ``remaining`` counts the pieces not yet placed, held ones too, without this one.
    Optional keys: ``sizes`` and ``contacts`` of the touched pieces (number of contacts before), ``inside_point`` (names
    of pieces nested too far), ``previous_size``, ``holding`` (number of other held pieces).

    The answer: ``{"verdict": "placed" | "illegal" | "break" | "wreck", "points": 2, "level": 0, "lines": [...],
    "refusals": [...]}``.
    """
    given = read_document(document, PlacementDocument, 'an object such as {"size": "medium", "touches": ["P3"]}')
    facts = _facts(given)
    lines: tuple[Score, ...] = ()
    broken: list[tuple[str, str]] = []
    if given.disturbed:
        verdict, lines = _disturbed(given, flags)
    elif broken := _broken_rules(given, facts, flags):
        verdict = "illegal"
    else:
        verdict, lines = "placed", placement_lines(facts, _SEAT)
    return {
        "verdict": verdict,
        "points": sum(line.points for line in lines),
        "level": facts.level,
        "lines": [{"rule": line.rule, "points": line.points, "note": line.note} for line in lines],
        "refusals": [{"rule": rule, "text": text} for rule, text in broken],
    }


def _disturbed(given: PlacementDocument, flags: Mapping[str, Any]) -> tuple[str, tuple[Score, ...]]:
    """The verdict on a placement that moved other pieces, with its score lines. Raises ToolError."""
    moved = len(given.disturbed)
    unplaced = given.holding + given.held
    more = (unplaced_line(_SEAT, unplaced),) if unplaced else ()
    if not is_wreck(moved, str(flags.get("three", "wreck"))):
        return "break", (break_line(_SEAT, moved), *more)
    if given.remaining is None:
        raise ToolError("remaining: a Wreck is charged by the pieces not yet placed; say how many, this one left out")
    return "wreck", (wreck_line(_SEAT, given.remaining), *more)


def _broken_rules(given: PlacementDocument, facts: PlacementFacts, flags: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Rule ids and sentences of the rules that a placement breaks."""
    broken = []
    free_size = given.held and str(flags.get("held", "any")) == "any"
    if given.previous_size is not None and _size(given.previous_size) == facts.size and not free_size:
        # L-7, L-12: another size than the last.
        broken.append(("L-12" if given.held else "L-7", f"The last piece placed was {facts.size} too."))
    both = str(flags.get("contacts", "both")) == "both"
    return broken + [(refusal.rule, refusal.text) for refusal in refusals(facts, both=both)]


def render(result: Mapping[str, Any]) -> str:
    """The result of :func:`score` for people: the verdict, then a line for every rule."""
    points = count(result["points"], "point")
    head = {
        "placed": f"placed on level {result['level']}: {points}",
        "illegal": "not legal: take it back and place it again",
        "break": f"a Break: {points}, the piece is lost, rebuild what fell",
        "wreck": f"a Wreck: {points}, and out of this game",
    }[result["verdict"]]
    lines = [f"{line['points']:>+5}  {line['rule']:<5} {line['note']}" for line in result["lines"]]
    broken = [f"       {one['rule']:<5} {one['text']}" for one in result["refusals"]]
    return "\n".join([head, *lines, *broken])


def _facts(given: PlacementDocument) -> PlacementFacts:
    """The facts for the rules. Raises ToolError for missing or contradictory facts."""
    for key, names in (
        ("touches", given.touches),
        ("inside_point", given.inside_point),
        ("disturbed", given.disturbed),
    ):
        if len(set(names)) != len(names):
            raise ToolError(f"{key}: a piece stands there twice; pieces that touch twice have one contact. L-5")
    lacking = [name for name in given.touches if name not in given.levels]
    if lacking and not given.corners_on_table:
        raise ToolError(f"levels: the level of {lacking[0]} is missing; this piece does not touch the table")
    return PlacementFacts(
        size=_size(given.size),
        held=given.held,
        corners=given.corners_on_table,
        touches=given.touches,
        levels=given.levels,
        others=given.contacts,
        pips={name: PIPS[_size(size)] for name, size in given.sizes.items()},
        inside=given.inside_point,
    )


def _size(written: str) -> str:
    return written.strip().lower()
