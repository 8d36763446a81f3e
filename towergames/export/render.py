"""A game in each format: strings only, no files. Screens and the command line write them out."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import msgspec

from towergames import registry
from towergames.board.protocol import Style
from towergames.core.contract import Over, event_texts
from towergames.export.boards import BOARD, SHOWCASE, board_canvas, board_size, final_context, public_context, title_of
from towergames.export.cast import cast
from towergames.export.film import film
from towergames.export.svg import canvas_svg
from towergames.session.privacy import may_show_all
from towergames.session.ui_memory import plain_look, showcase_look
from towergames.table.history import History
from towergames.table.log import log_lines
from towergames.table.pad import build_pad
from towergames.table.remarks import uncounted_reason

FORMATS = ("text", "json", "svg", "film", "cast")
"""Formats that are text; PNG is bytes (:func:`png`)."""

PNG_CELL = (10, 20)
"""Pixels of a cell across and down in a picture in pixels."""


def render(history: History, format_: str, *, name: str, theme: str = "dark", ascii_only: bool = False) -> str:
    """The game in one of FORMATS. An unfinished game shows only what everybody at the table may know.

    ``name`` titles it, ``theme`` colours pictures. Raises ValueError for another format.
    """
    if format_ == "text":
        return as_text(history, name, ascii_only=ascii_only)
    if format_ == "json":
        return json.dumps(as_data(history, name), indent=2)
    if format_ == "svg":
        context = final_context(history, Style(ascii_only, theme=theme))
        canvas = board_canvas(history, context, *board_size(history, ascii_only=ascii_only))
        return canvas_svg(canvas, theme=theme, title=title_of(history), ascii_only=ascii_only)
    if format_ == "film":
        return film(history, theme=theme, ascii_only=ascii_only).svg
    if format_ == "cast":
        return cast(history, name=name, theme=theme, ascii_only=ascii_only)
    raise ValueError(f"format {format_!r} is not one of {', '.join(FORMATS)}")


def png(history: History, *, theme: str = "dark") -> bytes | None:
    """The board in true pixels as a PNG file, None for boards that are not drawn in 3D."""
    board, context = registry.get(history.header.game).board, final_context(history, Style(theme=theme))
    columns, rows = board.sizes(len(context.names), context.view).board
    wide, high = SHOWCASE
    context = replace(context, style=replace(context.style, cursor=False))
    picture = board.draw(showcase_look(board, context), "board", (max(wide, columns), max(high, rows)))
    if picture.pixels is None:
        return None
    from towergames.renderer.pixels import png_of

    return png_of(picture.pixels.draw(*PNG_CELL))


def as_text(history: History, name: str, *, ascii_only: bool = False) -> str:
    """Setup, log, board and score pad as text."""
    header, info = history.header, history.game.info
    seats = ", ".join(f"{s.name} (bot, {s.bot})" if s.bot else s.name for s in header.seats)
    parts = [f"{info.title}: {seats}", f"Save {name}, begun {header.created}"]
    parts += [""] if history.counts else [uncounted_reason(history), ""]
    parts += [line.text for line in log_lines(history, None)]
    context = public_context(history, len(history.plays), Style(ascii_only, colours=False))
    board = registry.get(header.game).board
    words = board.read_out(plain_look(board, context)).board
    parts += ["", board_canvas(history, context, *BOARD).text(ascii_only=ascii_only), "", *words]
    parts += ["", build_pad(history).as_text()]
    return "\n".join(parts)


def as_data(history: History, name: str) -> dict[str, Any]:
    """Header and plays as JSON-pure data.

    Of an unfinished game with hidden things neither the seed nor moves and outcomes are given, only the public log,
    since a move or a shuffle may name cards that others must not know.
    """
    header: dict[str, Any] = msgspec.to_builtins(history.header)
    turn = history.turn
    secret = not may_show_all(history, everything=True)
    if secret:
        header["seed"] = None
    names = history.header.names
    plays = []
    for number, play in enumerate(history.plays, start=1):
        entry: dict[str, Any] = {"play": number, "by": None if play.by is None else names[play.by]}
        if not secret:
            entry["move" if play.by is not None else "outcome"] = (
                play.notation if play.by is not None else {play.notation: msgspec.to_builtins(play.move)}
            )
        entry["log"] = event_texts([event for event in play.step.events if event.seen_by is None], names)
        entry["scores"] = [asdict(score) for score in play.step.scores]
        plays.append(entry)
    return {
        "save": name,
        "header": header,
        "plays": plays,
        "points": list(history.game.totals(history.state)),
        "finished": isinstance(turn, Over),
        "ranking": [[names[seat] for seat in group] for group in turn.ranking] if isinstance(turn, Over) else None,
        "assists": dict(history.assists),
    }
