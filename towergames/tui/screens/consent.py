"""Taking back behind new information: every other person at the table is asked (U40)."""

from __future__ import annotations

from towergames.boards.canvas import Ink
from towergames.tui.paint import TEXT, wrap
from towergames.tui.play.card import Answer, Card


class ConsentScreen(Card):
    """Asks one person, by name; the safe answer is No."""

    def __init__(self, asker: str, asked: str, why: str) -> None:
        lines = [
            (f"{asker} would like to take back a move.", TEXT),
            *((text, TEXT) for text in wrap(f"Why this needs consent: {why}.", 58)),
            ("It will be marked in the log, the replay and the statistics.", Ink("muted")),
            ("", TEXT),
            (f"{asked}, do you agree?", Ink(bold=True)),
        ]
        answers = (
            Answer("no", "No", "n", "The game goes on as it is"),
            Answer("yes", "Yes, take it back", "y", "Agree"),
        )
        super().__init__(f"Consent of {asked}", lines, answers)
