"""Editions of the word lists that ship: a game that began with an earlier edition continues with the present one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from towergames.core.options import Scalar
from towergames.core.text import count
from towergames.table.records import Header
from towergames.table.wordlists import HASH, OPTION, list_on_table

EDITION = "edition"
"""The kind of the record that says it, and of its line in the log."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of a word list: the short name of the list, the hash of its content, how many words."""

    id: str
    sha256: str
    words: int

    @property
    def body(self) -> dict[str, Scalar]:
        """The body of the record that says it."""
        return asdict(self)

    @property
    def log_line(self) -> str:
        """The sentence of the log."""
        return f"From here the {self.id} word list is another edition, {count(self.words, 'word')}"

    @property
    def told(self) -> str:
        """The message to the players."""
        return (
            f"The {self.id} word list has changed since this game began. The game goes on with the new edition, "
            f"{count(self.words, 'word')}. Words on the board stay."
        )


def edition_of(body: Mapping[str, Any]) -> Edition | None:
    """The edition that the body of a record says; None when it says none."""
    from towergames.lexicon.word_lists import SHIPPED

    name, sha256, words = body.get("id"), body.get("sha256"), body.get("words")
    if name not in SHIPPED or not isinstance(sha256, str) or not HASH.match(sha256):
        return None
    return Edition(name, sha256, words) if type(words) is int and words > 0 else None


def with_edition(state: Any, edition: Edition) -> Any:
    """The state with the edition in place of the list on the table, if one lies there."""
    if not list_on_table(state):
        return state
    return replace(state, list_id=edition.id, list_sha256=edition.sha256)


def edition_due(header: Header, state: Any) -> Edition | None:
    """The edition with which an unfinished game must continue; None if its list is here, or does not ship."""
    sha256, name = list_on_table(state), str(header.options.get(OPTION, ""))
    if not sha256:
        return None
    from towergames.lexicon import find, shipped

    if name not in shipped() or find(sha256) is not None:
        return None
    present = shipped()[name]
    return Edition(present.id, present.sha256, present.count)
