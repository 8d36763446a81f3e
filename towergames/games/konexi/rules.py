"""The rules: letters on offer, the form of an action, refusals, and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from msgspec import UNSET

from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.core.text import count, listed
from towergames.games.konexi import model
from towergames.games.konexi.letters import ALPHABET, is_word, poses
from towergames.games.konexi.model import ANY, Public, State
from towergames.games.konexi.notation import PLACE
from towergames.games.konexi.tower import PlacedLetter, faults, joints, places, stands, tower_of
from towergames.games.konexi.words import lexicon_of, sayable_words, word_refusal

# --- the circle, the token, and the letters on offer --------------------------------------------------


def beside(circle: str, gap: int) -> str:
    """K-3: the letters beside a gap, the one before it first; a single letter once.

    >>> beside("ABC", 1), beside("ABC", 0), beside("A", 0)
    ('AB', 'CA', 'A')
    """
    return "".join(dict.fromkeys((circle[gap - 1], circle[gap]))) if circle else ""


def taken(circle: str, gap: int, letter: str) -> tuple[str, int]:
    """K-1, K-2: the circle without a letter, and the gap of the token, which stays.

    >>> taken("ABCD", 2, "B"), taken("ABCD", 2, "C"), taken("ABCD", 0, "D"), taken("AB", 1, "B")
    (('ACD', 1), ('ABD', 2), ('ABC', 0), ('A', 0))
    """
    at = circle.index(letter)
    left = circle[:at] + circle[at + 1 :]
    return left, (gap - (at < gap)) % max(1, len(left))


def stepped(circle: str, gap: int, steps: int) -> int:
    """R-6: the gap ``steps`` letters clockwise from ``gap``; negative steps go back."""
    return (gap + steps) % len(circle)


def gaps(state: Public) -> tuple[int, ...]:
    """K-5, K-6: the gaps to which the token may be moved after the roll."""
    count = len(state.circle)
    if state.face == ANY:
        return tuple(range(count))
    steps = (state.face, -state.face) if state.terms.direction == "either" else (state.face,)
    return tuple(sorted({stepped(state.circle, state.gap, by) for by in steps}))


def between(circle: str, gap: int) -> str:
    """A gap in words.

    >>> between("ABC", 1), between("ABC", 0), between("A", 0)
    ('between A and B', 'between C and A', 'beside A')
    """
    here = beside(circle, gap)
    return f"between {here[0]} and {here[1]}" if len(here) > 1 else f"beside {here}"


def offered(state: Public) -> str:
    """R-8: the letters that may be taken now."""
    return state.only or beside(state.circle, state.gap)


def places_of(state: Public, letter: str) -> tuple[PlacedLetter, ...]:
    """Every legal place of the letter. The base needs a pose in which it stands alone (K-4)."""
    return _places(state.tower, letter, state.terms.flip)


@lru_cache(maxsize=64)
def _places(tower: tuple[PlacedLetter, ...], letter: str, flips: bool) -> tuple[PlacedLetter, ...]:
    if not tower:
        stood = (one for one in poses(letter) if stands(one) and (flips or not one.flip))
        return tuple(PlacedLetter(letter, one.turn, one.flip, 0, 0) for one in stood)
    return places(tower_of(tower), letter, flips=flips)


def is_blocked(state: Public) -> bool:
    """K-22: whether no letter on offer has a place."""
    return not any(places_of(state, letter) for letter in offered(state))


def onto(state: Public, spot: PlacedLetter) -> str:
    """The letters that a letter is joined to in a place."""
    return "".join(dict.fromkeys(joint.other for joint in joints(tower_of(state.tower), spot)))


def holds(state: Public, spot: PlacedLetter) -> str:
    """The joints of a letter in a place: ``2 joints with M and D``; '' for the base."""
    made = len(joints(tower_of(state.tower), spot))
    return f"{count(made, 'joint')} with {listed(onto(state, spot))}" if made else ""


def not_offered(state: Public, letter: str) -> str:
    """R-8: why a letter cannot be taken, and which letters can."""
    why = "not beside the token" if letter in state.circle else "already in the tower"
    return f"{letter} is {why}. Take {listed(offered(state), 'or')}."


MAX_COORDINATE = 999
"""The greatest coordinate of a place that may be named, in cells; no tower is so large."""


def is_move(action: Any) -> bool:
    """Whether ``action`` has the form of an action: fields of the right kinds. It may still break rules."""
    match action:
        case model.Mix() | model.GiveUp() | model.EndTurn():
            return True
        case model.Begin(number) | model.Token(number) | model.Nudge(number):
            return _whole(number, 0)
        case model.Arrange(letters, gap):
            return is_word(letters) and _whole(gap, 0)
        case model.Place(letter, turn, flip, x, y):
            posed = type(flip) is bool and _whole(turn, 0) and turn < 4
            return (
                is_word(letter)
                and len(letter) == 1
                and posed
                and _whole(x, -MAX_COORDINATE)
                and _whole(y, -MAX_COORDINATE)
            )
        case model.SayWord(word):
            return is_word(word)
    return False


def _whole(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= MAX_COORDINATE


_IN_PHASE: dict[str, tuple[type[Any], ...]] = {
    "birthday": (model.Begin,),
    "arrange": (model.Arrange, model.Mix),
    "token": (model.Token,),
    "place": (model.Place, model.GiveUp, model.Nudge),
    "word": (model.SayWord, model.EndTurn, model.Nudge),
}
_NOW = {
    "birthday": ("K-14", "First say who has the next birthday."),
    "arrange": ("R-3", "First set out the circle, or mix the letters."),
    "token": ("R-7", "Choose a gap for the token first."),
    "place": ("R-9", "Add a letter to the tower first."),
    "word": ("R-14", "The letter stands. Say a word, or end the turn."),
}


def first_refusal(state: State, action: Any) -> Refusal | None:
    """The first rule that forbids the action now, None if it is legal. Answers for any value."""
    if state.phase == "over":
        return Refusal("R-25", "The game is over.")
    if state.phase not in _IN_PHASE:
        return Refusal("K-10", "The tower is still moving. Wait a moment.")
    if not is_move(action):
        return Refusal("R-9", "That is not a move of Konexi.")
    if not isinstance(action, _IN_PHASE[state.phase]):
        return Refusal(*_NOW[state.phase])
    match action:
        case model.Begin(seat):
            return _seat(state, seat, "K-14")
        case model.Arrange():
            return _arrange(action)
        case model.Token(gap):
            return _token(state, gap)
        case model.Place():
            return _place(state, action)
        case model.SayWord(word) if word in state.words_said:
            return Refusal("K-27", f"You have already said {word}. Say another word.")
        case model.SayWord(word):
            notched = tower_of(state.tower).notched
            return word_refusal(word, notched, state.new, state.terms.shortest, lexicon_of(state))
        case model.Nudge(by):
            return _nudge(state, by)
    return None


def _seat(state: State, seat: int, rule: str) -> Refusal | None:
    return None if seat < state.seats else Refusal(rule, f"There is no player {seat + 1}. Choose 1 to {state.seats}.")


def _arrange(action: model.Arrange) -> Refusal | None:
    """R-3: each of the 26 letters once, and a gap for the token."""
    missing = [letter for letter in ALPHABET if letter not in action.letters]
    if missing:
        return Refusal("R-3", f"The circle has each of the 26 letters once. Missing: {listed(missing)}.")
    if action.gap >= len(ALPHABET):
        return Refusal("R-3", "There is no such gap. Use 0 to 25.")
    return None


def _token(state: State, gap: int) -> Refusal | None:
    """K-5, K-6: into any gap after Any Letter, else as far as the die says."""
    possible = gaps(state)
    if gap in possible:
        return None
    if state.face == ANY:
        return Refusal("K-6", f"There is no such gap. Use 0 to {len(state.circle) - 1}.")
    there = listed((f"before {state.circle[gap]}" for gap in possible), "or")
    return Refusal("K-5", f"Die {state.face}: the token goes {there}.", f"gap:{possible[0]}")


def _place(state: State, action: model.Place) -> Refusal | None:
    letters, letter, spot = offered(state), action.letter, action.spot
    if letter not in letters:
        if state.only:
            return Refusal("K-4", f"{state.only} was drawn as the base. Take {state.only}.", f"letter:{state.only}")
        return Refusal("R-8", not_offered(state, letter), f"letter:{letters[0]}")
    if action.flip and not state.terms.flip:
        return Refusal("K-19", "Letters cannot be flipped in this game. Turn it instead.")
    if not state.tower:
        if (spot.x, spot.y) != (0, 0):
            return Refusal("K-4", "The base goes to 0 0.")
        if not stands(spot.shape):
            return Refusal("K-4", f"{letter} would tip over like that. Turn it.")
        return None
    for fault in faults(tower_of(state.tower), spot):
        rule, text = {
            "table": ("R-12", f"{letter} would touch the table. Go higher."),
            "overlap": ("K-20", f"{fault.other} is already there. Choose another place."),
            "loose": ("R-13", f"{letter} would only rest there. Join a plug to a socket."),
            "plugs": ("K-20", f"A plug would meet a plug of {fault.other}. It needs a socket."),
            "wall": ("K-20", f"A plug would hit the wall of {fault.other}. Turn {letter} or go on."),
        }[fault.kind]
        return Refusal(rule, text, f"cell:{fault.x},{fault.y}")
    return None


def _nudge(state: State, by: int) -> Refusal | None:
    """K-12: a report of a bump."""
    if state.terms.bump != "nudge":
        return Refusal("K-12", "Bumps are off in this game.")
    if not state.tower:
        return Refusal("K-12", "There is no tower to bump yet.")
    if state.nudged:
        return Refusal("K-25", "One bump a turn is the limit.")
    if by == state.active and state.terms.bump_cost is not UNSET:
        return Refusal("K-12", "Bumps are out of turn. Choose a player who waits.")
    return _seat(state, by, "K-12")


@dataclass(frozen=True)
class KonexiChoices:
    """Every legal action; of the orders of the circle only the alphabet, of words only those of the list."""

    state: State

    def __iter__(self) -> Iterator[model.Action]:
        return iter(self._listed)

    def sample(self, dice: Dice) -> model.Action:
        return dice.choice(self._listed)

    @property
    def templates(self) -> tuple[str, ...]:
        return tuple(_TEMPLATES[kind] for kind in dict.fromkeys(map(type, self._listed)))

    @cached_property
    def _listed(self) -> tuple[model.Action, ...]:
        state = self.state
        match state.phase:
            case "birthday":
                return tuple(model.Begin(seat) for seat in range(state.seats))
            case "arrange":
                return (model.Mix(), model.Arrange(ALPHABET, 0))
            case "token":
                return tuple(model.Token(gap) for gap in gaps(state))
            case "place":
                spots = [spot for letter in offered(state) for spot in places_of(state, letter)]
                return (*(model.Place(*spot) for spot in spots), model.GiveUp(), *self._nudges())
            case "word":
                return (*(model.SayWord(word) for word in sayable_words(state)), model.EndTurn(), *self._nudges())
        return ()

    def _nudges(self) -> Iterator[model.Action]:
        nudges = (model.Nudge(seat) for seat in range(self.state.seats))
        return (nudge for nudge in nudges if first_refusal(self.state, nudge) is None)


_TEMPLATES: dict[type, str] = {
    model.Begin: "begin PLAYER",
    model.Arrange: "circle LETTERS token NUMBER",
    model.Mix: "mix",
    model.Token: "token NUMBER",
    model.Place: PLACE,
    model.GiveUp: "give-up",
    model.SayWord: "word WORD",
    model.EndTurn: "done",
    model.Nudge: "nudge PLAYER",
}
