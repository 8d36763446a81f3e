"""The judge for people with the box: a tower described by its joints, one word of it or all."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from towergames.core.options import Scalar
from towergames.core.text import count
from towergames.core.tool import ToolError, shown
from towergames.games.konexi.letters import ALPHABET, is_word
from towergames.games.konexi.model import MOST_WORDS
from towergames.games.konexi.words import find_words, word_refusal
from towergames.lexicon import LexiconError
from towergames.lexicon.options import load_list

_KNOWN = ("joints", "new", "word")
_MOST_JOINTS = 1000
_SHOWN = 20
_EXAMPLE = '{"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}'


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge a word, or find all.

    ``document``: ``{"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}``; the joints are pairs
    of letters that are notched to each other, ``new`` is the letter just placed. With a word it answers
    ``{"counts": true, "points": 4, "word": "RULE"}``, or ``counts`` false with ``rule`` and ``reason``; without one
    ``{"words": ["RULE", ...], "count": n, "points": 4}``, the longest first; ``points`` are those of the longest, or
    with the flag ``scoring`` = all those of the words together, of 20 at most (K-27). Raises ToolError.
    """
    if not isinstance(document, Mapping):
        raise ToolError(f"expected an object such as {_EXAMPLE}")
    for key in document:
        if key not in _KNOWN:
            raise ToolError(f"unknown key {shown(key)}; known are {', '.join(_KNOWN)}")
    if document.get("new") is None:
        raise ToolError('new is missing: the letter just placed, such as "E"')
    new = _letter(document["new"], "new")
    notched = _joints(document.get("joints"), new)
    if len(notched) > 1 and not notched[new]:
        raise ToolError(f"new: {new} is joined to no letter; the joints do not name it")
    lexicon = load_list(flags)
    shortest = int(flags.get("shortest", 2))
    try:
        if document.get("word") is None:
            words = find_words(lexicon, notched, new, shortest)
            scoring = MOST_WORDS if flags.get("scoring") == "all" else 1
            return {"words": list(words), "count": len(words), "points": sum(map(len, words[:scoring]))}
        word = _word(document["word"])
        refusal = word_refusal(word, notched, new, shortest, lexicon)
    except LexiconError as error:
        raise ToolError(str(error)) from None
    if refusal is not None:
        return {"counts": False, "points": 0, "word": word, "rule": refusal.rule, "reason": refusal.text}
    return {"counts": True, "points": len(word), "word": word}


def render(result: Mapping[str, Any]) -> str:
    points = count(result["points"], "point")
    if "counts" in result:
        verdict = "counts" if result["counts"] else f"does not count ({result['rule']})"
        return f"{result['word']} {verdict}: {points if result['counts'] else result['reason']}"
    words = result["words"]
    if not words:
        return "The new letter makes no word."
    together = "together" if len(words) <= MOST_WORDS else f"the {MOST_WORDS} longest"
    which = "the best" if result["points"] == len(words[0]) else together
    lines = [f"{count(len(words), 'word')}, {which} for {points}:"]
    for length, group in groupby(words, len):
        some = list(group)
        more = f" and {len(some) - _SHOWN} more" if len(some) > _SHOWN else ""
        lines.append(f"{length:>4}  {' '.join(some[:_SHOWN])}{more}")
    return "\n".join(lines)


def _joints(value: Any, new: str) -> dict[str, frozenset[str]]:
    if not isinstance(value, list) or len(value) > _MOST_JOINTS:
        raise ToolError('joints: expected a list of pairs of letters such as [["R", "U"], ["U", "L"]]')
    near: dict[str, set[str]] = {new: set()}
    for number, pair in enumerate(value, start=1):
        where = f"joint {number}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise ToolError(f"{where}: expected two letters, not {shown(pair)}")
        one, other = (_letter(letter, where) for letter in pair)
        if one == other:
            raise ToolError(f"{where}: {one} is not joined to itself")
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    return {letter: frozenset(others) for letter, others in near.items()}


def _letter(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) != 1 or not value.isascii() or value.upper() not in ALPHABET:
        raise ToolError(f"{where}: expected a letter from A to Z, not {shown(value)}")
    return value.upper()


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or not is_word(value.upper()):
        raise ToolError(f"word: expected 1 to 26 letters from A to Z, not {shown(value)}")
    return value.upper()
