"""Words under the hand: what the cursor is on, and what the pending move would do or why it may not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from towergames.board.canvas import Canvas, Ink
from towergames.board.danger import SIGN, Danger
from towergames.board.protocol import Picture, Spot
from towergames.core.contract import Score, Verdict
from towergames.core.text import cell_width, fit, sentence
from towergames.session.session import Message
from towergames.tui.paint import wrap


def gains(scores: Sequence[Score], names: Sequence[str]) -> str:
    """Points per player: ``Ann +5, Bob +2``, in seat order."""
    sums: dict[int, int] = {}
    for score in scores:
        sums[score.seat] = sums.get(score.seat, 0) + score.points
    return ", ".join(f"{names[seat]} {points:+d}" for seat, points in sorted(sums.items()) if points)


NO_POINTS = "This move is allowed and scores no points now."
NO_GAIN = "no points now"


def foretold(
    verdict: Verdict, names: Sequence[str], *, unfinished: bool = False, danger: Danger | None = None
) -> tuple[str, str, str]:
    """The tag with its sign, its ink's role, and the words for a pending move; unfinished ones are not blamed.

    A legal move that brings a fall is tagged with this ``danger``.
    """
    if verdict.refusals:
        first = verdict.refusals[0]
        tag, role = ("- not yet:", "muted") if unfinished else ("x not allowed:", "bad")
        return tag, role, f"{sentence(first.text)} {first.rule}".rstrip()
    # A note tells the gains too, and more; it calls seats P1, P2, ...
    told = by_name(verdict.note, names) or gains(verdict.preview, names)
    if danger is not None:
        return f"{SIGN} {danger.words}:", danger.role, danger.cost or told or NO_GAIN
    return ("+ legal:", "good", told) if told else ("+", "good", NO_POINTS)


def by_name(note: str, names: Sequence[str]) -> str:
    """The note with players' names for P1, P2, ...

    >>> by_name("completes tower A: P2 +4", ("Ann", "Bob"))
    'completes tower A: Bob +4'
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found.group(1)) - 1
        return names[seat] if 0 <= seat < len(names) else found.group(0)

    return re.sub(r"\bP(\d{1,2})\b", name, note)


@dataclass(frozen=True, slots=True)
class MessageLines:
    """The lines under the hand: the cursor's words, the message, and the judge's answer to the pending move.

    ``unfinished`` says that what is refused may still become right; ``rule_key`` is the key that opens a cited rule.
    ``danger`` is the fall that the pending move would bring.
    """

    hover: str
    message: Message
    names: Sequence[str]
    verdict: Verdict | None = None
    unfinished: bool = False
    rule_key: str = ""
    danger: Danger | None = None


GROUND = "raised"


def overflow(words: MessageLines, width: int, height: int, spare: int = 1) -> list[str]:
    """The first rows of a message that does not fit here: they take the ``spare`` rows of the task."""
    rows = wrap(message_text(words, width, height), width - 3) if words.message.text else []
    return rows[: min(spare, max(0, len(rows) - height))]


def message_text(words: MessageLines, width: int, height: int) -> str:
    """The message with its rule, and with the key that opens the rule where there is room for that."""
    message = words.message
    if not message.text or not message.rule:
        return message.text
    whole = f"{message.text} {message.rule}: {words.rule_key} opens the rule"
    return whole if len(wrap(whole, width - 3)) <= height else f"{message.text} {message.rule}"


def draw_lines(words: MessageLines, width: int, height: int, spare: int = 1) -> Picture:
    """The message or the preview, whole where it fits; the cursor's words where they fit above it.

    ``spare`` rows of the task hold the beginning of a message that does not fit.
    """
    canvas, message = Canvas(width, height), words.message
    canvas.fill(0, 0, width, height, " ", Ink("text", GROUND))
    canvas.fill(0, 0, 1, height, "▌", Ink("cursor", GROUND))
    said, tag, role = message_text(words, width, height), "", ""
    for row in overflow(words, width, height, spare):
        said = said[len(row) :].strip()
    ink = Ink(message.tone or "accent", GROUND, bold=True)
    if not message.text and words.verdict is not None:
        tag, role, text = foretold(words.verdict, words.names, unfinished=words.unfinished, danger=words.danger)
        said, ink = f"{tag} {text}", Ink("text", GROUND, bold=words.verdict.legal)
        if words.verdict.legal and text in words.hover:
            said = tag = ""  # the line above says it already
    if height == 1 and words.hover and tag:
        # One row: what is missing yet, or that nothing is scored, matters less than what the cursor is on.
        if words.unfinished or said.endswith(NO_POINTS):
            said = tag = ""
        elif cell_width(words.hover) + 2 + cell_width(said) <= width - 3:
            canvas.put(4 + cell_width(words.hover), 0, said, ink)
            said = tag = ""
    rows = _fitting(said, width - 3, height)
    above = wrap(words.hover, width - 3) if words.hover and words.hover not in said else []
    if len(above) > height - len(rows):
        above = _fitting(words.hover, width - 3, height) if not rows else []
    for y, row in enumerate(above):
        canvas.put(2, y, row, Ink("text", GROUND))
    for y, row in enumerate(rows, start=len(above)):
        canvas.put(2, y, row, ink)
    if tag:
        canvas.put(2, len(above), tag, Ink(role, GROUND, bold=True))
    spot = Spot("message", 0, len(above), width, len(rows), "the message")
    return Picture(canvas, (spot,) if message.text and message.rule else ())


def _fitting(text: str, width: int, height: int) -> list[str]:
    """The first whole sentences of the text that have room in ``height`` rows; only a single one is ever cut."""
    rows = wrap(text, width) if text else []
    if len(rows) <= height:
        return rows
    sentences = re.split(r"(?<=[.?!]) ", text)
    for number in range(len(sentences) - 1, 0, -1):
        fewer = wrap(" ".join(sentences[:number]), width)
        if len(fewer) <= height:
            return fewer
    return [*rows[: height - 1], fit(f"{rows[height - 1]} ~~", width - 1).rstrip(" ~") + "~"] if height > 0 else []


# --- while a slow move is worked out ------------------------------------------------------------------

WAIT = "The pieces are still moving. Wait a moment."
"""The reason why nothing else can be done meanwhile."""


def looks(share: float) -> str:
    """Status text while the table looks for a move, with the share that is done.

    >>> looks(0.345)
    'the table looks for a move, 34%'
    """
    return f"the table looks for a move, {int(100 * share)}%"


def looked_for(share: float) -> str:
    """The sentence of :func:`looks` as a whole line, with the key that ends the search."""
    return f"Wait: {looks(share)}. Esc cancels the move."
