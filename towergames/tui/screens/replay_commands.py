"""The commands of the replay."""

from __future__ import annotations

from towergames.tui.commands import group


def _tenth(n: int) -> tuple[str, ...]:
    return f"replay.tenth.{n}", f"Go to {n}0%", f"Go to {n}0% of the moves", str(n), f"{n}0%"


COMMANDS = (
    *group(
        "replay",
        ("replay.play", "Play or pause", "Play the moves one after another, or pause", "space enter", "play", "play"),
        ("replay.forward", "One move on", "Show the next move", "right", "forward", "step"),
        ("replay.backward", "One move back", "Show the move before", "left", "backward"),
        ("replay.next-turn", "Next turn", "Go to the start of the next turn", "pagedown", "nextturn", "turn"),
        (
            "replay.previous-turn",
            "Previous turn",
            "Go to the start of this turn or the one before",
            "pageup",
            "previousturn",
        ),
        ("replay.view", "Seen by", "Show what everyone sees, one player's view, or all hands", "v", "view", "seen by"),
        (
            "replay.branch",
            "Play from here",
            "Start a new saved game here; this one stays as it is",
            "b",
            "branch",
            "play on",
        ),
        (
            "replay.next-marker",
            "Next mark",
            "Go to the next big score, great loss or undo",
            "n full_stop",
            "nextmarker",
            "next mark",
        ),
        (
            "replay.previous-marker",
            "Mark before",
            "Go to the big score, great loss or undo before this",
            "p comma",
            "previousmarker",
        ),
        (
            "replay.analyse",
            "What was best?",
            "Show the best move, or the move of the strongest bot",
            "a",
            "analyse",
            "what was best?",
        ),
        (
            "replay.review",
            "Review",
            "Compare every move with the best one; shows the score curve",
            "r",
            "review",
            "review",
        ),
        ("replay.goto", "Go to move", "Go to a move by its number", "g", "goto", "go to"),
        ("replay.faster", "Faster", "Double the speed, up to 8x", "plus equals_sign", "faster"),
        ("replay.slower", "Slower", "Halve the speed, down to 0.5x", "minus", "slower"),
        ("replay.speed", "Speed", "Choose the next speed, or type one: 0.5, 1, 2, 4, 8", "s", "speed"),
        ("replay.first", "To the start", "Go to the start of the game", "home", "first"),
        ("replay.last", "To the end", "Go to the end of the game", "end", "last"),
        ("replay.pane", "Other view", "Show log and points, the score curve, or the log alone", "tab", "pane"),
        (
            "replay.messages",
            "Messages",
            "Show or hide in the log what the players said to each other",
            "m",
            "messages",
        ),
        ("replay.pad", "Score sheet", "Open the score sheet of this position", "t f8", "pad"),
    ),
    *group("replay", *(_tenth(n) for n in range(1, 10))),
    *group("replay", ("back", "Back", "Close the replay", "escape q", "back", "back")),
)


CHIPS = ("play", "forward", "next-turn", "next-marker", "branch", "analyse", "review")
"""The commands that have a chip while they can be used; the footer does not name them."""
