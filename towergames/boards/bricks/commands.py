"""Everything that can be done in the workshop, beyond the shared commands.

Letters find cards and say what a wildcard is, so nothing else here sits on a letter (U25); each command has a plain
key besides any ctrl key.
"""

from __future__ import annotations

from string import ascii_lowercase

from towergames.boards.desk import Command

LETTER = "bricks.letter."
TAKE, SWAP, RAISE, LOWER, HEAVIER, LIGHTER, DECLARE, STACK = (
    f"bricks.{name}" for name in ("take", "swap", "raise", "lower", "heavier", "lighter", "declare", "stack")
)
SORT, FILTER, DRAFT, NEW, COPY, DROP, COMPARE, CLEAR, ASK, SUBMIT = (
    f"bricks.{name}" for name in ("sort", "filter", "draft", "new", "copy", "drop", "compare", "clear", "ask", "submit")
)

DEEDS: tuple[Command, ...] = (
    Command(SUBMIT, "Hand in", "Hand the draft in, for good", ("dollar_sign", "ctrl+k"), "hand-in", footer="hand in"),
    Command(TAKE, "Take back", "The piece goes back to the cards", ("backspace", "delete"), "take-back", footer="take"),
    Command(SWAP, "Swap", "The piece in hand and this one change places", ("exclamation_mark", "ctrl+x"), "swap-here"),
    Command(RAISE, "Level up", "The level changes places with the one above", ("greater_than_sign",), "level-up"),
    Command(LOWER, "Level down", "The level changes places with the one below", ("less_than_sign",), "level-down"),
    Command(HEAVIER, "A ton more", "J, Q, X or Z weighs a ton more (rule 8)", ("plus",), "heavier"),
    Command(LIGHTER, "A ton less", "J, Q, X or Z weighs a ton less (rule 8)", ("minus",), "lighter"),
    Command(DECLARE, "Declare", "Say what a wildcard is", ("equals_sign",), "declare-here"),
    Command(STACK, "Two cards", "A wildcard of two cards (rule 31)", ("ampersand",), "two-cards"),
    Command(SORT, "Sort", "By colour, letter, weight or shape", ("comma",), "sort"),
    Command(FILTER, "Filter", "Show only some of the cards", ("full_stop",), "filter"),
    Command(DRAFT, "Next draft", "Work on the next draft", ("semicolon",), "next-draft", "drafts", "draft"),
    Command(NEW, "New draft", "Begin an empty draft", ("asterisk",), "new-draft", "drafts"),
    Command(COPY, "Copy draft", "Begin a draft as a copy of this one", ("at", "ctrl+a"), "copy-draft", "drafts"),
    Command(DROP, "Drop draft", "Throw this draft away", ("underscore",), "drop-draft", "drafts"),
    Command(COMPARE, "Compare", "Another draft beside this one", ("vertical_line",), "compare", "drafts"),
    Command(CLEAR, "Clear", "Take the whole draft down", ("tilde",), "take-down", "drafts"),
    Command(
        ASK, "Ask for a rule", "Learn the rule under the cursor; it costs 1 point", ("circumflex_accent",), "ask-here"
    ),
)
"""What is done, the most wanted first."""

LETTERS: tuple[Command, ...] = tuple(
    Command(
        f"{LETTER}{letter}",
        f"Letter {letter.upper()}",
        "Find the next card with this letter; make a wildcard this letter",
        (letter, letter.upper()),
        f"find-{letter}",
        "letters",
    )
    for letter in ascii_lowercase
)
"""One command a letter key."""

COMMANDS: tuple[Command, ...] = (*DEEDS, *LETTERS)

ACT_OF = {NEW: "new", COPY: "copy", DROP: "drop", COMPARE: "compare", CLEAR: "clear", SUBMIT: "submit"}
"""Command -> the button that does the same."""
