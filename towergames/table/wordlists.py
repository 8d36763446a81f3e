"""Which word list a game is played with: chosen by people, named in the header, missed when it is not here.

Any game with an option called ``words`` plays with a list; nothing here knows more about a game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from towergames.core.contract import GameInfo
from towergames.core.options import Options, Scalar
from towergames.core.text import clean, quoted
from towergames.table.errors import SetupError
from towergames.table.records import Header

if TYPE_CHECKING:  # most commands need no word list
    from towergames.lexicon import Lexicon

OPTION = "words"
HASH = re.compile(r"[0-9a-f]{64}\Z")
"""Form of the hash that identifies the content of a list."""


def uses_words(info: GameInfo) -> bool:
    """Whether the game is played with a word list."""
    return any(option.key == OPTION for option in info.options)


def load_list(name_or_file: str) -> tuple[Lexicon, tuple[str, ...]]:
    """The list that people named or gave as a file, and what was wrong in the file, by line. Raises SetupError."""
    from towergames.lexicon import LexiconError, load

    try:
        lexicon = load(name_or_file)
    except LexiconError as error:
        raise SetupError(f"words: {error}", f"option.{OPTION}") from None
    return lexicon, lexicon.report.lines if lexicon.report else ()


def settle_list(info: GameInfo, options: Options) -> tuple[dict[str, Scalar], tuple[str, ...]]:
    """The options with their list named as saves name it, and what was wrong in its file, by line. Raises SetupError.

    Options that name no list, or of a game without words, are given back as they are.
    """
    settled = dict(options)
    if OPTION not in settled or not uses_words(info):
        return settled, ()
    lexicon, lines = load_list(str(settled[OPTION]))
    settled[OPTION] = lexicon.reference
    return settled, lines


def facts_of(info: GameInfo, options: Options) -> dict[str, str] | None:
    """Facts of the word list for a new game's header, None for a game without one. Raises SetupError: no such list."""
    if not uses_words(info):
        return None
    from towergames.lexicon import LexiconError, resolve

    try:
        lexicon = resolve(str(options[OPTION]))
    except LexiconError as error:
        raise SetupError(str(error), f"option.{OPTION}") from None
    if lexicon is None:
        raise SetupError(_not_here(str(options[OPTION])), f"option.{OPTION}")
    return {"id": lexicon.id, "sha256": lexicon.sha256}


def list_on_table(state: Any) -> str:
    """The hash of the game's word list; '' before the list is set, and in games without a list.

    Every game with a word list has the hash in its state, as ``list_sha256`` beside ``list_id``.
    """
    sha256: str = getattr(state, "list_sha256", "")
    return sha256


def list_of(header: Header, state: Any) -> Lexicon | None:
    """The list of a game as it stands; of one that ships the present edition, where an earlier one is not here.

    None when the list is not on this machine or the game has none.
    """
    from towergames.lexicon import find, resolve, shipped

    sha256, name = _wanted(header, state), str(header.options.get(OPTION, ""))
    if HASH.match(sha256):
        return find(sha256) or shipped().get(name)
    return resolve(name)


def _wanted(header: Header, state: Any) -> str:
    """The hash of the game's list; '' where the save does not say it."""
    return list_on_table(state) or (header.wordlist or {}).get("sha256", "")


def may_challenge(info: GameInfo, header: Header) -> bool:
    """Whether others are there to challenge words, and words may be played that are not in the list."""
    return len(header.seats) > 1 and info.any_word is not None and info.any_word(header.options)


def missing_list(info: GameInfo, header: Header, state: Any, save: str = "NAME") -> str:
    """Message to people who open a save whose word list is not on this machine; '' if the list is here."""
    if not uses_words(info) or list_of(header, state) is not None:
        return ""
    return (
        f"The word list {name_of(header)} of this game is not on this machine. Words on the board stay. "
        f"New words cannot be checked. To use the list, give its file: towergames load {save} --words FILE"
    )


def bring_list(info: GameInfo, header: Header, state: Any, name_or_file: str) -> tuple[str, ...]:
    """Read the list of a game in progress. Return the problems of its file, by line. Raises SetupError for another."""
    if not uses_words(info):
        raise SetupError(f"{info.title} uses no word list")
    lexicon, lines = load_list(name_or_file)
    wanted = _wanted(header, state)
    fits = lexicon.sha256 == wanted if wanted else lexicon.reference == header.options.get(OPTION)
    if not fits:
        raise SetupError(
            f"{lexicon.id}, {lexicon.count:,} words, is not the word list of this game, {name_of(header)}. "
            "Give a file with the same words"
        )
    return lines


def name_of(header: Header) -> str:
    """Name of the game's list for people."""
    named = (header.wordlist or {}).get("id") or str(header.options.get(OPTION, "")).partition("@")[0]
    return clean(named, 40) or "unknown"


def _not_here(reference: str) -> str:
    return f"the word list {quoted(reference)} is not on this machine. Give its file, or one of: standard, common, wide"
