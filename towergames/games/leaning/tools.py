"""The tool for people with real pyramids, ``score leaning``: judges one placement by its facts, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.contract import Option, Score
from towergames.core.text import count
from towergames.core.tool import Tool, ToolError, shown
from towergames.games.leaning.model import FULL, PIPS, SIZES
from towergames.games.leaning.placement import (
    Facts,
    break_line,
    is_wreck,
    placement_lines,
    refusals,
    unplaced_line,
    wreck_line,
)

_NEEDED = ("size",)
_KNOWN = (
    "size",
    "held",
    "corners_on_table",
    "touches",
    "levels",
    "sizes",
    "contacts",
    "inside_point",
    "previous_size",
    "disturbed",
    "remaining",
    "holding",
)
_MOST = 200
_MOST_NAME = 20
_SEAT = 0


def score(document: Any, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Judge one placement.

    ``document``: ``{"size": "medium", "held": false, "corners_on_table": 1, "touches": ["P3"], "levels": {"P3": 0},
    "disturbed": [], "remaining": 9}``. ``remaining`` are the pieces not yet placed, without this one, held ones
    counted. Optional: ``sizes`` and ``contacts`` of the pieces touched (how many each touched before), ``inside_point``
    (names of pieces nested too far), ``previous_size``, ``holding`` (other held pieces). Answers ``{"verdict": "placed"
    | "illegal" | "break" | "wreck", "points": 2, "level": 0, "lines": [...], "refusals": [...]}``. Raises ToolError.
    """
    facts = _facts(document)
    disturbed = _names(document.get("disturbed", []), "disturbed")
    holding = _whole(document.get("holding", 0), 0, FULL, "holding")
    lines: tuple[Score, ...]
    found: list[tuple[str, str]] = []
    if disturbed:
        lost = holding + facts.held
        held = (unplaced_line(_SEAT, lost),) if lost else ()
        wrecked = is_wreck(len(disturbed), str(flags.get("three", "wreck")))
        first = _wrecked(document) if wrecked else break_line(_SEAT, len(disturbed))
        verdict, lines = "wreck" if wrecked else "break", (first, *held)
    else:
        both = str(flags.get("contacts", "both")) == "both"
        found = [*_size_rule(document, facts, flags), *((one.rule, one.text) for one in refusals(facts, both=both))]
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


def _wrecked(document: Mapping[str, Any]) -> Score:
    if "remaining" not in document:
        raise ToolError("remaining: a Wreck is charged by the pieces not yet placed; say how many, this one left out")
    return wreck_line(_SEAT, _whole(document["remaining"], 0, FULL - 1, "remaining"))


def _size_rule(document: Mapping[str, Any], facts: Facts, flags: Mapping[str, Any]) -> list[tuple[str, str]]:
    """L-7, L-12: another size than the last."""
    last = document.get("previous_size")
    if last is None:
        return []
    last = _size(last, "previous_size")
    if last != facts.size or (facts.held and str(flags.get("held", "any")) == "any"):
        return []
    return [("L-12" if facts.held else "L-7", f"The last piece placed was {last} too.")]


# --- reading ----------------------------------------------------------------------------------------


def _facts(document: Any) -> Facts:
    if not isinstance(document, Mapping):
        raise ToolError('expected an object such as {"size": "medium", "corners_on_table": 1, "touches": ["P3"]}')
    for key in document:
        if key not in _KNOWN:
            raise ToolError(f"unknown key {shown(key)}; known are {', '.join(_KNOWN)}")
    for key in _NEEDED:
        if key not in document:
            raise ToolError(f"{key}: missing; it is one of {', '.join(SIZES)}")
    held = document.get("held", False)
    if type(held) is not bool:
        raise ToolError(f"held: expected true or false, not {shown(held)}")
    _whole(document.get("remaining", 0), 0, FULL - 1, "remaining")
    touches = _names(document.get("touches", []), "touches")
    corners = _whole(document.get("corners_on_table", 0), 0, 5, "corners_on_table")
    levels = _numbers(document.get("levels", {}), "levels")
    if not corners:
        lacking = [name for name in touches if name not in levels]
        if lacking:
            raise ToolError(f"levels: the level of {lacking[0]} is missing; this piece does not touch the table")
    sizes = _map(document.get("sizes", {}), "sizes")
    return Facts(
        size=_size(document["size"], "size"),
        held=held,
        corners=corners,
        touches=touches,
        levels=levels,
        others=_numbers(document.get("contacts", {}), "contacts"),
        pips={name: PIPS[_size(size, f"sizes: {name}")] for name, size in sizes.items()},
        inside=_names(document.get("inside_point", []), "inside_point"),
    )


def _size(value: Any, where: str) -> str:
    if not isinstance(value, str) or value.strip().lower() not in SIZES:
        raise ToolError(f"{where}: {shown(value)} is not one of {', '.join(SIZES)}")
    return value.strip().lower()


def _names(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > _MOST:
        raise ToolError(f'{where}: expected a list of pieces such as ["P3", "P5"]')
    names = tuple(_name(one, where) for one in value)
    if len(set(names)) != len(names):
        raise ToolError(f"{where}: a piece stands there twice; pieces that touch twice have one contact (L-5)")
    return names


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= _MOST_NAME or not (value.isascii() and value.isprintable()):
        raise ToolError(f"{where}: {shown(value)} is no name of a piece; use short ones such as P3")
    return value


def _map(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping) or len(value) > _MOST:
        raise ToolError(f'{where}: expected an object such as {{"P3": ...}}')
    return {_name(name, where): entry for name, entry in value.items()}


def _numbers(value: Any, where: str) -> dict[str, int]:
    return {name: _whole(entry, 0, _MOST, f"{where}: {name}") for name, entry in _map(value, where).items()}


def _whole(value: Any, least: int, most: int, where: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ToolError(f"{where}: expected a whole number from {least} to {most}, not {shown(value)}")
    return value


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="score",
        help="Judge one placement of a real pyramid by its facts: legal or not, Break or Wreck, points line by line.",
        run=score,
        render=render,
        flags=(
            Option("contacts", "both|placed", ("both", "placed"), "Whose pips limit contacts (L-4)."),
            Option("three", "wreck|break", ("wreck", "break"), "What exactly three disturbed pieces are (L-15)."),
            Option("held", "any|other", ("any", "other"), "Whether a held piece may repeat the last size (L-12)."),
        ),
    ),
)
