"""Everything that can be done at the table, beyond the shared commands.

The arrows move what is in the hand, and walk round the table while it is empty. Every ctrl or shift key has a plain
one beside it, and no key is one of the screens' own, in any preset.
"""

from __future__ import annotations

from towergames.boards.desk import Command


def _name(name: str) -> str:
    return f"leaning.{name}"


(TAKE, NEXT_IDEA, LAST_IDEA, TARGET, TARGET_BACK, SIZE, CONTROL) = map(
    _name, ("take", "idea", "idea-back", "target", "target-back", "size", "control")
)
(LOWER, RAISE, LEAN, EASE, REST, OVER, UNDO_HAND, STEP, OTHER) = map(
    _name, ("lower", "raise", "lean", "ease", "rest", "over", "hand-back", "step", "other")
)
(TURN_LEFT, TURN_RIGHT, TIP_AWAY, TIP_NEAR, ROLL_LEFT, ROLL_RIGHT) = map(
    _name, ("turn-left", "turn-right", "tip-away", "tip-near", "roll-left", "roll-right")
)
(ORBIT_LEFT, ORBIT_RIGHT, ORBIT_UP, ORBIT_DOWN, NEARER, FARTHER, VIEW, LABELS) = map(
    _name, ("orbit-left", "orbit-right", "orbit-up", "orbit-down", "nearer", "farther", "look", "names")
)
(PAN_LEFT, PAN_RIGHT, PAN_UP, PAN_DOWN) = map(_name, ("pan-left", "pan-right", "pan-up", "pan-down"))
ACT = "leaning.act-"
"""Before the name of a button: the command that presses it."""

_HAND = "hand"
HANDLING: tuple[Command, ...] = (
    Command(TAKE, "Take a piece", "Take a piece in hand, or lay it down", ("K",), "take", _HAND, "take"),
    Command(NEXT_IDEA, "Next idea", "Show another place for the piece", ("n",), "idea", _HAND, "next idea"),
    Command(LAST_IDEA, "Idea before", "Show the idea before", ("N",), "idea-back", _HAND),
    Command(SIZE, "Size", "The next size; 1, 2, 3 choose it", ("s",), "size", _HAND, "size"),
    Command(TARGET, "Target", "The next piece to lean on", ("c",), "target", _HAND, "target"),
    Command(TARGET_BACK, "Target before", "The piece before, to lean on", ("C",), "target-back", _HAND),
    Command(LOWER, "Lower", "Down until it meets something", ("d",), "lower", _HAND, "lower"),
    Command(LEAN, "Lean", "Tip it towards the target until it meets something", ("q",), "lean", _HAND, "lean"),
    Command(EASE, "Ease", "Let it sink slowly until it lies still", ("e",), "ease", _HAND, "ease"),
    Command(RAISE, "Back up", "Lift it", ("b",), "up-again", _HAND, "lift"),
    Command(OVER, "Above", "Hold it above the target", ("O",), "above", _HAND),
    Command(REST, "Set down on", "The next edge, corner or face to stand it on", ("E",), "rest", _HAND, "stand on"),
    Command(TURN_LEFT, "Turn left", "Turn it to the left", ("comma",), "turn-left", _HAND),
    Command(
        TURN_RIGHT,
        "Turn right",
        "Turn it to the right",
        ("full_stop",),
        "turn-right",
        _HAND,
        before=("lesson.next",),
    ),
    Command(TIP_AWAY, "Tip away", "Tip it away from you", ("right_parenthesis",), "tip-away", _HAND),
    Command(TIP_NEAR, "Tip near", "Tip it towards you", ("left_parenthesis",), "tip-near", _HAND),
    Command(
        ROLL_LEFT, "Roll left", "Tip it to the left", ("less_than_sign",), "roll-left", _HAND, before=("lesson.before",)
    ),
    Command(ROLL_RIGHT, "Roll right", "Tip it to the right", ("greater_than_sign",), "roll-right", _HAND),
    Command(STEP, "Step", "Fine, normal or coarse steps of the hand", ("apostrophe",), "step", _HAND),
    Command(
        UNDO_HAND,
        "Hand back",
        "Undo the last motion of the hand",
        ("backspace", "delete"),
        "undo-hand",
        _HAND,
        before=("lesson.before",),
    ),
    Command(OTHER, "Other piece", "The other piece of the Foundation in hand", ("semicolon",), "other", _HAND),
    Command(CONTROL, "Control", "Guided (with ideas) or free", ("G",), "control", _HAND, "control"),
)
"""What the hand does, the most wanted first."""

