"""Taking back behind new information: every other person at the table is asked, or the only one (U40)."""

from __future__ import annotations

from towergames.boards.canvas import Ink
from towergames.tui.paint import TEXT, wrap
from towergames.tui.play.card import Answer, Card


class ConsentScreen(Card):
    """Asks one person by name, or the asker where ``asked`` is empty; the safe answer is No."""

    def __init__(self, asker: str, asked: str, why: str) -> None:
        reason = f"Why this needs consent: {why}." if asked else f"This goes back behind new information: {why}."
        lines = [
            *([(f"{asker} would like to take back a move.", TEXT)] if asked else []),
            *((text, TEXT) for text in wrap(reason, 58)),
            ("It will be marked in the log, the replay and the statistics.", Ink("muted")),
            ("", TEXT),
            (f"{asked}, do you agree?" if asked else "Take it back?", Ink(bold=True)),
        ]
        answers = (
            Answer("no", "No", "n", "The game goes on as it is"),
            Answer("yes", "Yes, take it back", "y", "Agree" if asked else "Take it back"),
        )
        super().__init__(f"Consent of {asked}" if asked else "Undo", lines, answers)
