"""The end of a game as one picture: towers as tall as the points, the result in words, and what may be done next."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from towergames.board.canvas import Canvas, Ink, StyledText
from towergames.board.protocol import Picture, Size, Style
from towergames.core.contract import Over, Seat
from towergames.core.text import cell_width, count, fit, listed
from towergames.session.falls import last_fall
from towergames.session.text import ending, help_used
from towergames.table.history import History, count_moves
from towergames.table.log import LogLine, log_lines
from towergames.table.never_before import NeverBefore
from towergames.table.pad import Pad, build_pad
from towergames.table.remarks import uncounted_reason
from towergames.table.setup import series_line, wins_line
from towergames.table.turning_point import turning_play, turning_point
from towergames.tui.paint import BOLD, LEAST_CHART, MUTED, TEXT, Rect, badge, draw_chart, grade_sign, identity, wrap
from towergames.tui.screens.game.side_panes import Status, draw_status, rounds_left_out
from towergames.tui.text_table import Cell, Column, TextTable
from towergames.tui.widgets.action_bar import BAR_MUTED, ActionBarTask, Chip, chip_width, draw_bar

HEAD = Ink("cursor", bold=True)
WORDS = 60
"""Cells of the longest line of words."""
MOST_SKY = 60
LEAST_WORDS = 44
"""Cells of the words beside the last position."""
LEAST_POSITION, LEAST_PODIUM = 14, 10
"""Fewest rows of the last position, and of the towers of points below it."""
NAME = 10
CELL = 4
"""Columns of the points of one round."""
RANK = 3
"""Columns of the rank and of the gap after it."""
NEVER_BEFORE = "New records and achievements"
CONFETTI = 30
"""Pictures of the confetti that falls at first; the last one stays."""
PIECES, SCATTER = 48, (7919, 104729)
"""How many pieces there are, and two primes that scatter them over the sky."""
SKY = ("sky", "sky-low", "sky-horizon", "sky-horizon")


@dataclass(frozen=True, slots=True)
class TopMove:
    """The move that scored most for a player."""

    seat: Seat
    points: int
    round: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class EndSummary:
    """The facts of a finished game that the screen shows."""

    title: str
    rounds: int
    moves: int
    head: str
    why: tuple[str, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    pad: Pad
    curves: tuple[tuple[int, ...], ...]
    turning: str = ""
    turning_play: int = 0
    """The number of the play with which the winner took the lead for good; 0 where there is none."""
    wreck: str = ""
    fall_play: int = 0
    """The number of the play with the last fall that can be watched, where there is a wreck with its fall; or 0."""
    best: tuple[TopMove, ...] = ()
    remarks: tuple[str, ...] = ()


def ending_of(history: History) -> EndSummary:
    """The facts of a finished game, of those that everyone may know."""
    turn, names, game = history.turn, history.header.names, history.game
    assert isinstance(turn, Over)
    pad, plays = build_pad(history), len(history.plays)
    curves = tuple(pad.curve(seat, plays) for seat in range(len(names)))
    head, *reasons = ending(turn, names, pad.totals)
    why = [_margin(turn, names, pad.totals), *reasons]
    scores = [f"{line}." for line in (series_line(history), wins_line(history)) if line]
    remarks = (help_used(history.assists), uncounted_reason(history), *scores)
    play, wreck = _wreck(history)
    fall = last_fall(history, play or plays)
    return EndSummary(
        game.info.title,
        game.round(history.plays[-1].step.state) if plays else 1,
        count_moves(history),
        head,
        tuple(text for text in why if text),
        turn.ranking,
        pad,
        curves,
        turning_point(history, curves).sentence,
        turning_play(history, curves),
        wreck,
        fall,
        _best_moves(history, pad),
        tuple(text for text in remarks if text),
    )


def _margin(turn: Over, names: Sequence[str], totals: Sequence[int]) -> str:
    if not turn.ranking or len(turn.ranking[0]) != 1 or len(names) < 2:
        return ""
    best = turn.ranking[0][0]
    second = max(points for seat, points in enumerate(totals) if seat != best)
    behind = [names[seat] for seat, points in enumerate(totals) if points == second and seat != best]
    more = totals[best] - second
    return f"{count(more, 'point')} more than {listed(behind)}." if more > 0 else ""


def _scoring(lines: Sequence[LogLine], seat: int, name: str, points: int) -> list[str]:
    """The lines of a play that name a player's points, the player's own line first."""
    own = [line.text for line in lines if line.seat == seat and re.search(rf": \+?{points}\b", line.text)]
    return own + [line.text for line in lines if f"{name} {points:+d}" in line.text]


def _best_moves(history: History, pad: Pad) -> tuple[TopMove, ...]:
    """For each player with several scores, the play that scored most, with its line of the log."""
    lines, names = log_lines(history, None), history.header.names
    found = []
    for seat, name in enumerate(names):
        sums: dict[int, int] = {}
        rounds = {line.play: line.round for line in pad.lines}
        for line in pad.lines:
            if line.score.seat == seat:
                sums[line.play] = sums.get(line.play, 0) + line.score.points
        if len(sums) < 2 or (points := max(sums.values())) <= 0:
            continue
        play = next(play for play, own in sums.items() if own == points)
        told = _scoring([line for line in lines if line.play == play], seat, name, points)
        text = told[0].removeprefix(f"{name} ").partition(":")[0] if told else ""
        found.append(TopMove(seat, points, rounds[play], text[:1].upper() + text[1:]))
    return tuple(found)


def _wreck(history: History) -> tuple[int, str]:
    """The last wreck of the structure: its play, and a sentence."""
    for number in range(len(history.plays), 0, -1):
        for event in history.plays[number - 1].step.events:
            if event.kind == "wreck" and event.seat is not None:
                name, cost = history.header.names[event.seat], count(-int(event.data["points"]), "point")
                where = history.game.round(history.state_after(number - 1))
                return number, f"Wreck: {name} lost {cost} in round {where}."
    return 0, ""


class LastPosition(Protocol):
    """Pictures of the last position; see :class:`.final_position.FinalPosition`."""

    @property
    def least(self) -> Size:
        """The least size of the picture."""

    @property
    def alone(self) -> bool:
        """Whether the picture may stand without towers of points below it."""

    def canvas(self, size: Size, style: Style) -> Canvas | None:
        """The picture of exactly that size; None while there is none."""


class NoPosition:
    """The stand-in for a last position that is not drawn."""

    least = (1000, 0)
    alone = False

    def canvas(self, size: Size, style: Style) -> None:
        return None


NO_POSITION = NoPosition()


# --- the picture --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndLayout:
    """The measures of the screen: columns of what stands at the left of the words, and rows of the last position.

    The last position stands above the towers of points, where there is room for both. It may stand alone.
    """

    left: int
    position_rows: int = 0

    def words(self, width: int) -> int:
        """Columns of the words on a screen of ``width`` columns."""
        return min(WORDS, width - self.left - 3)


def plan_end(width: int, body: int, least: Size, alone: bool = False) -> EndLayout:
    """The layout on ``width`` columns and ``body`` rows; ``least`` is the least size of the last position.

    ``alone``: on low screens it stands there without the towers of points.
    """
    podium = max(LEAST_PODIUM, body // 4)
    columns, rows = max(least[0], width - WORDS - 3), max(least[1], LEAST_POSITION)
    if alone and body - podium < rows:
        podium = 0
    if width - columns - 3 < LEAST_WORDS or body - podium < rows:
        return EndLayout(min(MOST_SKY, width * 9 // 20))
    return EndLayout(columns, body - podium)


def draw_end(
    end: EndSummary,
    told: Callable[[int], Sequence[StyledText]],
    chips: Sequence[Chip],
    hint: str,
    style: Style,
    width: int,
    height: int,
    fallen: int = CONFETTI,
    position: LastPosition = NO_POSITION,
    never_before: Sequence[NeverBefore] = (),
    missed: Sequence[str] = (),
    task: Sequence[str] = (),
) -> Picture:
    """Draw the header, the last position and towers at the left, words at the right, and the bar.

    ``told`` gives more lines, none wider than the cells asked for. The confetti has fallen for ``fallen`` pictures.
    ``missed`` says where the best known result has more, ``task`` the result of a day's task.
    """
    canvas = Canvas(width, height)
    facts = (count(end.rounds, "round"), count(end.moves, "move"))
    canvas.blit(draw_status(Status(end.title, "Game over", facts), width).canvas, 0, 0)
    rows = 3 + (sum(chip_width(chip, style) + 1 for chip in chips) > width - 2)
    bar = draw_bar(ActionBarTask("Well played", "What next?"), chips, style, width, rows)
    bar.canvas.put(2, rows - 1, fit(hint, width - 3).rstrip(), BAR_MUTED)
    canvas.blit(bar.canvas, 0, height - rows)
    body = height - rows - 1
    layout = plan_end(width, body, position.least, position.alone)
    left, upper = layout.left, layout.position_rows
    _draw_towers(canvas, Rect(0, 1 + upper, left, body - upper), end, fallen)
    picture = position.canvas((left, upper), style) if upper else None
    if picture is not None:
        canvas.blit(picture, 0, 1)
    words = Rect(left + 2, 2, width - left - 3, body - 1)
    _draw_words(canvas, words, end, told(layout.words(width)), never_before, missed, task, style)
    spots = tuple(replace(spot, y=spot.y + height - rows) for spot in bar.spots)
    return Picture(canvas, spots, (spots[0].x, spots[0].y) if spots else None)


def _draw_confetti(canvas: Canvas, room: Rect, fallen: int) -> None:
    """Pieces in the players' colours that fall and at last hang in the upper sky."""
    for piece in range(PIECES):
        x = piece * SCATTER[0] % room.width
        lowest = piece * SCATTER[1] % max(1, room.height * 2 // 3)
        y = lowest - (CONFETTI - fallen) * (1 + piece % 3) // 2
        if y >= 0:
            ink = Ink("cursor" if piece % 5 == 4 else identity(piece % 5).role, "")
            canvas.put_over(room.x + x, room.y + y, "▖▘▗▝"[(piece + y) % 4], ink)


def _draw_towers(canvas: Canvas, room: Rect, end: EndSummary, fallen: int) -> None:
    """Draw a tower for each player, as tall as the points, with ground and names below."""
    if room.width < 1 or room.height < 1:
        return
    ground = room.bottom - 3
    for y in range(room.y, room.bottom):
        sky = SKY[min(3, 4 * (y - room.y) // max(1, ground - room.y))]
        canvas.fill(room.x, y, room.width, 1, " ", Ink("text", sky if y < ground else ""))
    canvas.fill(room.x, ground, room.width, 1, "▀", Ink("ground"))
    totals, names = end.pad.totals, end.pad.names
    step = room.width // len(names)
    cells = max(3, min(12, step - 2))
    most, tallest = max(1, *totals), ground - room.y - 3
    winners = end.ranking[0] if end.ranking and len(names) > 1 else ()
    if winners:
        _draw_confetti(canvas, Rect(room.x, room.y, room.width, ground - room.y), fallen)
    for seat, points in enumerate(totals):
        x = room.x + seat * step + (step - cells) // 2
        rows = max(0, round(points * tallest / most)) if points > 0 else 0
        top = ground - max(1, rows) if points > 0 else ground
        _draw_tower(canvas, Rect(x, top, cells, ground - top), seat)
        if seat in winners:
            word = "Winner" if step >= 8 else "1st"
            canvas.put_over(x + (cells - len(word)) // 2, top - 1, word, HEAD)
        label, wide = f"{names[seat]} {points}", step >= cell_width(names[seat]) + len(str(points)) + 5
        label = label if wide else str(points)
        at = badge(canvas, room.x + seat * step + max(0, (step - 3 - cell_width(label)) // 2), ground + 1, seat) + 1
        canvas.put(at if step > 6 else x, ground + 1 + (step <= 6), label, BOLD)


def _draw_tower(canvas: Canvas, room: Rect, seat: Seat) -> None:
    if room.height < 1:
        return
    wall = identity(seat).role
    canvas.fill(room.x, room.y, room.width, room.height, "█", Ink(wall))
    for row in range(room.y + 1, room.bottom, 2):
        for x in range(room.x + 1, room.x + room.width - 2, 3):
            canvas.put(x, row, "▀▀", Ink("lit", wall))
    canvas.put(room.x + room.width // 2, room.y, identity(seat).number, Ink("ink", wall, bold=True))


def _draw_words(
    canvas: Canvas,
    room: Rect,
    end: EndSummary,
    told: Sequence[StyledText],
    never_before: Sequence[NeverBefore],
    missed: Sequence[str],
    task: Sequence[str],
    style: Style,
) -> None:
    """The blocks of words in order; where the room is short, the last ones of ``sizes`` are left out.

    Of ``missed`` there are as many sentences as fit.
    """
    cells = min(room.width, WORDS)

    def lines(texts: Sequence[str], ink: Ink) -> list[StyledText]:
        return [(part, ink) for text in texts for part in wrap(text, cells)]

    head = [*lines([end.head], HEAD), *lines(end.why, TEXT), *lines(task, BOLD)]
    table = len(end.pad.names) + 1 if len(end.pad.names) > 1 else 0
    story = lines([end.wreck] if end.wreck else [], Ink("warn")) + lines([end.turning] if end.turning else [], TEXT)
    best = _best_lines(end, cells)
    more = [*lines(end.remarks, MUTED), *told]
    curves = 1 + max(LEAST_CHART, len(end.pad.names), room.height // 4) if len(end.curves[0]) > 3 else 0
    some = any(one.news for one in never_before)
    framed = some and room.height >= ROOM_FOR_FRAME
    news = news_lines(never_before, cells - 4 * framed, style)
    if len(head) + len(news) + table + len(story) + 3 + some > room.height:
        news = news_lines(never_before, cells - 4 * framed, style, brief=True)
    if some and not framed:
        news = [(NEVER_BEFORE, HEAD), *news]
    sizes = {
        "head": len(head),
        "news": len(news) + 2 * framed if news else 0,
        "table": table,
        "more": len(more),
        "story": len(story),
        "best": len(best),
    }
    shown: dict[str, int] = {}
    for name, rows in sizes.items():
        if rows and sum(shown.values()) + len(shown) + rows <= room.height:
            shown[name] = rows
    free = room.height - sum(shown.values()) - len(shown)
    lesson: list[StyledText] = []
    for text in missed:
        more_rows = lines([text], TEXT)
        if len(lesson) + len(more_rows) > free:
            break
        lesson += more_rows
    if lesson:
        shown["lesson"] = len(lesson)
        free -= len(lesson) + 1
    if curves and curves <= free:
        shown["curves"] = curves
    texts = {"head": head, "story": story, "best": best, "more": more, "lesson": lesson}
    y = room.y
    for name in ("head", "news", "table", "story", "best", "curves", "more", "lesson"):
        if name not in shown:
            continue
        if name == "table":
            _draw_table(canvas, Rect(room.x, y, min(room.width, 90), table), end)
        elif name == "news":
            _draw_news(canvas, Rect(room.x, y, cells, shown[name]), news, framed=framed)
        elif name == "curves":
            canvas.put(room.x, y, "The course of the game", BOLD)
            draw_chart(
                canvas, Rect(room.x, y + 1, cells, curves - 1), end.pad.names, end.curves, len(end.curves[0]) - 1
            )
        else:
            for row, (text, ink) in enumerate(texts[name]):
                canvas.put(room.x, y + row, text, ink)
        y += shown[name] + 1


KIND_CELLS = 13
"""Columns of the kind of a line of news."""
ROOM_FOR_FRAME = 26
"""Fewest rows of words with a frame around the news."""


def news_lines(found: Sequence[NeverBefore], cells: int, style: Style, *, brief: bool = False) -> list[StyledText]:
    """The news, then the distance to the nearest record, the rating and the next level; names where two played.

    ``brief`` leaves out the conditions of achievements.
    """
    lines: list[StyledText] = []
    for one in found:
        if len(found) > 1:
            lines.append((one.person, BOLD))
        for news in one.news:
            text = news.short if brief and news.short else news.text
            if news.grade:
                text = f"{grade_sign(news.grade, style)} {text}"
            for row, part in enumerate(wrap(text, cells - KIND_CELLS)):
                lines.append(((news.kind if row == 0 else "").ljust(KIND_CELLS) + part, TEXT))
        rating = f"Rating {one.rating}." if one.rating else ""
        told = " ".join(text for text in (one.near, rating, one.rung) if text)
        lines += [(part, MUTED) for part in wrap(told, cells)] if told else []
    return lines


def _draw_news(canvas: Canvas, room: Rect, news: Sequence[StyledText], *, framed: bool) -> None:
    if framed:
        canvas.box(room.x, room.y, room.width, room.height, HEAD, "┏━┓┃┗┛")
        canvas.put(room.x + 2, room.y, f" {NEVER_BEFORE} ", HEAD)
    for y, (text, ink) in enumerate(news, start=room.y + framed):
        canvas.put(room.x + 2 * framed, y, text, ink)


def _best_lines(end: EndSummary, cells: int) -> list[StyledText]:
    """A heading, then a line or two a player."""
    names = end.pad.names
    told = [
        f"{names[best.seat]} {best.points:+d}, round {best.round}" + (f": {best.text}" if best.text else "")
        for best in end.best
    ]
    lines = [(part, TEXT) for text in told for part in wrap(text, cells, hang=2)]
    return [("Best moves", BOLD), *lines] if lines else []


def _draw_table(canvas: Canvas, room: Rect, end: EndSummary) -> None:
    """Draw rank, player, the points of the latest rounds that fit, and the total."""
    rounds = end.pad.rounds() if len(end.pad.rounds()) > 1 else ()
    name_cells = 3 + max(NAME, min(18, room.width - 50))
    table = _round_table(room, rounds, name_cells)
    if table.left_out:  # the sentence about them stands in the row of the headings, before the first number
        least = len(rounds_left_out(rounds, len(rounds) - 1)) - RANK
        table = _round_table(room, rounds, max(name_cells, least))
    table.draw_headings(canvas, room.y)
    if table.left_out:
        told = rounds_left_out(rounds, table.left_out)
        free = table.start(2 + table.left_out) - 1 - room.x  # rank and name stand before the rounds
        canvas.put(room.x, room.y, told if len(told) <= free else told.partition(" ")[2], MUTED)
    y, place = room.y, 1
    for group in end.ranking:
        for seat in group:
            y += 1
            name = Cell(end.pad.names[seat], BOLD if place == 1 else TEXT, seat)
            points = [own[seat] for _, own in rounds]
            best = max(map(abs, points), default=0)
            scores = [Cell(str(own or "-"), _score_ink(own, best)) for own in points]
            total = Cell(str(end.pad.totals[seat]), BOLD)
            table.draw_row(canvas, y, [Cell(f"{place}.", MUTED), name, *scores, total])
        place += len(group)


def _round_table(room: Rect, rounds: Sequence[tuple[int, tuple[int, ...]]], name_cells: int) -> TextTable:
    """The columns of the standings: rank, player, the latest rounds, total."""
    columns = (
        Column(width=RANK - 1),
        Column("Round" if rounds else "", name_cells, share=1, badges=True),
        *(Column(str(number), CELL, right=True, gap=0, optional=True) for number, _ in rounds),
        Column("Total", 6, right=True, gap=0),
    )
    return TextTable(columns, room.width, x=room.x, margin=0)


def _score_ink(points: int, best: int) -> Ink:
    """The ink for the points of a round; ``best`` are the most in one round."""
    if points < 0:
        return Ink("bad")
    if points == 0:
        return MUTED
    return Ink("good") if points == best else TEXT
