"""What a move would bring, as far as the player may know: shown before he commits."""

from __future__ import annotations

from towergames.core.contract import Verdict
from towergames.games.words import board as boards
from towergames.games.words.board import Word
from towergames.games.words.model import SOLO_EXCHANGES, Action, Challenge, Exchange, Pass, Play, State
from towergames.games.words.notation import cells_of
from towergames.games.words.play import score_lines
from towergames.games.words.rules import checks_words, lexicon_of


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: its score lines, and a note in a few words. Never tells more than the rules do."""
    match action:
        case Play():
            return _play(state, action)
        case Exchange():
            if state.seats == 1:
                left = SOLO_EXCHANGES - state.exchanges[0] - 1
                return Verdict(note=f"a free exchange; {left} left after it")
            return Verdict(note="ends the turn")
        case Pass():
            ends = state.passes + 1 >= state.seats
            return Verdict(note="ends the game" if ends else "ends the turn")
        case Challenge():
            strict = state.terms.checking == "loser-loses-turn"
            return Verdict(note="the player who is wrong loses a turn" if strict else "a wrong challenge costs nothing")
        case _:
            return Verdict(note="the play stands")


def _play(state: State, action: Play) -> Verdict:
    tiles = cells_of(action, state.terms.size)
    assert tiles is not None
    words = boards.formed(state.board, tiles)
    lines = score_lines(state.active, words, len(tiles), state.terms.bingo)
    parts = [_worth(word, alone=len(words) == 1) for word in words]
    parts += [f"all seven tiles {line.points}" for line in lines if line.rule == "R-20"]
    note = f"{sum(line.points for line in lines)} points: {', '.join(parts)}"
    if not checks_words(state):
        note += "; not checked, it may be challenged"
    elif lexicon_of(state) is None:
        note += f"; not checked, the word list {state.list_id} is not here (U-24)"
    return Verdict(preview=lines, note=note)


def _worth(word: Word, *, alone: bool) -> str:
    """What a word brings and why: ``WOOD, stacked, 1 a tile`` when it is ``alone``, else ``WOOD 5 (stacked)``."""
    how = "flat" if word.flat else "stacked"
    if alone:
        return f"{word.text}, {how}, {2 if word.flat else 1} a tile" + (f" and {word.qu} for Qu" if word.qu else "")
    return f"{word.text} {word.points} ({how}{' with Qu' if word.qu else ''})"
