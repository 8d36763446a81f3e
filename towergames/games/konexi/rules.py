"""What a player may try: what is on offer, the form of an action, the rules, and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET, is_word, poses
from towergames.games.konexi.model import (
    ANY,
    Action,
    Arrange,
    Begin,
    Done,
    GiveUp,
    Mix,
    Nudge,
    Place,
    Public,
    State,
    Token,
    Word,
)
from towergames.games.konexi.notation import PLACE
from towergames.games.konexi.tower import Fault, Spot, faults, places, stands, tower_of
from towergames.games.konexi.words import available, lexicon_of, word_refusal

# --- the circle, the token, and the letters on offer --------------------------------------------------


def beside(circle: str, gap: int) -> str:
    """K-3: the letters beside a gap, the one before it first; a single letter once.

    >>> beside("ABC", 1), beside("ABC", 0), beside("A", 0)
    ('AB', 'CA', 'A')
    """
    return "".join(dict.fromkeys((circle[gap - 1], circle[gap]))) if circle else ""


def taken(circle: str, gap: int, letter: str) -> tuple[str, int]:
    """K-1, K-2: the circle closed up without a letter, and where the token, which stays, is now.

    >>> taken("ABCD", 2, "B"), taken("ABCD", 2, "C"), taken("ABCD", 0, "D"), taken("AB", 1, "B")
    (('ACD', 1), ('ABD', 2), ('ABC', 0), ('A', 0))
    """
    at = circle.index(letter)
    left = circle[:at] + circle[at + 1 :]
    return left, (gap - (at < gap)) % max(1, len(left))


def stepped(circle: str, gap: int, steps: int) -> int:
    """R-6: the gap that the token comes to, ``steps`` letters clockwise; negative steps go back."""
    return (gap + steps) % len(circle)


def gaps(state: Public) -> tuple[int, ...]:
    """K-5, K-6: where the token may be moved to, after the roll."""
    count = len(state.circle)
    if state.face == ANY:
        return tuple(range(count))
    steps = (state.face, -state.face) if state.terms.direction == "either" else (state.face,)
    return tuple(sorted({stepped(state.circle, state.gap, by) for by in steps}))


def offered(state: Public) -> str:
    """R-8: the letters that may be taken now."""
    return state.only or beside(state.circle, state.gap)


def places_of(state: Public, letter: str) -> tuple[Spot, ...]:
    """Every place where the letter may be put: a pose in which it stands for the base (K-4), else on the lattice."""
    return _places(state.tower, letter, state.terms.flip)


@lru_cache(maxsize=64)
def _places(tower: tuple[Spot, ...], letter: str, flips: bool) -> tuple[Spot, ...]:
    if not tower:
        stood = (one for one in poses(letter) if stands(one) and (flips or not one.flip))
        return tuple(Spot(letter, one.turn, one.flip, 0, 0) for one in stood)
    return places(tower_of(tower), letter, flips=flips)


def is_blocked(state: Public) -> bool:
    """K-22: whether none of the letters on offer has a place."""
    return not any(places_of(state, letter) for letter in offered(state))


def standing(spot: Spot) -> str:
    """A place in a sentence: ``R at 3 5, turned 90, turned over``."""
    turned = f", turned {90 * spot.turn}" if spot.turn else ""
    return f"{spot.letter} at {spot.x} {spot.y}{turned}{', turned over' if spot.flip else ''}"


# --- what a player may try ------------------------------------------------------------------------------

FURTHEST = 999
"""Cells from the base's corner that a place may be named at; no tower reaches so far."""


def is_move(action: Any) -> bool:
    """Whether it is an action with fields of the right kinds; says nothing of the rules."""
    match action:
        case Mix() | GiveUp() | Done():
            return True
        case Begin():
            return _whole(action.seat, 0)
        case Arrange():
            return is_word(action.letters) and _whole(action.gap, 0)
        case Token():
            return _whole(action.gap, 0)
        case Place():
            named = type(action.letter) is str and len(action.letter) == 1 and action.letter in ALPHABET
            posed = type(action.flip) is bool and _whole(action.turn, 0) and action.turn < 4
            return named and posed and _whole(action.x, -FURTHEST) and _whole(action.y, -FURTHEST)
        case Word():
            return is_word(action.word)
        case Nudge():
            return _whole(action.by, 0)
    return False


