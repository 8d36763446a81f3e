"""Films: animated SVG files that show a game or its best moments."""

from __future__ import annotations

import re
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from tests.export.films import Viewer, harmless
from towergames.board.canvas import Canvas, Ink
from towergames.export.film import MOST_BYTES, best_moments, film
from towergames.export.shots import SECONDS_AT_END, STEP_SECONDS, screen_of, shots_of, stepped
from towergames.export.svg import Paints, canvas_svg
from towergames.session.animation import Frame
from towergames.table.highlights import highlights_of
from towergames.table.history import History
from towergames.table.save_file import load_file

SAVES = Path(__file__).parents[2] / "saves"


def game(name: str, plays: int | None = None) -> History:
    """An example, or its first plays."""
    history = copy(load_file(SAVES / f"example-{name}.jsonl").history)
    history.plays = history.plays[:plays]
    return history


def letters(canvas: Canvas) -> dict[tuple[int, int], str]:
    """Row and column of each letter of a picture."""
    found = {}
    for y in range(canvas.height):
        for x, own, _ in canvas.cells(y, 0, canvas.width):
            if own != " " and not "\u2500" <= own <= "\u259f":
                found[y, x] = own
    return found


@pytest.mark.parametrize("name", ["takethat", "bricks"])
def test_a_film_shows_each_picture_at_its_time(name: str) -> None:
    history = game(name, 30)
    shots = list(shots_of(history, [range(len(history.plays))], screen_of(history, "dark", False)))
    made = film(history)
    viewer = Viewer(made.svg)
    length = sum(shot.seconds for shot in shots) + SECONDS_AT_END
    assert viewer.seconds == pytest.approx(length, abs=0.06) and not made.left_out and harmless(made.svg)
    begun = 0.0
    for shot in shots:
        assert viewer.letters((begun + shot.seconds / 2) / length) == letters(shot.canvas)
        begun += shot.seconds
    assert viewer.letters(1.0) == letters(shots[-1].canvas), "the last picture stays until the film begins again"


def test_a_film_shows_its_last_picture_where_nothing_moves() -> None:
    svg = film(game("takethat", 12)).svg
    viewer = Viewer(svg)
    moving, still = viewer.places("M"), viewer.places("S")
    assert len(moving) == len(still) > 10
    assert [use.get("href") for use in moving] == [use.get("href") for use in still]
    assert [Viewer.changes(use)[0][-1] for use in moving] == [use.get("href") for use in still]
    assert "@media(prefers-reduced-motion:reduce){.M{display:none}.S{display:inline}}" in svg
    assert 'repeatCount="indefinite"' in svg


def test_equal_pieces_are_written_once() -> None:
    svg = film(game("takethat", 12)).svg
    pieces = re.findall(r'<g id="\w+">(.*?)</g>', svg)
    assert len(pieces) == len(set(pieces)) > 30
    assert len(svg) < 120_000


def test_a_movement_has_at_most_ten_pictures_a_second() -> None:
    context: Any = None
    for step in (0.03, 0.05, 0.08, 0.1, 0.4):
        frames = [Frame(context, step, number) for number in range(23)]
        kept = stepped(frames)
        assert sum(seconds for _, seconds in kept) == pytest.approx(23 * step)
        assert kept[-1][0] is frames[-1]
        assert all(seconds >= STEP_SECONDS - 1e-6 for _, seconds in kept[:-1])
    assert stepped([]) == []


def test_best_moments_are_turns_with_the_largest_highlights() -> None:
    history = game("takethat")
    sizes = {play: one.size for play in range(len(history.plays)) for one in highlights_of(history, play)}
    (best,) = best_moments(history, 1)
    assert sizes[best.stop - 1] == max(sizes.values())
    three = best_moments(history, 3)
    assert best in three and three == sorted(three, key=lambda part: part.start) and len(three) == 3
    assert all(len({history.plays[play].by for play in part} - {None}) == 1 for part in three)
    short = film(history, moments=1)
    assert len(short.svg) < len(film(history).svg) / 2 and not short.left_out


def test_a_game_without_highlights_has_its_last_turn_as_best_moment() -> None:
    history = game("takethat", 3)
    assert not any(highlights_of(history, play) for play in range(3))
    (last,) = best_moments(history, 2)
    assert last.stop == 3 and history.plays[last.start].by == history.plays[2].by
    assert best_moments(game("takethat", 0), 1) == [range(0)]
    assert len(Viewer(film(game("takethat", 0), moments=1).svg).letters(0)) > 20


def test_a_film_that_would_be_too_large_says_what_it_leaves_out() -> None:
    history = game("takethat", 40)
    most, told = MOST_BYTES, list[str]()
    while not (told and "the last picture alone" in told[-1]):
        made = film(history, most=most)
        assert len(made.svg.encode()) <= most and made.left_out not in told
        told.append(made.left_out)
        most = len(made.svg.encode()) - 1
    assert told[0] == "" and "its beats and falls are stills" in told[1] and "best moment" in told[-2]
    assert all("is larger than" in one for one in told[1:])
    with pytest.raises(ValueError, match="larger than 100 bytes"):
        film(history, most=100)


def test_films_have_the_colours_of_their_theme_and_seven_bits_on_demand() -> None:
    history = game("words", 8)
    dark, light = (film(history, theme=theme, ascii_only=True).svg for theme in ("dark", "light"))
    assert dark.isascii() and light.isascii() and dark != light
    assert Paints("dark").ground in dark and Paints("light").ground in light


def test_wide_characters_keep_two_columns_and_stand_alone() -> None:
    canvas = Canvas(20, 1)
    canvas.put(0, 0, "ab\u6771\u4eac cd e\u0301f <&>", Ink())
    svg = canvas_svg(canvas, title="a <b>")
    found = re.findall(r'<text class="\w+" x="(\d+)" y="[\d.]+"(?: textLength="(\d+)")?>([^<]*)</text>', svg)
    assert found == [
        ("0", "16", "ab"),
        ("16", "", "\u6771"),
        ("32", "", "\u4eac"),
        ("56", "72", "cd e\u0301f &lt;&amp;&gt;"),
    ]
    assert "<title>a &lt;b&gt;</title>" in svg
    paints = Paints("dark")
    parts = [paints.cells(canvas, 0, first, first + 3) for first in range(0, 20, 3)]
    assert "".join(parts).count("\u6771") == 1 and "\u4eac" in parts[1]


def test_glyphs_are_areas_of_their_cell() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "\u2500\u2500\u2502\u2588\u2592\u2598\u2571a", Ink())
    svg = canvas_svg(canvas)
    assert "M0 7.375h16v1.25h-16z" in svg, "two equal lines are one"
    assert "M19.375 0h1.25v16h-1.25z" in svg and "M24 0h8v16h-8z" in svg and "M40 0h4v8h-4z" in svg
    assert svg.count("shape-rendering:auto") == 1 and svg.count("<text") == 1
    seven = canvas_svg(canvas, ascii_only=True)
    assert "--|#='/a" in seven and seven.isascii()
