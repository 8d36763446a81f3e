"""Two rows of words under the hand: what the cursor is on, and what the pending move would do or why it may not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from towergames.boards.canvas import Canvas, Ink
from towergames.boards.desk import Picture, Spot
from towergames.core.contract import Score, Verdict
from towergames.core.text import cell_width, fit
from towergames.tui.paint import BOLD, MUTED, TEXT, wrap
from towergames.tui.play.session import Message


def gains(scores: Sequence[Score], names: Sequence[str]) -> str:
    """Points per player: ``Ann +5, Bob +2``, in seat order."""
    sums: dict[int, int] = {}
    for score in scores:
        sums[score.seat] = sums.get(score.seat, 0) + score.points
    return ", ".join(f"{names[seat]} {points:+d}" for seat, points in sorted(sums.items()) if points)


def foretold(verdict: Verdict, names: Sequence[str]) -> tuple[str, str]:
    """The tag and the sentence for a pending move."""
    if verdict.refusals:
        first = verdict.refusals[0]
        return "not allowed", f"{first.text} ({first.rule})"
    # A note tells the gains too, and more; it calls seats P1, P2, ...
    return "allowed", by_name(verdict.note, names) or gains(verdict.preview, names) or "no points at once"


def by_name(note: str, names: Sequence[str]) -> str:
    """The note with players' names for P1, P2, ...

    >>> by_name("completes tower A: P2 +4", ("Ann", "Bob"))
    'completes tower A: Bob +4'
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1)) - 1
        return names[seat] if 0 <= seat < len(names) else found.group(0)

    return re.sub(r"\bP(\d{1,2})\b", name, note)


def draw_lines(
    hover: str, message: Message, verdict: Verdict | None, names: Sequence[str], rule_key: str, width: int
) -> Picture:
    """The first row is about the cursor; the second the message if there is one, else the preview."""
    canvas = Canvas(width, 2)
    canvas.put(1, 0, fit(hover, width - 2), TEXT)
    if message.text:
        cite = f" ({message.rule})" if message.rule else ""
        more = f"  {rule_key} reads the rule" if message.rule else ""
        room = width - 2 - len(cite) - len(more)
        ink = Ink(message.tone or "accent", bold=True)
        whole = wrap(message.text, max(1, width - 2))
        if len(whole) > 1:
            # Longer than one row: it takes the cursor's row too, and only what fits in neither is cut.
            spots = (Spot("message", 0, 0, width, 2, "the message"),)
            canvas.fill(0, 0, width, 2, " ", TEXT)
            canvas.put(1, 0, whole[0], ink)
            rest = " ".join(whole[1:])
            rest = rest if cell_width(rest) <= room else fit(rest, max(0, room))
            canvas.put(canvas.put(1, 1, rest + cite, ink), 1, more, MUTED)
            return Picture(canvas, spots if message.rule else ())
        text = message.text if cell_width(message.text) <= room else fit(message.text, max(0, room))
        x = canvas.put(1, 1, text + cite, ink)
        canvas.put(x, 1, more, MUTED)
        spots = (Spot("message", 0, 1, width, 1, "the message"),)
        return Picture(canvas, spots if message.rule else ())
    if verdict is not None:
        tag, text = foretold(verdict, names)
        good = verdict.legal
        x = canvas.put(1, 1, f"{'+' if good else 'x'} {tag}: ", Ink("good" if good else "bad", bold=True))
        canvas.put(x, 1, fit(text, width - x - 1), BOLD if good else TEXT)
    return Picture(canvas)
