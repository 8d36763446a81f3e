"""Facts of a game as sentences: results, refusals, previews, rules. Names always, "you" never."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from towergames import registry
from towergames.core.contract import NotationError, Score, Verdict
from towergames.core.text import count, did_you_mean, quoted
from towergames.session.text import form_of, misread

if TYPE_CHECKING:  # `towergames rules` needs neither boards nor saves
    from towergames.board.protocol import AnyBoard, AnyContext, Confirmation
    from towergames.table.history import History
    from towergames.table.save_file import SaveInfo

YES, NO = ("yes", "y"), ("no", "n")
NOT_DONE = "Nothing was done."


def preview(verdict: Verdict, names: Sequence[str]) -> list[str]:
    """The points that a legal action would bring."""
    lines = [score_line(score, names) for score in verdict.preview]
    if verdict.note:
        lines.insert(0, verdict.note)
    return lines or ["This move is allowed and scores no points now."]


def score_line(score: Score, names: Sequence[str]) -> str:
    """One line of the pad as a sentence."""
    note = f": {score.note}" if score.note else ""
    return f"{names[score.seat]} {score.points:+d}{note}. {score.rule}"


def lookup(history: History, word: str) -> tuple[str, ...]:
    """Look a word up in the list of a game, or in every list that ships if that list is missing.

    Raises TableError: it is no word.
    """
    from towergames.lexicon import LexiconError, look_up, shipped
    from towergames.table.errors import TableError
    from towergames.table.wordlists import list_of

    lexicon = list_of(history.header, history.state)
    try:
        return look_up(word, [lexicon] if lexicon is not None else list(shipped().values())).lines
    except LexiconError as error:
        raise TableError(str(error)) from None


def misunderstood(error: NotationError, line: str, templates: Sequence[str], words: Sequence[str] = ()) -> list[str]:
    """A typed line that is neither one of the ``words`` nor a move: what was meant, or what would be understood."""
    first, known = _first_word(line), [*words, *map(_first_word, templates)]
    near = "" if error.verb or any(word.startswith(first) for word in known) else did_you_mean(first, known)
    if near:
        return [f"No command {quoted(first)}{near}"]
    told = f"Not understood: {misread(error, None, form_of(error.verb or line, templates, error))}"
    return [told, "Type help for all commands."] if templates else [told]


def _first_word(line: str) -> str:
    return line.lstrip(":").partition(" ")[0].lower()


def words_of(board: AnyBoard) -> dict[str, str]:
    """The words that one game has beside its moves, each with what it does."""
    words: dict[str, str] = {}
    for form, text in board.spec.forms.items():
        usages = [form, *(part.partition(":")[0] for part in text.split(";") if ":" in part)]
        for word in re.findall(r"[a-z][a-z-]+", " ".join(usages)):
            words.setdefault(word, f"{form}: {text}")
    return words


def save_line(info: SaveInfo) -> str:
    """One save in a list: name first, then game, players, how far."""
    if not info.game:
        return f"{info.name}: cannot be read, {info.problem}"
    title = registry.title_of(info.game)
    players = ", ".join(f"{n} {t}" for n, t in zip(info.seats, info.totals, strict=False))
    state = "finished" if info.finished else f"round {info.round}"
    problem = f"; {info.problem}" if info.problem else ""
    if info.branch is not None:
        state += f", played on from {info.branch.save}"
    return f"{info.name}: {title}, {state}, {count(info.moves, 'move')}, {players}{problem}"


# --- boards ------------------------------------------------------------------------------------------


def asks(found: Confirmation) -> str:
    """The question before an action."""
    return f"{found.fact} Type yes to {found.deed}, or no."


def answered(line: str) -> bool | None:
    """Whether the line says yes or no; None where it says neither."""
    word = line.strip().lstrip(":").lower()
    return word in YES if word in (*YES, *NO) else None


def board_picture(board: AnyBoard, c: AnyContext, *, prepared: bool) -> str:
    """The board drawn with characters, as large as it must be; with what is ``prepared`` as its player sees it."""
    columns, rows = board.sizes(len(c.names), c.view).board
    shown = c if prepared else replace(c, may_act=False, style=replace(c.style, cursor=False))
    picture = board.draw(shown, "board", (max(79, columns), max(20, rows)))
    return picture.canvas.text(ascii_only=c.style.ascii_only)
