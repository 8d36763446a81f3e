"""The game screen's own commands. Most important first within each group."""

from __future__ import annotations

from towergames.tui.commands import CONFIRMING, group

_BACK, _ON = "left_square_bracket", "right_square_bracket"
CONTEXT = (
    *CONFIRMING,
    *group(
        "now",
        ("skip", "Skip", "Skip to the result", "space enter escape", "skip", "skip"),
        ("fall.again", "See it again", "Show it again, slower", "r f6", "again", "see it again"),
        ("recap.replay", "Show them again", "Show these moves again", "A ctrl+a", "", "show again"),
        ("recap.close", "Close", "Back to the log", "escape", "", "close"),
        ("search.stop", "Stop the search", "Stop and keep the best found so far", "escape", "", "end the search"),
        ("work.stop", "Stop", "Stop and take the best found so far", "escape", "", "stop"),
        ("bots.wait", "Pause or go on", "Pause the bots, or let them go on", "escape", "", "pause"),
        ("result.again", "Result", "Who won, and what to do next", "enter escape", "", "result"),
        ("history.now", "Back to now", "Return to the current position", "escape", "now", "back to now"),
    ),
)
"""Commands on keys that also have another meaning; each is listed only while it applies."""

ALWAYS = (
    *group(
        "game",
        ("undo", "Undo", "Undo the last move", "ctrl+z u", "undo", "undo"),
        ("redo", "Redo", "Do the undone move again", "ctrl+y r", "redo"),
        ("turn.reset", "Undo turn", "Undo everything you did in this turn", "f6 t", "reset"),
        ("hint", "Hint", "Show a good move; counts as help", "f4 i", "hint", "hint"),
    ),
    *group(
        "bots",
        ("game.why", "Why?", "Why a move was refused, what you lost, why bots moved, or a hint", "f9 w", "why", "why"),
        ("bots.hurry", "Play now", "Make the bot play at once", "ctrl+g g", "go", "play now"),
        ("bots.pause", "Pause bots", "Pause the bots, or let them go on", "f10 z ctrl+end", "pause"),
        (
            "pace",
            "Bot pace",
            "How long a bot's move is shown: normal, instant, short, step by step",
            "y ctrl+down f11",
            "pace",
        ),
    ),
    *group(
        "looking",
        ("recap", "Last moves", "The moves since your last turn", "a home f12", "recap"),
        (
            "history.back",
            "Earlier",
            "Show the position one move earlier",
            "ctrl+left left_square_bracket",
            "earlier",
        ),
        ("history.forward", "Later", "Show the position one move later", "ctrl+right right_square_bracket", "later"),
        ("log.up", "Log up", "Older lines of the log", "pageup", "up-log"),
        ("log.down", "Log down", "Newer lines of the log", "pagedown", "down-log"),
        ("pad", "Score", "Show the log, the score by rounds, or all score lines", "f8 p", "pad", "score"),
        ("pad.sheet", "Score sheet", "All lines of the score sheet", "P ctrl+d", "sheet score"),
        ("view.turn", "Board alone", "Show or hide score and log beside the board", "f ctrl+f", "view"),
    ),
    *group(
        "in words",
        ("tell.board", "Table in words", "Describe the table in words", "", "board"),
        ("tell.hand", "Hand in words", "Describe your hand in words", "", "hand rack"),
        ("tell.moves", "Moves", "List the moves you can play; moves WORD lists those with the word", "", "moves"),
        ("tell.try", "Try a move", "Show what a move would score: try MOVE", "", "try"),
        ("tell.log", "Log", "Show the whole log", "", "log"),
        (
            "tell.best",
            "Search",
            "Search for the best move: best SECONDS; counts as help",
            "",
            "best",
        ),
    ),
    *group(
        "looking",
        ("rule", "Rule", "Read the rule of the message, or a rule by number: rule R-1", "slash ctrl+r", "rule rules"),
        (
            "guide",
            "Guide",
            "Play a lesson of this game, then come back to the table",
            "grave_accent ctrl+backslash",
            "guide",
        ),
        ("lookup", "Look up", "Look up a word and its meaning", "number_sign ctrl+b", "lookup"),
    ),
    *group(
        "game",
        ("hand.hide", "Hide hand", "Hide your hand until a key is pressed", "f7 v", "hide"),
        ("say", "Message", "Send a message to the other windows: say TEXT", "apostrophe ctrl+up", "say"),
        (
            "clock.pause",
            "Pause clock",
            "Pause the clock for everyone, or let it go on",
            "Q ctrl+delete",
            "clock",
        ),
        ("result", "Result", "Who won, and what to do next", "o end ctrl+w", "result"),
        ("review", "Review", "Compare every move with the best one", "percent_sign", "review", "review"),
        ("rematch", "Play again", "Play again with the same players", "M ctrl+home ctrl+n", "rematch"),
        ("another", "Another game", "Play another game with the same players: another GAME", "insert", "another"),
        (
            "moves.confirm",
            "Confirm my move",
            "Ask before moves that you cannot take back, or no longer",
            "ctrl+pageup ctrl+pagedown",
            "confirm",
        ),
        (
            "settings",
            "Settings",
            "Change colours, pictures, motion, pace and more",
            f"ctrl+{_ON} ctrl+insert",
            "settings",
        ),
        ("save.as", "Save as", "Copy or rename the saved game", "f5 ctrl+s", "save name"),
        ("menu", "Menu", "Leave the game for the menu", "ctrl+l m", "menu", "menu"),
    ),
)
COMMANDS = (*CONTEXT, *ALWAYS)
"""All commands of the game screen."""

LASTING = frozenset(
    ("rule", "log.up", "log.down", "pad", "view.turn", "help", "palette", "phone.menu", "type", "jump", "game.why")
)
"""Commands that keep the message under the hand."""
(AGAIN,) = (command for command in CONTEXT if command.id == "fall.again")
"""Shows a fall again while the fallen pieces lie still, and a beat while it is shown."""
ANSWERS = frozenset(command.id for command in CONFIRMING)
"""Commands that answer a question."""
THROUGH = frozenset(
    {
        "help",
        "palette",
        "phone.menu",
        "quit",
        "menu",
        "type",
        "bots.wait",
        "bots.pause",
        "bots.hurry",
        "hand.hide",
        "game.why",
    }
    | {"fall.again"}
)
"""Commands that work during an animation; other keys only skip it."""
WHILE_SETTLING = frozenset(
    {"help", "palette", "phone.menu", "type", "jump", "export", "quit", "menu", "back", "rule", "pace", "bots.pause"}
    | {"log.up", "log.down", "pad", "pad.sheet", "view.turn", "hand.hide", "game.why", "work.stop"}
    | {"tell.board", "tell.hand", "tell.log"}
)
"""Commands that change nothing on the table."""
