"""The game screen's own commands. Most important first within each group."""

from __future__ import annotations

from towergames.tui.commands import CONFIRMING, MOVES, Command

CONTEXT: tuple[Command, ...] = (
    *CONFIRMING,
    Command(
        "skip",
        "Skip",
        "To the end of what is being shown",
        ("space", "enter", "escape"),
        ("skip",),
        "now",
        footer="any key skips",
    ),
    Command("rule.open", "Read the rule", "Read the rule that is cited", ("enter",), (), "now", footer="read the rule"),
    Command("recap.replay", "Show them again", "Replay the moves of the recap", ("enter",), (), "now", footer="replay"),
    Command("recap.close", "Close the recap", "Back to the log", ("escape",), (), "now", footer="close"),
    Command(
        "search.stop", "End the search", "Keep the best found so far", ("escape",), (), "now", footer="end the search"
    ),
    Command("work.stop", "End it", "Be content with what has been worked out", ("escape",), (), "now", footer="end it"),
    Command("bots.wait", "Pause or go on", "Stop or resume the bots", ("escape",), (), "now", footer="pause"),
    Command("result.again", "Result", "Who won, and what next", ("enter", "escape"), (), "now", footer="result"),
    Command(
        "history.now", "Back to now", "Leave the earlier position", ("escape",), ("now",), "now", footer="back to now"
    ),
)
"""Commands on keys that also have another meaning; each is listed only while it applies."""

ALWAYS: tuple[Command, ...] = (
    Command("undo", "Undo", "Take back the last step", ("u", "ctrl+z"), ("undo",), "game", footer="undo"),
    Command("redo", "Redo", "Do again what was taken back", ("r", "ctrl+y"), ("redo",), "game"),
    Command("turn.reset", "Reset turn", "Take back everything done this turn", ("t",), ("reset",), "game"),
    Command("hint", "Hint", "Ask the strongest bot; counted as help", ("i",), ("hint",), "game", footer="hint"),
    Command(
        "game.why", "Why", "Why the bots moved as they did since your last turn", ("w",), ("why",), "bots", footer="why"
    ),
    Command(
        "bots.hurry", "Play now", "Let the bot play the best it has found", ("g",), ("go",), "bots", footer="play now"
    ),
    Command("bots.pause", "Pause bots", "Stop or resume the bots", ("z",), ("pause",), "bots"),
    Command("pace", "Bot pace", "Normal, instant, short, step by step", ("y",), ("pace",), "bots"),
    Command("recap", "Recap", "The moves since the last decision", ("a",), ("recap",), "looking"),
    Command("history.back", "Earlier", "Look back by one move", ("left_square_bracket",), ("earlier",), "looking"),
    Command("history.forward", "Later", "One move later again", ("right_square_bracket",), ("later",), "looking"),
    Command("log.up", "Log up", "Older lines of the log", ("pageup",), ("up-log",), "looking"),
    Command("log.down", "Log down", "Newer lines of the log", ("pagedown",), ("down-log",), "looking"),
    Command("pad", "Score pad", "Log or pad; side by side: rounds or lines", ("p",), ("pad",), "looking", footer="pad"),
    Command(
        "pad.sheet", "Whole pad", "Every line of the score pad, and its export", ("P",), ("sheet", "score"), "looking"
    ),
    Command("view.turn", "Turn view", "Board alone, or with pad and log", ("f",), ("view",), "looking"),
    Command("tell.board", "Table in words", "The table in words, most important first", (), ("board",), "in words"),
    Command("tell.hand", "Hand in words", "What you have in hand", (), ("hand", "rack"), "in words"),
    Command(
        "tell.moves", "Moves", "What can be played now; moves WORD: those with the word", (), ("moves",), "in words"
    ),
    Command("tell.try", "Try a move", "try MOVE: what it would score", (), ("try",), "in words"),
    Command("tell.log", "Whole log", "All that has happened so far", (), ("log",), "in words"),
    Command("tell.best", "Search", "Search for the best there is; counted as help", (), ("best",), "in words"),
    Command("rule", "Rule", "Read the rules, or one of them: rule R-1", ("slash",), ("rule", "rules"), "looking"),
    Command("lookup", "Look a word up", "Is it a word, what does it mean", ("number_sign",), ("lookup",), "looking"),
    Command("hand.hide", "Hide hand", "Lay the cards face down until a key is pressed", ("v",), ("hide",), "game"),
    Command("result", "Result", "Who won, and what next", ("o",), ("result",), "game"),
    Command(
        "review",
        "Review",
        "What was best at each move, after the end",
        ("percent_sign",),
        ("review",),
        "game",
        footer="review",
    ),
    Command("rematch", "Rematch", "Another game with the same seats", ("R",), ("rematch",), "game"),
    Command(
        "save.as", "Save as", "Keep a copy under a name, or rename the game", ("ctrl+s", "f5"), ("save", "name"), "game"
    ),
    Command("menu", "Menu", "Leave the game for the menu", ("m",), ("menu",), "game", footer="menu"),
)
COMMANDS = (*CONTEXT, *ALWAYS)
"""All commands of the game screen."""

LASTING = frozenset(
    ("rule", "rule.open", "log.up", "log.down", "pad", "view.turn", "help", "palette", "type", "jump", "game.why")
)
"""Commands that keep the message under the hand."""
ANSWERS = frozenset(command.id for command in CONFIRMING)
"""Commands that answer a question."""
THROUGH = frozenset(
    ("help", "palette", "quit", "menu", "type", "bots.wait", "bots.pause", "bots.hurry", "hand.hide", "game.why")
)
"""Commands that work during an animation; other keys only skip it."""
WHILE_SETTLING = frozenset(
    {"help", "palette", "type", "jump", "export", "quit", "menu", "rule", "rule.open", "pace", "bots.pause"}
    | {"log.up", "log.down", "pad", "pad.sheet", "view.turn", "hand.hide", "game.why", "work.stop"}
    | {"tell.board", "tell.hand", "tell.log"}
)
"""Commands that change nothing on the table."""
CHOOSE_FIRST = tuple(sorted(MOVES, key=lambda command: command.id != "choose"))
"""The cursor's commands in the order in which the footer names them."""
