"""The hand's words, typed: ``hold R 12``, ``put 12``, ``turn``, ``let go``, ``say RULE``."""

from __future__ import annotations

from dataclasses import replace

from towergames.boards.desk import Reply
from towergames.boards.konexi import acting, circling, commands, handling, placing, situation
from towergames.boards.konexi.pointer import TOWER, Pointer, TableReply, TableScene
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import Place, Word
from towergames.games.konexi.rules import is_word

FORMS = (
    "hold [LETTER] [NUMBER]: take a letter in hand, at that place of the list",
    "next, before, turn, turn-back, flip, other: another place, another way round, the other letter",
    "go left, right, up, down: to the next place there",
    "put [LETTER] NUMBER: let go of it there; let go: where it is",
    "help-here: which words it would make there, and its balance; counted as help",
    "say WORD: say the word; no word: end the turn without one",
    "token after LETTER: put the token there, where you may choose",
    "other-view, walk-left, nearer, whole: how the picture shows the tower",
)
"""What can be typed for the hand, for help."""
_NAMED = {command.typed: command.id for command in commands.COMMANDS if not command.id.startswith(commands.LETTER)}
_HANDS = (commands.TURN, commands.TURN_BACK, commands.FLIP, commands.OTHER, commands.HINT)
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


def typed(scene: TableScene, pointer: Pointer, text: str) -> TableReply | None:
    """Handle typed words of the hand's; None when they are none (a whole move, another command)."""
    words = text.lower().split() or [""]
    whole = " ".join(words)
    if _NAMED.get(whole) in commands.LOOKING:
        return handling.do(scene, pointer, _NAMED[whole])
    match situation.phase(scene):
        case "place":
            return _placing(scene, pointer, words, whole)
        case "word":
            return _word(scene, pointer, words, whole)
        case "token" if words[:2] == ["token", "after"] and len(words) == 3 and words[2].upper() in ALPHABET:
            return _token(scene, pointer, words[2].upper())
    return None


def _placing(scene: TableScene, pointer: Pointer, words: list[str], whole: str) -> TableReply | None:
    if whole in ("let go", "release"):
        return acting.press(scene, pointer, "let-go")
    if whole in ("next", "before"):
        return placing.step(scene, pointer, 1 if whole == "next" else -1)
    if _NAMED.get(whole) in _HANDS:
        return handling.do(scene, pointer, _NAMED[whole])
    if words[0] == "go" and len(words) == 2 and words[1] in _WAYS:
        return placing.go(scene, replace(pointer, zone=TOWER), *_WAYS[words[1]])
    if words[0] in ("hold", "put"):
        return _at(scene, pointer, words)
    return None


def _at(scene: TableScene, pointer: Pointer, words: list[str]) -> TableReply:
    """``hold R 12``, ``put 12``: by the number of the place."""
    verb, rest = words[0], words[1:]
    letter = rest.pop(0).upper() if rest and rest[0].upper() in ALPHABET else pointer.letter
    here = pointer
    if letter not in situation.offers(scene) or letter != pointer.letter:
        reply = placing.take(scene, pointer, letter)
        if reply.say:
            return reply
        here = reply.pointer
    here = replace(here, zone=TOWER, act="")
    if not rest and verb == "hold":
        return Reply(here)
    spots = situation.places(scene, here)
    if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit():
        return Reply(here, say=f"Which place? Type its number, such as: {verb} {letter} 1; places lists them.")
    if not 1 <= int(rest[0][:6]) <= len(spots):
        return Reply(here, say=f"{letter} has {len(spots)} places, 1 to {len(spots)}.")
    spot = spots[int(rest[0]) - 1]
    there = replace(here, at=spot, tried=None)
    return Reply(there, submit=Place(*spot) if verb == "put" else None)


def _word(scene: TableScene, pointer: Pointer, words: list[str], whole: str) -> TableReply | None:
    if whole == "no word":
        return acting.press(scene, replace(pointer, zone="acts", act="done"), "done")  # whoever types it means it
    if words[0] == "say" and len(words) == 2 and is_word(words[1].upper()):
        word = words[1].upper()
        return Reply(replace(pointer, word=word), submit=Word(word))
    return None


def _token(scene: TableScene, pointer: Pointer, letter: str) -> TableReply | None:
    """Said where the letter is gone; else it is a whole move."""
    return circling.to_letter(scene, pointer, letter) if letter not in scene.view.circle else None