ACTS: tuple[Command, ...] = (
    Command(f"{ACT}let-go", "Let go", "Let go of the piece where it is", ("equals_sign",), "let-go", "turn"),
    Command(
        f"{ACT}drop",
        "Let go blindly",
        "Let go without seeing what it touches; the rules are checked afterwards",
        ("dollar_sign",),
        "drop",
        "turn",
    ),
    Command(f"{ACT}ready", "Ready", "Let the table set up the Foundation", ("Y",), "stand-ready", "turn"),
    Command(f"{ACT}hold", "Hold", "Set a piece of this size aside as your turn", ("A",), "hold-it", "turn", "hold"),
    Command(f"{ACT}pass", "Pass", "Pass, where that is free", ("X",), "pass-on", "turn"),
    Command(f"{ACT}skip", "Skip", "Say that you find no move; the table looks for one", ("S",), "skip-it", "turn"),
    Command(f"{ACT}accept", "Accept", "Leave the slipped piece where it lies", ("T",), "accept-it", "turn", "accept"),
    Command(f"{ACT}give-up", "Give up", "Give up the slipped or held piece", ("U",), "give-up", "turn"),
    Command(f"{ACT}keep", "Keep", "Leave the disturbed piece where it lies", ("W",), "keep-it", "turn", "keep"),
    Command(f"{ACT}restore", "Restore", "Put everything back as it stood", ("Z",), "restore-it", "turn"),
    Command(f"{ACT}decline", "Decline", "Do not rebuild; that counts as a Wreck", ("D",), "decline-it", "turn"),
    Command(f"{ACT}nudge", "Bump", "Report that the table was bumped", ("B",), "bumped", "turn"),
)
"""The buttons."""

CAMERA: tuple[Command, ...] = (
    Command(
        ORBIT_LEFT, "Walk left", "Go round the table to the left", ("shift+left", "H"), "walk-left", "camera",
        looking=True,
    ),
    Command(
        ORBIT_RIGHT, "Walk right", "Go round the table to the right", ("shift+right", "L"), "walk-right", "camera",
        looking=True,
    ),
    Command(ORBIT_UP, "Look down", "Look from higher up", ("shift+up", "I"), "higher", "camera", looking=True),
    Command(ORBIT_DOWN, "Look across", "Look from lower down", ("shift+down", "J"), "deeper", "camera", looking=True),
    Command(
        NEARER, "Nearer", "Come nearer to the table", ("plus", "ampersand"), "nearer", "camera",
        before=("replay.faster",), looking=True,
    ),
    Command(
        FARTHER, "Farther", "Go away from the table", ("minus", "asterisk"), "farther", "camera",
        before=("replay.slower",), looking=True,
    ),
    Command(
        PAN_LEFT, "Pan left", "Look at what is further left", ("left_curly_bracket",), "pan-left", "camera",
        looking=True,
    ),
    Command(
        PAN_RIGHT, "Pan right", "Look at what is further right", ("right_curly_bracket",), "pan-right", "camera",
        looking=True,
    ),
    Command(PAN_UP, "Pan up", "Look at what is higher up", ("circumflex_accent",), "pan-up", "camera", looking=True),
    Command(PAN_DOWN, "Pan down", "Look at what is lower down", ("underscore",), "pan-down", "camera", looking=True),
    Command(
        VIEW, "Next view", "All, from above, from the front, the side, near", ("V",), "look", "camera", "view",
        looking=True,
    ),
    Command(LABELS, "Names", "Show or hide the numbers of the pieces", ("quotation_mark",), "names", "camera",
        looking=True),
)  # fmt: skip
"""What only changes the picture."""

_FIRST = (f"{ACT}accept", f"{ACT}keep")
COMMANDS: tuple[Command, ...] = (
    *(command for command in ACTS if command.id in _FIRST),
    *HANDLING,
    *(command for command in ACTS if command.id not in _FIRST),
    *CAMERA,
)
"""What is possible only now and then comes first, so that the footer has it."""
LOOKING = frozenset(command.id for command in CAMERA)
