"""Whether a recorded outcome can follow from a state: a save may be damaged, and what it says is not trusted."""

from __future__ import annotations

from collections.abc import Sequence

from towergames.games.konexi.model import FALLS, MOST_TRACE, STANDS, Released, Rest, WordList

_FAR = 10**7
"""Ten metres, in micrometres: nothing falls further."""
_HALF_TURN = 180_000
_NORM = 10**12


def check(outcome: Released, letters: Sequence[str]) -> None:
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
    if len(outcome.tremor) > 16 or any(abs(number) > _FAR for number in outcome.tremor):
        raise ValueError("the outcome has a tremor that cannot be")
    if len(outcome.engine) > 60 or not outcome.engine.isprintable():
        raise ValueError("the outcome names no engine")
    if len(outcome.trace) > MOST_TRACE or not outcome.trace.isascii() or not outcome.trace.isprintable():
        raise ValueError("the outcome's recorded movement is too long or no text")


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
    if max(map(abs, rest.pose[:3])) > _FAR or max(abs(rest.bend), abs(rest.twist)) > _HALF_TURN:
        return False
    norm = sum(number * number for number in rest.pose[3:])
    return abs(norm - _NORM) <= _NORM // 500


def _is_set(some: str, known: set[str]) -> bool:
    return len(set(some)) == len(some) and set(some) <= known
