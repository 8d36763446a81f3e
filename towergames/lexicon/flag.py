"""The word list that ``--words`` names, for desk tools."""

from __future__ import annotations

from collections.abc import Mapping

from towergames.core.contract import Scalar
from towergames.core.tool import ToolError
from towergames.lexicon.lists import Lexicon
from towergames.lexicon.reading import LexiconError
from towergames.lexicon.shelf import SHIPPED, load


def load_list(flags: Mapping[str, Scalar]) -> Lexicon:
    """The list of the flag ``words``, the usual one without it. Raises ToolError."""
    try:
        return load(str(flags.get("words") or SHIPPED[0]))
    except LexiconError as error:
        raise ToolError(str(error)) from None
