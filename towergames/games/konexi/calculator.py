"""Judge words of a physical tower that is described by its joints."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Any

from msgspec import Meta

from towergames.core.options import Scalar
from towergames.core.text import count
from towergames.core.tool import ToolError
from towergames.games.konexi.model import MOST_WORDS
from towergames.games.konexi.words import find_words, word_refusal
from towergames.lexicon import LexiconError
from towergames.lexicon.options import load_list
from towergames.tool_documents import DocumentPart, read_document

_MOST_JOINTS = 1000
_SHOWN = 20
_EXAMPLE = '{"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}'

Letter = Annotated[str, Meta(pattern=r"\A[A-Za-z]\Z", description="a letter from A to Z")]
LetterPair = Annotated[tuple[Letter, Letter], Meta(title="joint {}", description="two letters")]


class WordDocument(DocumentPart):
    """A tower by its joints, the letter just placed, and a word of it or None for all words."""

    joints: Annotated[
        list[LetterPair],
        Meta(
            max_length=_MOST_JOINTS,
            description=f'a list of at most {_MOST_JOINTS} pairs of letters such as [["R", "U"], ["U", "L"]]',
        ),
    ]
    new: Annotated[Letter, Meta(description="a letter from A to Z, the one just placed")]
    word: Annotated[str, Meta(pattern=r"\A[A-Za-z]{1,26}\Z", description="1 to 26 letters from A to Z")] | None = None


def score(document: Any, flags: Mapping[str, Scalar]) -> dict[str, Any]:
    """Judge a word, or find all words. Raises ToolError.

    ``document``: ``{"joints": [["R", "U"], ["U", "L"], ["L", "E"]], "new": "E", "word": "RULE"}``. The joints are pairs
    of joined letters, ``new`` is the letter just placed.

    The answer with a word: ``{"counts": true, "points": 4, "word": "RULE"}``, or ``counts`` false with ``rule`` and
    ``reason``. The answer without a word: ``{"words": ["RULE", ...], "count": n, "points": 4}``, the longest first.
    ``points`` are those of the longest word, or with the flag ``scoring`` = all the sum over 20 words at most (K-27).
    """
    given = read_document(document, WordDocument, f"an object such as {_EXAMPLE}")
    new = given.new.upper()
    notched = _notched(given.joints, new)
    if len(notched) > 1 and not notched[new]:
        raise ToolError(f"new: {new} is joined to no letter; the joints do not name it")
    lexicon = load_list(flags)
    shortest = int(flags.get("shortest", 2))
    try:
        if given.word is None:
            words = find_words(lexicon, notched, new, shortest)
            scoring = MOST_WORDS if flags.get("scoring") == "all" else 1
            return {"words": list(words), "count": len(words), "points": sum(map(len, words[:scoring]))}
        word = given.word.upper()
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


def _notched(joints: list[tuple[str, str]], new: str) -> dict[str, frozenset[str]]:
    """The letters that each letter is joined to. Raises ToolError for a letter joined to itself."""
    near: dict[str, set[str]] = {new: set()}
    for number, (one, other) in enumerate(joints, start=1):
        letter, neighbour = one.upper(), other.upper()
        if letter == neighbour:
            raise ToolError(f"joint {number}: {letter} is not joined to itself")
        near.setdefault(letter, set()).add(neighbour)
        near.setdefault(neighbour, set()).add(letter)
    return {letter: frozenset(others) for letter, others in near.items()}
