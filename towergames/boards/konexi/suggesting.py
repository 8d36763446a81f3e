"""Help: tips on words in instalments, and suggested moves laid out in the player's hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.boards.desk import Tip
from towergames.boards.konexi import placing, situation
from towergames.boards.konexi.pointer import ACTS, CIRCLE, TOWER, Pointer, TableScene
from towergames.core.text import count
from towergames.games.konexi.lattice import Spot
from towergames.games.konexi.model import Action, Done, GiveUp, Place, Token, Word
from towergames.games.konexi.turns import places_of
from towergames.games.konexi.words import lexicon_of


def tip(scene: TableScene, told: int) -> Tip[Action] | None:
    """Of the longest word first its length, then how it begins, then the word; None in phases that bots advise in."""
    if scene.view.phase != "word" or lexicon_of(scene.view) is None:
        return None
    words = situation.words_now(scene)
    if not words:
        other, without = ("other ", "") if scene.view.words_said else ("", " without one")
        text = f"{scene.view.new} makes no {other}word here; end the turn{without}."
        return Tip(text, Done()) if not told else None
    best = words[0]
    longest = "the longest" if len(words) > 1 else "it"
    tips: tuple[Tip[Action], ...] = (
        Tip(f"{scene.view.new} makes {count(len(words), 'word')}; {longest} has {len(best)} letters."),
        Tip(f"The longest word begins with {best[0]} and ends with {best[-1]}."),
        Tip(f"A longest word: {best}.", Word(best)),
    )
    return tips[told] if told < len(tips) else None


def lay_out(scene: TableScene, pointer: Pointer, action: Action) -> Pointer | None:
    """The pointer with a suggested action prepared, so that Enter does it; None where that cannot be."""
    match situation.phase(scene), action:
        case "place", Place():
            return replace(pointer, zone=TOWER, act="", letter=action.letter, at=action.spot, tried=None)
        case "place", GiveUp():
            return replace(pointer, zone=ACTS, act="give-up")
        case "word", Word(word):
            return replace(pointer, zone=TOWER, act="", word=word)
        case "word", Done():
            return replace(pointer, zone=ACTS, act="done")
        case "token", Token(gap):
            return replace(pointer, zone=CIRCLE, act="", gap=gap)
    return None


def in_words(scene: TableScene, action: Action) -> str:
    """A place by its number, as it can be typed, with what holds the letter; other moves say it themselves."""
    if not isinstance(action, Place):
        return ""
    spots, held = places_of(scene.view, action.letter), placing.holds(scene, action.spot)
    if action.spot not in spots:
        return ""
    number = spots.index(action.spot) + 1
    return f"put {action.letter} {number}, {placing.posed(action.spot)}{', ' if held else ''}{held}"


def watched(scene: TableScene, pointer: Pointer, idea: Any) -> Pointer | None:
    """What a thinking player considers: a place is shown as the letter there."""
    spot = idea.spot if isinstance(idea, Place) else idea
    if not isinstance(spot, Spot) or spot.letter in {one.letter for one in scene.view.tower}:
        return None
    return replace(pointer, letter=spot.letter, at=spot, tried=None)
