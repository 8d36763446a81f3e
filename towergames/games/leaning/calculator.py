"""Judges one placement of a real pyramid by its facts, line by line: ``score leaning``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from towergames.core.contract import Score
from towergames.core.text import count
from towergames.core.tool import ToolError, shown
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

_SEAT = 0


def score(document: Any, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Judge one placement.

    ``document``: ``{"size": "medium", "held": false, "corners_on_table": 1, "touches": ["P3"], "levels": {"P3": 0},
    "disturbed": [], "remaining": 9}``. ``remaining`` are the pieces not yet placed, without this one, held ones
    counted. Optional: ``sizes`` and ``contacts`` of the pieces touched (how many each touched before), ``inside_point``
    (names of pieces nested too far), ``previous_size``, ``holding`` (other held pieces). Answers ``{"verdict": "placed"
    | "illegal" | "break" | "wreck", "points": 2, "level": 0, "lines": [...], "refusals": [...]}``. Raises ToolError.
    """
    given = _read(document)
    facts = _facts(given)
    lines: tuple[Score, ...]
    found: list[tuple[str, str]] = []
    if given["disturbed"]:
        disturbed, lost = len(given["disturbed"]), given["holding"] + facts.held
        wrecked = is_wreck(disturbed, str(flags.get("three", "wreck")))
        if wrecked and given["remaining"] is None:
            raise ToolError(
                "remaining: a Wreck is charged by the pieces not yet placed; say how many, this one left out"
            )
        first = wreck_line(_SEAT, given["remaining"]) if wrecked else break_line(_SEAT, disturbed)
        verdict, lines = "wreck" if wrecked else "break", (first, *((unplaced_line(_SEAT, lost),) if lost else ()))
    else:
        both = str(flags.get("contacts", "both")) == "both"
        # L-7, L-12: another size than the last.
        if given["previous_size"] == facts.size and not (facts.held and str(flags.get("held", "any")) == "any"):
            found.append(("L-12" if facts.held else "L-7", f"The last piece placed was {facts.size} too."))
        found += [(one.rule, one.text) for one in refusals(facts, both=both)]
        verdict, lines = ("illegal", ()) if found else ("placed", placement_lines(facts, _SEAT))
    return {
        "verdict": verdict,
        "points": sum(line.points for line in lines),
        "level": facts.level,
        "lines": [{"rule": line.rule, "points": line.points, "note": line.note} for line in lines],
        "refusals": [{"rule": rule, "text": text} for rule, text in found],
    }


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


# --- reading ----------------------------------------------------------------------------------------


_Reader = Callable[[Any, str], Any]


def _read(document: Any) -> dict[str, Any]:
    """Every value of the document, checked; those that are left out as they are then."""
    if not isinstance(document, Mapping):
        raise ToolError('expected an object such as {"size": "medium", "corners_on_table": 1, "touches": ["P3"]}')
    for key in document:
        if key not in _READERS:
            raise ToolError(f"unknown key {shown(key)}; known are {', '.join(_READERS)}")
    if "size" not in document:
        raise ToolError(f"size: missing; it is one of {', '.join(SIZES)}")
    return {
        key: reader(document[key], key) if key in document else absent for key, (absent, reader) in _READERS.items()
    }


def _facts(given: Mapping[str, Any]) -> PlacementFacts:
    levels, touches = given["levels"], given["touches"]
    lacking = [name for name in touches if name not in levels]
    if lacking and not given["corners_on_table"]:
        raise ToolError(f"levels: the level of {lacking[0]} is missing; this piece does not touch the table")
    return PlacementFacts(
        size=given["size"],
        held=given["held"],
        corners=given["corners_on_table"],
        touches=touches,
        levels=levels,
        others=given["contacts"],
        pips={name: PIPS[size] for name, size in given["sizes"].items()},
        inside=given["inside_point"],
    )


def _flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        raise ToolError(f"{where}: expected true or false, not {shown(value)}")
    return value


def _size(value: Any, where: str) -> str:
    if not isinstance(value, str) or value.strip().lower() not in SIZES:
        raise ToolError(f"{where}: {shown(value)} is not one of {', '.join(SIZES)}")
    return value.strip().lower()


def _names(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > _MOST:
        raise ToolError(f'{where}: expected a list of pieces such as ["P3", "P5"]')
    names = tuple(_name(one, where) for one in value)
    if len(set(names)) != len(names):
        raise ToolError(f"{where}: a piece stands there twice; pieces that touch twice have one contact. L-5")
    return names


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= _MOST_NAME or not (value.isascii() and value.isprintable()):
        raise ToolError(f"{where}: {shown(value)} is not a name of a piece. Use short ones such as P3")
    return value


def _map(read: _Reader) -> _Reader:
    def mapping(value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, Mapping) or len(value) > _MOST:
            raise ToolError(f'{where}: expected an object such as {{"P3": ...}}')
        return {_name(name, where): read(entry, f"{where}: {name}") for name, entry in value.items()}

    return mapping


def _whole(least: int, most: int) -> _Reader:
    def whole(value: Any, where: str) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ToolError(f"{where}: expected a whole number from {least} to {most}, not {shown(value)}")
        return value

    return whole


_MOST, _MOST_NAME = 200, 20
_READERS: dict[str, tuple[Any, _Reader]] = {
    "size": ("", _size),
    "held": (False, _flag),
    "corners_on_table": (0, _whole(0, 5)),
    "touches": ((), _names),
    "levels": ({}, _map(_whole(0, _MOST))),
    "sizes": ({}, _map(_size)),
    "contacts": ({}, _map(_whole(0, _MOST))),
    "inside_point": ((), _names),
    "previous_size": (None, lambda value, where: None if value is None else _size(value, where)),
    "disturbed": ((), _names),
    "remaining": (None, _whole(0, FULL - 1)),
    "holding": (0, _whole(0, FULL)),
}
"""Key -> what it is where it is left out, and how it is read."""
