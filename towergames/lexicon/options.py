"""The word list that people name: the option ``words`` of games, the flag ``--words`` of tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.options import Scalar, option
from towergames.core.text import quoted
from towergames.core.tool import ToolError
from towergames.lexicon.parser import LexiconError
from towergames.lexicon.word_lists import REFERENCE, SHIPPED, Lexicon, load


def words_option(question: str, rule: str) -> Any:
    """The field of a game's terms for its word list: one that ships, or another by its reference."""
    meanings = ("the usual list", "words that most people know", "rare and technical words too")
    choices: dict[Scalar, str] = dict(zip(SHIPPED, meanings, strict=True))
    help_ = f"{question}. --words FILE uses your own list."
    return option("Word list", help_, rule, choices, key="words", free=True, wrong=_reference_error)


def load_list(flags: Mapping[str, Scalar]) -> Lexicon:
    """The list of the flag ``words``, the usual one without it. Raises ToolError."""
    try:
        return load(str(flags.get("words") or SHIPPED[0]))
    except LexiconError as error:
        raise ToolError(str(error)) from None


def _reference_error(text: str) -> str:
    if text in SHIPPED or REFERENCE.match(text):
        return ""
    return f"{quoted(text)} is not possible. Values: {', '.join(SHIPPED)}. --words FILE uses your own list"
