"""What can be done in a replay. Most important first."""

from __future__ import annotations

from towergames.boards.desk import Command

_TENTHS = tuple(
    Command(f"replay.tenth.{n}", f"Go to {n}0 %", f"After {n}0 % of the moves", (str(n),), f"{n}0%", "replay")
    for n in range(1, 10)
)
COMMANDS: tuple[Command, ...] = (
    Command("replay.play", "Play or pause", "Let the game run, or stop it", ("space",), "play", "replay", "play"),
    Command("replay.forward", "One move on", "Show the next move", ("right",), "forward", "replay"),
    Command("replay.backward", "One move back", "Show the move before", ("left",), "backward", "replay"),
    Command(
        "replay.next-turn", "Next turn", "Go to where the next turn begins", ("pagedown",), "nextturn", "replay", "turn"
    ),
    Command(
        "replay.previous-turn",
        "Previous turn",
        "Go to where this or the previous turn begins",
        ("pageup",),
        "previousturn",
        "replay",
    ),
    Command(
        "replay.view",
        "Other eyes",
        "Spectator, each seat, everything (once the game is over)",
        ("v",),
        "view",
        "replay",
        "eyes",
    ),
    Command(
        "replay.branch",
        "Play from here",
        "Begin a new save at this point; the original stays as it is",
        ("b", "enter"),
        "branch",
        "replay",
        "play on",
    ),
    Command(
        "replay.next-marker",
        "Next marker",
        "Go to the next big score, undo (u) or help (h)",
        ("n", "full_stop"),
        "nextmarker",
        "replay",
        "marker",
    ),
    Command(
        "replay.previous-marker",
        "Previous marker",
        "Go to the big score, undo or help before",
        ("p", "comma"),
        "previousmarker",
        "replay",
    ),
    Command(
        "replay.analyse",
        "What was best?",
        "Show what was best at each move, or what the strongest bot would have done",
        ("a",),
        "analyse",
        "replay",
        "analyse",
    ),
    Command(
        "replay.review",
        "Review",
        "The whole game judged: what was best, what was missed, the score curve",
        ("r",),
        "review",
        "replay",
        "review",
    ),
    Command("replay.goto", "Go to move", "Go to a move by its number", ("g",), "goto", "replay", "go to"),
    Command("replay.faster", "Faster", "Double the speed, up to 8x", ("plus", "equals_sign"), "faster", "replay"),
    Command("replay.slower", "Slower", "Halve the speed, down to 0.5x", ("minus",), "slower", "replay"),
    Command("replay.speed", "Speed", "The next speed, or one you type: 0.5, 1, 2, 4, 8", ("s",), "speed", "replay"),
    Command("replay.first", "To the start", "Go to before the first move", ("home",), "first", "replay"),
    Command("replay.last", "To the end", "Go to after the last move", ("end",), "last", "replay"),
    Command(
        "replay.pane",
        "Other pane",
        "Log and points, score curve, or log alone below the board",
        ("tab",),
        "pane",
        "replay",
    ),
    Command("replay.pad", "Score pad", "Open the score pad as it stood here", ("t",), "pad", "replay"),
    *_TENTHS,
    Command("back", "Back", "Close the replay", ("escape", "q"), "back", "replay", "back"),
)
