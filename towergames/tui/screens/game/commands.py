"""The game screen's own commands. Most important first within each group."""

from __future__ import annotations

from towergames.tui.commands import CONFIRMING, group

CONTEXT = (
    *CONFIRMING,
    *group(
        "now",
        ("skip", "Skip", "To the end of what is being shown", "space enter escape", "skip", "skip"),
        ("recap.replay", "Show them again", "Replay the moves of the recap", "A", "", "show again"),
        ("recap.close", "Close the recap", "Back to the log", "escape", "", "close"),
        ("search.stop", "End the search", "Keep the best found so far", "escape", "", "end the search"),
        ("work.stop", "End it", "Be content with what has been worked out", "escape", "", "end it"),
        ("bots.wait", "Pause or go on", "Stop or resume the bots", "escape", "", "pause"),
        ("result.again", "Result", "Who won, and what next", "enter escape", "", "result"),
        ("history.now", "Back to now", "Leave the earlier position", "escape", "now", "back to now"),
    ),
)
"""Commands on keys that also have another meaning; each is listed only while it applies."""

ALWAYS = (
    *group(
        "game",
        ("undo", "Undo", "Take back the last step", "u ctrl+z", "undo", "undo"),
        ("redo", "Redo", "Do again what was taken back", "r ctrl+y", "redo"),
        ("turn.reset", "Reset turn", "Take back everything done this turn", "t", "reset"),
        ("hint", "Hint", "Ask the strongest bot; counted as help", "i", "hint", "hint"),
    ),
    *group(
        "bots",
        ("game.why", "Why", "Why the bots moved as they did since your last turn", "w", "why", "why"),
        ("bots.hurry", "Play now", "Let the bot play the best it has found", "g", "go", "play now"),
        ("bots.pause", "Pause bots", "Stop or resume the bots", "z", "pause"),
        ("pace", "Bot pace", "Normal, instant, short, step by step", "y", "pace"),
    ),
    *group(
        "looking",
        ("recap", "Recap", "The moves since the last decision", "a", "recap"),
        ("history.back", "Earlier", "Look back by one move", "left_square_bracket", "earlier"),
        ("history.forward", "Later", "One move later again", "right_square_bracket", "later"),
        ("log.up", "Log up", "Older lines of the log", "pageup", "up-log"),
        ("log.down", "Log down", "Newer lines of the log", "pagedown", "down-log"),
        ("pad", "Score", "Log or score; side by side: rounds or lines", "p", "pad", "score"),
        ("pad.sheet", "Score sheet", "Every line of the score sheet, and its export", "P", "sheet score"),
        ("view.turn", "Board alone", "The board alone, or with score and log", "f", "view"),
    ),
    *group(
        "in words",
        ("tell.board", "Table in words", "The table in words, most important first", "", "board"),
        ("tell.hand", "Hand in words", "What you have in hand", "", "hand rack"),
        ("tell.moves", "Moves", "What can be played now; moves WORD: those with the word", "", "moves"),
        ("tell.try", "Try a move", "try MOVE: what it would score", "", "try"),
        ("tell.log", "Whole log", "All that has happened so far", "", "log"),
        ("tell.best", "Search", "Search for the best there is; counted as help", "", "best"),
    ),
    *group(
        "looking",
        ("rule", "Rule", "Read the rule that is cited, or the rules: rule R-1", "slash", "rule rules"),
        ("lookup", "Look a word up", "Is it a word, what does it mean", "number_sign", "lookup"),
    ),
    *group(
        "game",
        ("hand.hide", "Hide hand", "Lay the cards face down until a key is pressed", "v", "hide"),
        ("result", "Result", "Who won, and what next", "o", "result"),
        ("review", "Review", "What was best at each move, after the end", "percent_sign", "review", "review"),
        ("rematch", "Rematch", "Another game with the same seats", "R", "rematch"),
        ("save.as", "Save as", "Keep a copy under a name, or rename the game", "ctrl+s f5", "save name"),
        ("menu", "Menu", "Leave the game for the menu", "m", "menu", "menu"),
    ),
)
COMMANDS = (*CONTEXT, *ALWAYS)
"""All commands of the game screen."""

LASTING = frozenset(("rule", "log.up", "log.down", "pad", "view.turn", "help", "palette", "type", "jump", "game.why"))
"""Commands that keep the message under the hand."""
ANSWERS = frozenset(command.id for command in CONFIRMING)
"""Commands that answer a question."""
THROUGH = frozenset(
    ("help", "palette", "quit", "menu", "type", "bots.wait", "bots.pause", "bots.hurry", "hand.hide", "game.why")
)
"""Commands that work during an animation; other keys only skip it."""
WHILE_SETTLING = frozenset(
    {"help", "palette", "type", "jump", "export", "quit", "menu", "rule", "pace", "bots.pause"}
    | {"log.up", "log.down", "pad", "pad.sheet", "view.turn", "hand.hide", "game.why", "work.stop"}
    | {"tell.board", "tell.hand", "tell.log"}
)
"""Commands that change nothing on the table."""
