"""Everything that can be done at the table, beyond the shared commands.

In the phases that ask for letters every letter key types one, so that nothing else that can be used then sits on a
letter (U25). While a letter is placed a few small ones serve the hand; all others, and capitals, choose that letter.
"""

from __future__ import annotations

from string import ascii_lowercase

from towergames.boards.desk import Command


def _name(name: str) -> str:
    return f"konexi.{name}"


(TURN, TURN_BACK, FLIP, OTHER, HINT, ERASE, ADD, TOKEN) = map(
    _name, ("turn", "turn-back", "flip", "other", "help-here", "erase", "add", "token-here")
)
(ORBIT_LEFT, ORBIT_RIGHT, ORBIT_UP, ORBIT_DOWN, NEARER, FARTHER, WHOLE, VIEW, LOOK, LABELS) = map(
    _name,
    ("orbit-left", "orbit-right", "orbit-up", "orbit-down", "nearer", "farther", "whole", "view", "look", "names"),
)
ACT = "konexi.act-"
"""Before the name of a button: the command that presses it."""
LETTER = "konexi.letter-"
"""Before a small letter: the command of its key."""

_HAND = "hand"
HANDLING: tuple[Command, ...] = (
    Command(TURN, "Turn", "Turn the letter by a quarter, to where it fits then", ("r",), "turn", _HAND, "turn"),
    Command(TURN_BACK, "Turn back", "Turn it by a quarter the other way", ("e",), "turn-back", _HAND),
    Command(FLIP, "Turn over", "Turn the letter over", ("f",), "flip", _HAND, "turn over"),
    Command(OTHER, "Other letter", "The other letter beside the token", ("o",), "other", _HAND, "other letter"),
    Command(HINT, "Words here", "Words and balance of this place; counted as help", ("h",), "help-here", _HAND),
    Command(
        ERASE, "Erase", "Take the last letter of the word back", ("backspace", "delete"), "erase", _HAND, "erase",
        before=("lesson.before",),
    ),
    Command(
        ADD, "Add a letter", "Put the letter under the cursor into the word", ("space",), "add", _HAND,
        before=("choose",),
    ),
    Command(TOKEN, "Token here", "Begin with the token before this letter", ("comma",), "token-here", _HAND),
)  # fmt: skip
"""What the hand does, the most wanted first."""

_TURN = "game"
ACTS: tuple[Command, ...] = (
    Command(f"{ACT}done", "No word", "End the turn without a word", ("equals_sign",), "no-word", _TURN, "no word"),
    Command(f"{ACT}clear", "Clear", "Take all letters of the word back", ("tilde",), "clear", _TURN),
    Command(f"{ACT}mix", "Mix", "Have the circle mixed", ("at",), "mix-it", _TURN, "mix"),
    Command(f"{ACT}lay", "Lay it so", "Begin with the circle as it lies", ("dollar_sign",), "lay-it", _TURN, "lay it"),
    Command(f"{ACT}give-up", "Give up", "Add no letter; a fall", ("circumflex_accent",), "no-letter", _TURN),
    Command(f"{ACT}bump", "Bump", "Report that the tower was bumped", ("backslash",), "bumped", _TURN),
)
"""The buttons that have keys; those of the hand have theirs above, and Enter does the rest."""

CAMERA: tuple[Command, ...] = (
    Command(VIEW, "View", "From the side, or with a camera", ("asterisk",), "other-view", "camera", "view",
            looking=True),
    Command(LOOK, "Next look", "The camera in front, at a corner, the edge, behind, above", ("semicolon",), "look",
            "camera", looking=True),
    Command(ORBIT_LEFT, "Walk left", "Walk round the tower to the left; from the side: move the picture",
            ("shift+left", "left_parenthesis"), "walk-left", "camera", looking=True),
    Command(ORBIT_RIGHT, "Walk right", "Walk round the tower to the right; from the side: move the picture",
            ("shift+right", "right_parenthesis"), "walk-right", "camera", looking=True),
    Command(ORBIT_UP, "Look down", "Look from higher up; from the side: move the picture",
            ("shift+up", "right_curly_bracket"), "higher", "camera", looking=True),
    Command(ORBIT_DOWN, "Look across", "Look from lower down; from the side: move the picture",
            ("shift+down", "left_curly_bracket"), "deeper", "camera", looking=True),
    Command(NEARER, "Nearer", "Come nearer to the tower", ("plus", "ampersand"), "nearer", "camera",
            before=("replay.faster",), looking=True),
    Command(FARTHER, "Farther", "Go away from the tower", ("minus", "underscore"), "farther", "camera",
            before=("replay.slower",), looking=True),
    Command(WHOLE, "Whole tower", "The whole tower in sight", ("apostrophe",), "whole", "camera", looking=True),
    Command(LABELS, "Names", "Show or hide the names of the letters", ("quotation_mark",), "names", "camera",
            looking=True),
)  # fmt: skip
"""What only changes the picture."""

LETTERS: tuple[Command, ...] = tuple(
    Command(
        f"{LETTER}{letter}",
        f"Letter {letter.upper()}",
        "Type it, find it in the circle, or take it in hand",
        (letter, letter.upper()),
        f"letter-{letter}",
        "letters",
        before=tuple(c.id for c in HANDLING if letter in c.keys),
    )
    for letter in ascii_lowercase
)
"""One command a letter key."""

COMMANDS: tuple[Command, ...] = (*HANDLING[:4], *ACTS[:1], *HANDLING[4:], *ACTS[1:], *CAMERA, *LETTERS)
LOOKING = frozenset(command.id for command in CAMERA)