def _whole(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= FURTHEST


_IN_PHASE: dict[str, tuple[type[Any], ...]] = {
    "birthday": (Begin,),
    "arrange": (Arrange, Mix),
    "token": (Token,),
    "place": (Place, GiveUp, Nudge),
    "word": (Word, Done, Nudge),
}
_NOW = {
    "birthday": ("K-14", "First say whose birthday comes next: begin 1."),
    "arrange": ("R-3", "The letters are laid in a circle first: circle, or mix."),
    "token": ("R-7", "The token is moved first: token."),
    "place": ("R-9", "A letter has to be added to the tower: place."),
    "word": ("R-14", "The letter stands: say a word, or done."),
}


def first_refusal(state: State, action: Any) -> Refusal | None:
    """The first rule that forbids the action now, None when it may be tried. Total."""
    if state.phase == "over":
        return Refusal("R-25", "The game is over.")
    if state.phase not in _IN_PHASE:
        return Refusal("K-10", "No player can move before the table has answered.")
    if not is_move(action):
        return Refusal("R-9", "That is no move of this game.")
    if not isinstance(action, _IN_PHASE[state.phase]):
        return Refusal(*_NOW[state.phase])
    return _of(state, action)


def _of(state: State, action: Action) -> Refusal | None:
    match action:
        case Begin():
            return _seat(state, action.seat, "K-14")
        case Arrange():
            return _arrange(action)
        case Token():
            return _token(state, action)
        case Place():
            return _place(state, action)
        case Word():
            return _word(state, action.word)
        case Nudge():
            return _nudge(state, action)
        case _:
            return None


def _seat(state: State, seat: int, rule: str) -> Refusal | None:
    return None if seat < state.seats else Refusal(rule, f"There is no player {seat + 1}.")


def _arrange(action: Arrange) -> Refusal | None:
    """R-3: each of the 26 letters once, and a gap for the token."""
    missing = [letter for letter in ALPHABET if letter not in action.letters]
    if missing or len(action.letters) != len(ALPHABET):
        which = f"; these are missing: {' '.join(missing)}" if missing else ""
        return Refusal("R-3", f"The circle has each of the 26 letters once{which}.")
    if action.gap >= len(ALPHABET):
        return Refusal("R-3", "The token lies between two letters: after the first to the last, 0 to 25.")
    return None


def _token(state: State, action: Token) -> Refusal | None:
    """K-5, K-6: into any gap after Any Letter, else as far as was rolled."""
    possible = gaps(state)
    if action.gap in possible:
        return None
    if state.face == ANY:
        return Refusal("K-6", f"There are {len(state.circle)} gaps, 0 to {len(state.circle) - 1}.")
    there = " or ".join(map(str, possible))
    return Refusal("K-5", f"A roll of {state.face} brings the token into gap {there}.", f"gap:{possible[0]}")


# --- placing ----------------------------------------------------------------------------------------


def _place(state: State, action: Place) -> Refusal | None:
    letters = offered(state)
    if action.letter not in letters:
        if state.only:
            return Refusal("K-4", f"The first letter has been drawn: {state.only}.", f"letter:{state.only}")
        where = "stand in the tower already" if action.letter not in state.circle else "are not beside the token"
        choice = " or ".join(letters)
        return Refusal("R-8", f"Take {choice}; other letters {where}.", f"letter:{letters[0]}")
    if action.flip and not state.terms.flip:
        return Refusal("K-19", "Letters show their front in this game: they may be turned, but not turned over.")
    if not state.tower:
        return _base(action.spot)
    found = faults(tower_of(state.tower), action.spot)
    return _fault(found[0], action.letter) if found else None


def _base(spot: Spot) -> Refusal | None:
    """K-4: the first letter is put down in a pose in which it stands by itself, at the corner (0, 0)."""
    if (spot.x, spot.y) != (0, 0):
        return Refusal("K-4", "The first letter goes to 0 0: it has the table for itself.")
    if not stands(spot.shape):
        return Refusal("K-4", f"{spot.letter} does not stand like that: it would tip over, or stand on a plug.")
    return None


def _fault(fault: Fault, letter: str) -> Refusal:
    """Which rule of building a letter breaks."""
    at = f"cell:{fault.x},{fault.y}"
    match fault.kind:
        case "table":
            return Refusal("R-12", f"{letter} would reach down to the table; only the first letter touches it.", at)
        case "overlap":
            return Refusal("K-20", f"{fault.other} is there already.", at)
        case "loose":
            return Refusal("R-13", f"{letter} would not be notched to any letter there.", at)
        case "plugs":
            return Refusal("K-20", f"A plug would meet a plug of {fault.other} there; it needs a socket.", at)
        case _:
            return Refusal("K-20", f"A plug would meet a wall there: {letter} does not fit beside {fault.other}.", at)


# --- words --------------------------------------------------------------------------------------------


def _word(state: State, word: str) -> Refusal | None:
    """R-15, R-16, K-7, K-8, K-27: a new word of the list, notched together, with the new letter."""
    if word in state.words_said:
        return Refusal("K-27", f"{word} has been said in this turn already.")
    tower = tower_of(state.tower)
    return word_refusal(word, tower.notched, state.new, state.terms.shortest, lexicon_of(state))


def _nudge(state: State, action: Nudge) -> Refusal | None:
    """K-12: a report of a bump."""
    if state.terms.bump != "nudge":
        return Refusal("K-12", "Bumps are not reported in this game.")
    if not state.tower:
        return Refusal("K-12", "There is no tower to bump yet.")
    if state.nudged:
        return Refusal("K-25", "The tower has been bumped once in this turn already.")
    return _seat(state, action.by, "K-12")


# --- the legal actions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class KonexiChoices:
    """Every legal action, but of the ways to lay the circle only the alphabet, and of words those of the list."""

    state: State

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> Action:
        """One of them, evenly."""
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        """How they are typed."""
        return tuple(_TEMPLATES[kind] for kind in dict.fromkeys(map(type, self._listed)))

    @cached_property
    def _listed(self) -> tuple[Action, ...]:
        state = self.state
        match state.phase:
            case "birthday":
                return tuple(Begin(seat) for seat in range(state.seats))
            case "arrange":
                return (Mix(), Arrange(ALPHABET, 0))
            case "token":
                return tuple(Token(gap) for gap in gaps(state))
            case "place":
                spots = [spot for letter in offered(state) for spot in places_of(state, letter)]
                return (*(Place(*spot) for spot in spots), GiveUp(), *self._nudges())
            case "word":
                return (*(Word(word) for word in available(state)), Done(), *self._nudges())
            case _:
                return ()

    def _nudges(self) -> Iterator[Action]:
        nudges = (Nudge(seat) for seat in range(self.state.seats))
        return (nudge for nudge in nudges if first_refusal(self.state, nudge) is None)


_TEMPLATES: dict[type, str] = {
    Begin: "begin PLAYER",
    Arrange: "circle LETTERS token NUMBER",
    Mix: "mix",
    Token: "token NUMBER",
    Place: PLACE,
    GiveUp: "give-up",
    Word: "word WORD",
    Done: "done",
    Nudge: "nudge PLAYER",
}
