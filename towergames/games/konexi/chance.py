"""What dice, the word list and physics decide: resolved once, live; checked and applied from the record ever after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from msgspec import UNSET

from towergames.core.contract import Event, Nature, Score, Step
from towergames.core.dice import Dice
from towergames.games.konexi.letters import ALPHABET
from towergames.games.konexi.model import (
    ANY,
    BIRTHDAY,
    FACES,
    FALLS,
    STANDS,
    Balance,
    Circle,
    Drawn,
    Fate,
    Finding,
    First,
    Outcome,
    Released,
    Rest,
    Rolled,
    State,
    WordList,
)
from towergames.games.konexi.moves import (
    NOBODY,
    after_roll,
    beginning,
    end_turn,
    fall,
    finish_finding,
    laid,
    moved,
    ready,
    resume,
    say,
    scored,
    told_circle,
)
from towergames.games.konexi.needs import Physics
from towergames.games.konexi.tower import tower_of
from towergames.games.konexi.words import available, connected, lexicon_of
from towergames.lexicon import shelf
from towergames.physics.recording import check_record, fitted

_FAR = 10**7
"""Ten metres, in micrometres: nothing falls further."""
_HALF_TURN = 180_000


def check_outcome(outcome: Released, letters: Sequence[str]) -> None:
    """Raises ValueError when the outcome speaks of letters that are not there, or in numbers that cannot be.

    ``letters`` are those of the tower in the order of building, with the one just let go.
    """
    if outcome.kind not in (STANDS, *FALLS):
        raise ValueError("the outcome is neither a stand nor a fall")
    if [rest.letter for rest in outcome.rests] != list(letters):
        raise ValueError("the outcome has the wrong letters")
    if not all(map(_is_rest, outcome.rests)) or (outcome.rests[0].bend, outcome.rests[0].twist) != (0, 0):
        raise ValueError("the outcome has a pose that cannot be")
    base, hanging = letters[0], set(letters[1:])
    if not _is_set(outcome.cause, set(letters)) or list(outcome.on_table) != sorted(set(outcome.on_table)):
        raise ValueError("the outcome names letters twice, or out of order")
    if not _is_set(outcome.on_table, set(letters)) or outcome.loaded not in ("", *hanging):
        raise ValueError("the outcome names letters that are not there")
    _check_kind(outcome, base, hanging)
    if abs(outcome.margin) > _FAR or not 0 <= outcome.load <= _FAR:
        raise ValueError("the outcome has a balance that cannot be")
    check_record(outcome, 16)


def check_list(outcome: WordList) -> None:
    """Raises ValueError for a list that is not named as lists are."""
    if len(outcome.sha256) != 64 or set(outcome.sha256) - set("0123456789abcdef") or not 1 <= len(outcome.id) <= 63:
        raise ValueError("a word list is named by its hash")
    if not all(ch.isascii() and (ch.isalnum() or ch == "-") for ch in outcome.id) or outcome.words < 1:
        raise ValueError("a word list has a short name and words")


def _check_kind(outcome: Released, base: str, hanging: set[str]) -> None:
    """K-23: what stands touches the table with its base alone; a fall names the letters that are its reason."""
    cause = set(outcome.cause)
    if outcome.kind == STANDS:
        good = not cause and outcome.on_table == base
    elif outcome.kind == "touch":
        good = bool(cause) and cause <= hanging and cause <= set(outcome.on_table)
    elif outcome.kind in ("drop", "notch"):
        good = bool(cause) and cause <= hanging
    else:
        good = not cause
    if not good:
        raise ValueError("the outcome's reason does not fit what it says happened")


def _is_rest(rest: Rest) -> bool:
    return rest.pose.is_near and rest.pose.is_turn and max(abs(rest.bend), abs(rest.twist)) <= _HALF_TURN


def _is_set(some: str, known: set[str]) -> bool:
    return len(set(some)) == len(some) and set(some) <= known


OUTCOMES: dict[str, type[Any]] = {
    "words": WordList,
    "first": First,
    "circle": Circle,
    "base": Drawn,
    "roll": Rolled,
    "fate": Fate,
    "bump": Released,
    "release": Released,
    "find": Finding,
}
"""Nature kind -> its outcome; the kinds are the phases."""

BUMP_ONE_IN = 20
"""K-12: how many turns come to one bump, where bumps come by chance."""


def resolve(state: State, nature: Nature, dice: Dice, physics: Callable[[], Physics]) -> Outcome:
    """Roll, mix, ask the word list; only what physics must answer asks for ``physics``."""
    match nature.kind:
        case "words":
            chosen = shelf.resolve(state.terms.words) or shelf.load("standard")
            return WordList(chosen.id, chosen.sha256, chosen.count)
        case "first":
            return First(dice.below(state.seats))
        case "circle":
            return Circle("".join(dice.shuffled(ALPHABET)), dice.below(len(ALPHABET)))
        case "base":
            return Drawn(dice.choice(state.circle))
        case "roll":
            return Rolled(dice.choice(FACES))
        case "fate":
            waiting = [seat for seat in range(state.seats) if seat != state.active]
            return Fate(NOBODY if dice.below(BUMP_ONE_IN) else dice.choice(waiting))
        case "find":
            if lexicon_of(state) is None:
                return Finding("", True)
            return Finding(next(iter(available(state)), ""))
        case "bump":
            return fitted(physics().bump(state, dice))
        case _:
            return fitted(physics().let_go(state, dice))


def settle(state: State, outcome: Outcome) -> Step[State]:
    """The recorded outcome applied. Raises ValueError when it cannot follow from the state."""
    if type(outcome) is not OUTCOMES.get(state.phase):
        raise ValueError("no such outcome is due")
    return _SETTLE[state.phase](state, outcome)


# --- the beginning ----------------------------------------------------------------------------------


def _settle_words(state: State, outcome: WordList) -> Step[State]:
    check_list(outcome)
    text = f"Words are those of the list {outcome.id}, {outcome.words} words"
    told = Event("words", text, data={"id": outcome.id, "sha256": outcome.sha256})
    state = replace(state, list_id=outcome.id, list_sha256=outcome.sha256)
    chosen = state.terms.first
    if chosen == BIRTHDAY:
        return Step(replace(state, phase="birthday"), (told,))
    return Step(beginning(state, chosen - 1) if chosen else replace(state, phase="first"), (told,))


def _settle_first(state: State, outcome: First) -> Step[State]:
    if not 0 <= outcome.seat < state.seats:
        raise ValueError("there is no such player")
    told = Event("order", f"{{{outcome.seat}}} begins", seat=outcome.seat, data={"first": outcome.seat})
    return Step(beginning(state, outcome.seat), (told,), (), True)


def _settle_circle(state: State, outcome: Circle) -> Step[State]:
    """R-3, K-14: all letters lie in a circle, the token in one of its gaps."""
    if sorted(outcome.letters) != list(ALPHABET) or not 0 <= outcome.gap < len(ALPHABET):
        raise ValueError("a circle has all 26 letters and the token between two of them")
    return Step(laid(state, outcome.letters, outcome.gap), (told_circle(outcome.letters, outcome.gap),), (), True)


def _settle_base(state: State, outcome: Drawn) -> Step[State]:
    """K-4: the first letter is drawn, wherever it lies."""
    if len(outcome.letter) != 1 or outcome.letter not in state.circle:
        raise ValueError("only a letter of the circle can be drawn")
    text = f"{outcome.letter} is drawn as the first letter"
    told = Event("base", text, seat=state.active, data={"letter": outcome.letter})
    return Step(ready(replace(state, only=outcome.letter)), (told,), (), True)


# --- the die and bumps --------------------------------------------------------------------------------


def _settle_roll(state: State, outcome: Rolled) -> Step[State]:
    """R-6, R-7: the token is moved, or the player is asked where to."""
    if outcome.face not in FACES:
        raise ValueError("the die has no such face")
    seat = state.active
    shown = "Any Letter" if outcome.face == ANY else str(outcome.face)
    rolled = Event("roll", f"{{{seat}}} rolls {shown}", seat=seat, data={"face": outcome.face, "from": state.gap})
    after = after_roll(replace(state, face=outcome.face))
    if after.phase == "token":
        return Step(after, (rolled,), (), True)
    return Step(after, (rolled, moved(after, "The token goes")), (), True)


def _settle_fate(state: State, outcome: Fate) -> Step[State]:
    """K-12: a player who waits bumps the tower, or no player does."""
    if outcome.by == NOBODY:
        return Step(replace(state, phase="place"))
    if not 0 <= outcome.by < state.seats or outcome.by == state.active:
        raise ValueError("nobody like that can bump the tower now")
    return Step(replace(state, phase="bump", bumper=outcome.by), (), (), True)


# --- physics and words --------------------------------------------------------------------------------


def _movement(outcome: Released, by: str) -> Event:
    """What moves on the screen."""
    data = {"trace": outcome.trace, "letters": "".join(rest.letter for rest in outcome.rests), "by": by}
    return Event("settle", "The tower comes to rest", data=data)


def _settle_release(state: State, outcome: Released) -> Step[State]:
    """K-10, K-24, K-28: the letter stands and may make a word, or the tower falls and its player pays."""
    seat, spot = state.active, state.in_hand
    assert spot is not None
    check_outcome(outcome, (*(one.letter for one in state.tower), spot.letter))
    told = _movement(outcome, "release")
    if outcome.kind != STANDS:
        return fall(state, outcome.kind, outcome.cause, seat, (told,), reveals=True)
    data = {"letter": spot.letter, "margin": outcome.margin, "load": outcome.load, "loaded": outcome.loaded}
    stands = Event("place", f"{{{seat}}}'s {spot.letter} stands", seat=seat, data=data)
    after = replace(_at_rest(state, outcome), tower=(*state.tower, spot), in_hand=None, new=spot.letter)
    if state.seats == 1:
        line = Score(seat, 1, 1, "K-28", f"{spot.letter} stands")
        return end_turn(scored(after, line), (told, stands), (line,), reveals=True)
    if len(after.tower) == 1:
        return end_turn(after, (told, stands), reveals=True)
    phase = "find" if state.terms.finding == "auto" else "word"
    return Step(replace(after, phase=phase), (told, stands), (), True)


def _settle_bump(state: State, outcome: Released) -> Step[State]:
    """K-12: the tower bears it and the turn goes on, or the player who bumped it pays."""
    by = state.bumper
    check_outcome(outcome, tuple(one.letter for one in state.tower))
    told = _movement(outcome, "bump")
    bumped = Event("bump", f"{{{by}}} bumps the tower", seat=by, data={"by": by, "kind": outcome.kind})
    if outcome.kind != STANDS:
        return fall(state, outcome.kind, outcome.cause, by, (bumped, told), reveals=True)
    return Step(resume(_at_rest(state, outcome)), (bumped, told), (), True)


def _at_rest(state: State, outcome: Released) -> State:
    balance = Balance(outcome.margin, outcome.load, outcome.loaded)
    return replace(state, rests=outcome.rests, balance=balance)


def _settle_find(state: State, outcome: Finding) -> Step[State]:
    """K-9: the table says the word, where the players agreed on that."""
    word = outcome.word
    if outcome.unlisted not in (UNSET, True) or (word and outcome.unlisted is True):
        raise ValueError("a word is found in the word list, or there is no list")
    if not word:
        return finish_finding(state, unlisted=outcome.unlisted is True)
    notched = tower_of(state.tower).notched
    sound = set(word) <= set(notched) and len(set(word)) == len(word) >= state.terms.shortest
    if not sound or state.new not in word or not connected(word, notched) or word in state.words_said:
        raise ValueError("the word found cannot be made with the new letter")
    return say(state, word, reveals=True)


_SETTLE: dict[str, Callable[[State, Any], Step[State]]] = {
    "words": _settle_words,
    "first": _settle_first,
    "circle": _settle_circle,
    "base": _settle_base,
    "roll": _settle_roll,
    "fate": _settle_fate,
    "bump": _settle_bump,
    "release": _settle_release,
    "find": _settle_find,
}
