"""A page of the word book as lines of a list. Pure."""

from __future__ import annotations

from towergames.core.text import clean
from towergames.lexicon.wordbook import Page, why_no_tiles
from towergames.tui.paint import wrap
from towergames.tui.widgets.rows import Row

UNLOCK = "!unlock"
"""The key of the line that allows what counts as help."""
SHOWN_LINES = 3
_ASKED = "Type a word, or a pattern such as m??d: ? stands for any letter."


def rows_of(page: Page, width: int, *, locked: str = "") -> list[Row]:
    """The lines for a page; ``locked`` is the text of a line that allows the rest and says what it costs, or ''."""
    if not page.query:
        return [*_notes(_ASKED, width), *_unlocking(locked)]
    found = page.found
    rows: list[Row] = []
    if found is not None:
        rows += _verdict(page, width)
        if not locked:
            rows.append(_note(f"letters before it   {' '.join(found.before) or 'none'}"))
            rows.append(_note(f"letters behind it   {' '.join(found.behind) or 'none'}"))
    if locked:
        return [*rows, *_unlocking(locked)]
    what = "fits the pattern" if page.total == 1 else "fit the pattern"
    if found is not None:
        what = "other word of the same letters" if page.total == 1 else "other words of the same letters"
    more = f", the first {len(page.hits)} are shown" if page.total > len(page.hits) else ""
    count = "no" if not page.total else f"{page.total:,}"
    words = "" if found is not None else ("word " if page.total == 1 else "words ")
    rows.append(Row("", f"{count} {words}{what}{more}", kind="heading"))
    rows += [Row(hit.word, hit.word, note=clean(hit.meaning, 400)) for hit in page.hits]
    return rows


def _verdict(page: Page, width: int) -> list[Row]:
    found = page.found
    assert found is not None
    first = found.lists[0]
    if first in found.holding:
        why = why_no_tiles(found.word)
        text = f"{found.word} is a word in {first}" + (f", but no tiles spell it: {why}" if why else "")
        rows = [Row("", text, kind="heading")]
    else:
        rows = [Row("", f"{found.word} is NOT a word in {first}", kind="error")]
    if len(found.lists) > 1:
        others = ", ".join(f"{name} {'yes' if name in found.holding else 'no'}" for name in found.lists[1:])
        rows.append(_note(f"other lists: {others}"))
    meaning = clean(str(found.definition), 600) if found.definition is not None else "no definition is known"
    return [*rows, *_notes(meaning, width)]


def _unlocking(locked: str) -> list[Row]:
    return [Row(UNLOCK, locked)] if locked else []


def _note(text: str) -> Row:
    return Row("", text, kind="note")


def _notes(text: str, width: int) -> list[Row]:
    lines = wrap(text, max(10, width - 4))
    if len(lines) > SHOWN_LINES:
        lines = [*lines[: SHOWN_LINES - 1], lines[SHOWN_LINES - 1] + " ..."]
    return [_note(line) for line in lines]
