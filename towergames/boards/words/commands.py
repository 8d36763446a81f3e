"""Everything that can be done with the board of Stacked Words, beyond the shared commands.

Letters are typed onto the board, so nothing else here sits on a letter (U25): each command has a ctrl key, which some
terminals swallow, and a plain key besides.
"""

from __future__ import annotations

from string import ascii_lowercase

from towergames.boards.desk import Command

LETTER = "words.letter."
PLAY, TURN, RECALL, RECALL_ALL, SHUFFLE, EXCHANGE, PASS, CHALLENGE, ACCEPT, MEANING = (
    f"words.{name}"
    for name in (
        "play",
        "turn",
        "recall",
        "recall-all",
        "shuffle",
        "exchange",
        "pass",
        "challenge",
        "accept",
        "meaning",
    )
)

_CHOOSE = ("choose",)

DEEDS: tuple[Command, ...] = (
    Command(PLAY, "Play", "Play the tiles on the board", ("enter", "ctrl+j"), "play", footer="play", before=_CHOOSE),
    Command(ACCEPT, "Accept", "Let the last play stand", ("plus", "ctrl+a"), "accept", footer="accept"),
    Command(CHALLENGE, "Challenge", "Have its words looked up", ("asterisk", "ctrl+k"), "dispute", footer="challenge"),
    Command(TURN, "Turn", "Type across or down", ("space",), "turn", footer="across/down", before=_CHOOSE),
    Command(RECALL, "Take one back", "The tile laid last goes back", ("backspace",), "takeback", footer="one back"),
    Command(RECALL_ALL, "Take all back", "All tiles go back to the rack", ("delete",), "recall", footer="all back"),
    Command(SHUFFLE, "Shuffle", "The rack in a new order", ("ctrl+u", "tilde"), "shuffle", footer="shuffle"),
    Command(EXCHANGE, "Exchange", "Give a tile back for a new one", ("equals_sign", "ctrl+x"), "exchange"),
    Command(PASS, "Pass", "Do nothing this turn", ("minus", "ctrl+t"), "pass-turn"),
    Command(MEANING, "Meaning", "Define the word under the cursor", ("at", "ctrl+v"), "meaning"),
)
"""What is done, the most wanted first."""

LETTERS: tuple[Command, ...] = tuple(
    Command(
        f"{LETTER}{letter}",
        f"Lay {'Qu' if letter == 'q' else letter.upper()}",
        "Lay this tile at the cursor",
        (letter, letter.upper()),
        f"lay-{letter}",
        "letters",
    )
    for letter in ascii_lowercase
)
"""One command a letter key. A letter that stands under the cursor already is stepped over."""

COMMANDS: tuple[Command, ...] = (*DEEDS, *LETTERS)

ACT_OF = {
    PLAY: "play",
    RECALL_ALL: "recall",
    SHUFFLE: "shuffle",
    EXCHANGE: "exchange",
    PASS: "pass",
    CHALLENGE: "challenge",
    ACCEPT: "accept",
}
"""Command -> the button that does the same."""
