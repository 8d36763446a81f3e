"""The card at the end of a game: who won and why, everybody's points, and what next (U53)."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual import events

from towergames.boards.canvas import Ink
from towergames.core.contract import Over
from towergames.core.text import fit
from towergames.table.match import Table
from towergames.tui.paint import BOLD, MUTED, TEXT, identity, wrap
from towergames.tui.play.card import Answer, Card, Line

ANSWERS = (
    Answer("rematch", "Rematch", "r", "Another game with the same seats; the next player starts"),
    Answer("replay", "Replay", "w", "Watch this game again"),
    Answer("board", "Board", "b", "Look at the table, all hands open"),
    Answer("pad", "Score pad", "p", "Every line of the score pad, and its export as text or CSV"),
    Answer("menu", "Menu", "m", "Back to the menu"),
)


def end_lines(table: Table) -> list[Line]:
    """Winner and reason, one line a player with the points of the latest rounds, help used, and the series."""
    turn = table.turn
    if not isinstance(turn, Over):
        return []
    names, totals, pad = table.names, table.totals, table.pad()
    best = turn.ranking[0] if turn.ranking else ()
    verb = "wins" if len(best) == 1 else "share the victory"
    lines: list[Line] = [(f"{' and '.join(names[s] for s in best) or 'Nobody'} {verb}!", Ink("good", bold=True))]
    lines += [(text, TEXT) for text in wrap(turn.reason[:1].upper() + turn.reason[1:] + ".", 60)]
    rounds = pad.rounds()[-7:]
    lines += [("", TEXT), (" " * 26 + "sum  round" + "".join(f"{number:>4}" for number, _ in rounds), MUTED)]
    place = 1
    for group in turn.ranking:
        for seat in group:
            row = "".join(f"{points[seat] or '-':>4}" for _, points in rounds)
            who = identity(seat)
            head = f"{place}. {who.shape}{who.number} {fit(names[seat], 18)}{totals[seat]:>4}       {row}"
            lines.append((head, BOLD if seat in best else TEXT))
        place += len(group)
    return [*lines, *_remarks(table)]


def _remarks(table: Table) -> list[Line]:
    lines: list[Line] = []
    assists = table.history.assists
    if assists:
        words = {"undo": "undo behind new information", "hint": "hint"}
        told = ", ".join(f"{words.get(kind, kind)} x{count}" for kind, count in sorted(assists.items()))
        lines += [("", TEXT), (f"Played with help: {told}.", Ink("warn"))]
    link = table.header.series
    if link is not None:
        grand = table.pad().grand_totals
        lines += [
            ("", TEXT),
            (
                f"Series, game {link.number}: "
                + ", ".join(f"{name} {points}" for name, points in zip(table.names, grand, strict=True)),
                BOLD,
            ),
        ]
    return lines


class EndCard(Card):
    """The result; Rematch is under the cursor, so keys that were meant to skip the last scoring are not heard."""

    WIDTH = 68
    SETTLE: ClassVar[float] = 0.8
    """Seconds during which keys do nothing."""

    def __init__(self, table: Table) -> None:
        answers = [a for a in ANSWERS if a.id != "replay" or table.journal is not None]
        lines = end_lines(table)
        super().__init__("The game is over", lines, answers)
        seats = [seat for group in table.turn.ranking for seat in group] if isinstance(table.turn, Over) else []
        rows = [at for at, (text, _) in enumerate(lines) if text[:3].strip(" ").endswith(".") and text[:1].isdigit()]
        self.badges = dict(zip(rows, seats, strict=False))
        self._since = monotonic()

    async def on_key(self, event: events.Key) -> None:
        """Not before the card could be seen."""
        if monotonic() - self._since < self.SETTLE:
            event.stop()
            event.prevent_default()
