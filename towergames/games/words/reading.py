"""Plays as people write them in Scrabble, without a verb: ``c5 MIGHT`` runs down, ``5c MIGHT`` runs across.

Where only one of the two directions is legal, that one is meant. All else is read by ``notation.py``.
"""

from __future__ import annotations

from towergames.core.contract import NotationError
from towergames.games.words import notation
from towergames.games.words.grid import size_of
from towergames.games.words.model import Action, State
from towergames.games.words.notation import WrittenPlay
from towergames.games.words.rules import first_refusal


def parse(text: str, state: State) -> Action:
    """The move meant by a typed line. Raises NotationError that says what would be understood."""
    words = notation.words_of(text)
    squares = [word for word in words if notation.is_square(word)]
    if not squares or notation.verb_of(words[0]):
        return notation.parse(text, state)
    try:
        play = notation.read_play(words, size_of(state.board))
    except NotationError as error:
        raise NotationError(str(error), verb="play") from None
    if play.down is not None:
        return notation.fitted(play, play.down, state)
    down = squares[0][0].isalpha()
    if not _is_legal(play, down, state) and _is_legal(play, not down, state):
        down = not down
    return notation.fitted(play, down, state)


def _is_legal(play: WrittenPlay, down: bool, state: State) -> bool:
    """Whether the play is legal in a direction."""
    try:
        return first_refusal(state, notation.fitted(play, down, state)) is None
    except NotationError:  # it begins off the board
        return False
