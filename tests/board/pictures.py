"""For the tests of boards: what holds of every picture, and golden pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.board.player import Player
from towergames.board.palette import THEMES, resolve
from towergames.board.protocol import Picture, Style
from towergames.core.text import cell_width

SIGNS = frozenset(chr(c) for c in range(33, 127))
GLYPHS = frozenset(chr(c) for c in (*range(32, 127), *range(0x2500, 0x25A0))) | frozenset("ë")
PARTING_ROWS = 6
"""Rows of a line from which it parts two panels; the frames of cards are lower."""
GOLDENS = Path(__file__).parents[1] / "golden" / "boards"


@cache
def known(role: str, shaded: bool) -> bool:
    """Whether a colour is the name of one; ``shaded``: or such a colour in more or less light, or any of a picture."""
    if not shaded or not role:
        return role in {*THEMES["dark"], ""}
    names = {part.partition("~")[0] for part in role.split("/")}
    return all(name in THEMES["dark"] or name.startswith("#") for name in names) and all(
        "~" not in resolve(theme, role) for theme in THEMES
    )


def sound(
    picture: Picture, width: int, height: int, *, glyphs: frozenset[str] | None = GLYPHS, shaded: bool = True
) -> None:
    """Exactly that size, known glyphs (None: any) and colours, spots inside and unlike, cursor inside."""
    canvas = picture.canvas
    assert (canvas.width, canvas.height) == (width, height)
    for y in range(height):
        row, runs = canvas.row(y), canvas.runs(y)
        assert cell_width(row) == sum(cell_width(run.text) for run in runs) == width
        assert row.isprintable() and (glyphs is None or set(row) <= glyphs)
        assert all(known(role, shaded) for run in runs for role in (run.ink.fg, run.ink.bg))
    assert canvas.text(ascii_only=True).isascii()
    assert touching(picture) == [], "words touch a line between panels"
    keys = [spot.key for spot in picture.spots]
    assert len(keys) == len(set(keys))
    for spot in picture.spots:
        assert 0 <= spot.x < spot.x + spot.width <= width, spot
        assert 0 <= spot.y < spot.y + spot.height <= height, spot
    if picture.cursor is not None:
        assert 0 <= picture.cursor[0] < width and 0 <= picture.cursor[1] < height


def touching(picture: Picture) -> list[str]:
    """The rows in which a letter, digit or sign stands directly beside a line between panels."""
    rows = [picture.canvas.row(y) for y in range(picture.canvas.height)]
    columns = ["".join(column) for column in zip(*rows, strict=True)] if len({len(row) for row in rows}) == 1 else []
    parting = re.compile(rf"[│┃]{{{PARTING_ROWS},}}")
    lines = [(x, line.span()) for x, column in enumerate(columns) for line in parting.finditer(column)]
    around = [(x, rows[y]) for x, span in lines for y in range(*span)]
    return [row for x, row in around if not SIGNS.isdisjoint(row[max(0, x - 1) : x + 2])]


def as_before(name: str, size: Sequence[int], *parts: str) -> None:
    """The parts are those of the golden file. ``TOWERGAMES_GOLDEN=write`` writes it anew."""
    text = f"\n{'=' * 20}\n".join(parts) + "\n"
    path = GOLDENS / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("TOWERGAMES_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def seven_bit(picture: Picture) -> None:
    """In ASCII every row is as long as with all glyphs."""
    text = picture.canvas.text(ascii_only=True)
    assert text.isascii()
    assert [len(row) for row in text.split("\n")] == [len(row) for row in picture.canvas.text().split("\n")]


Four = tuple[int, int, int, int]


def draw(p: Player, size: Four) -> tuple[Picture, Picture]:
    """Board and hand."""
    return p.picture("board", size[:2]), p.picture("hand", size[2:])


def text_of(p: Player, size: Four, ascii_only: bool = False) -> str:
    c = replace(p.context, style=Style(ascii_only=ascii_only))
    pictures = p.board.draw(c, "board", size[:2]), p.board.draw(c, "hand", size[2:])
    return "\n".join(picture.canvas.text(ascii_only=ascii_only) for picture in pictures)


def differ(one: Player, other: Player, sizes: Sequence[Four]) -> None:
    """Without colour one looks unlike the other at every size."""
    for size in sizes:
        assert text_of(one, size, ascii_only=True) != text_of(other, size, ascii_only=True)
