"""The record book and the achievements of Nim."""

from towergames.core.feat import ROUNDS, Achievement, Feats, FinishedGame, Marks, RecordLine, note_result
from towergames_nim.game import LETTERS

RECORDS = (
    RecordLine("Largest take", "take"),
    RecordLine("Quickest win", ROUNDS, least=True),
)
ACHIEVEMENTS = (
    Achievement("handful", "Handful", "first", "You take 4 blocks or more at once.", "take", 4),
    Achievement("light", "Light fingers", "rare", "You win, and never take more than one block at once."),
)


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the largest take of each seat, and a win by single blocks."""
    for play in game.plays:
        for event in play.events("take"):
            marks.note(event.seat, "take", event.data["blocks"], f"tower {LETTERS[event.data['tower']]}", play)
    for seat in game.seats:
        if game.won(seat) and marks.value(seat, "take") == 1:
            marks.note(seat, "light", 1)
    note_result(game, marks)


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS)
