"""Under the tower: the cards that are left, with sorting and filters; or what a wildcard shall be; or the word."""

from __future__ import annotations

from collections import Counter

from towergames.boards.bricks import bench, inks, sorting, wishes
from towergames.boards.bricks.afterwards import honours
from towergames.boards.bricks.bench import TableScene
from towergames.boards.bricks.layout import LOW
from towergames.boards.bricks.masonry import SHAPES, draw_piece, ink_of, short
from towergames.boards.bricks.pointer import CARDS, LEDGER, Pointer, shows_cards
from towergames.boards.bricks.sides import LEAST
from towergames.boards.bricks.wishes import Wish
from towergames.boards.kit.canvas import Canvas
from towergames.boards.protocol import UNDECIDED, Picture, Spot
from towergames.core.text import fit
from towergames.games.bricks.pieces import WILD, card_piece

FILTER_LABELS = {**SHAPES, "window": "┼┼", "J Q X Z": "JQXZ"}


def draw_hand(scene: TableScene, pointer: Pointer, width: int, height: int) -> Picture:
    """The zone under the board, drawn to exactly that size."""
    canvas = Canvas(width, height)
    if pointer.word is not None:
        return _word(canvas, scene, pointer)
    if pointer.wish is not None:
        return _wish(canvas, scene, pointer.wish)
    if not shows_cards(scene):
        for row, text in enumerate(_end(scene, pointer, width) if bench.over(scene) else [_unseen(scene)]):
            canvas.put(2, 1 + row, fit(text, width - 3).rstrip(), inks.MUTED)
        return Picture(canvas)
    return _cards(canvas, scene, pointer)


def _unseen(scene: TableScene) -> str:
    return f"The cards of {scene.name_of(bench.shown_seat(scene))} are hidden."


def _end(scene: TableScene, pointer: Pointer, width: int) -> list[str]:
    """The medals once they are decided, and what can be looked at."""
    told = list(honours(scene)) or [UNDECIDED]
    if pointer.zone == LEDGER:
        return [*told, "Enter reads the rule, Esc goes back."]
    sides = scene.view.seats + bool(pointer.suggested)
    if sides == 1:
        return [*told, "Tab reads the ledger."]
    more = "show the other towers" if sides > width // LEAST else "choose a tower"
    return [*told, f"Left and right {more}, Tab reads its ledger."]


# --- cards ------------------------------------------------------------------------------------------


def _cards(canvas: Canvas, scene: TableScene, pointer: Pointer) -> Picture:
    codes = sorting.shown(scene, pointer)
    spots = _bar(canvas, scene, pointer, len(codes))
    cell = max(6, min(10, (canvas.width - 2) // sorting.COLUMNS))
    grid = sorting.rows(codes, pointer.order)
    inside = pointer.zone == CARDS and pointer.bar < 0 and not pointer.held
    at = min(pointer.card, len(codes) - 1)
    rows = canvas.height - 1
    row_of = next((i for i, cells in enumerate(grid) if at in cells), 0)
    first = max(0, min(row_of - rows // 2, len(grid) - rows))
    cursor = None
    seen: Counter[str] = Counter()
    for i, cells in enumerate(grid[first : first + rows]):
        for column, index in enumerate(cells):
            code, x, y = codes[index], 1 + column * cell, 1 + i
            seen[code] += 1
            again = f"~{seen[code]}" if seen[code] > 1 else ""
            here = inside and index == at
            _card(canvas, x, y, code, cell, here)
            spots.append(Spot(f"card:{code}{again}", x, y, cell, 1, code))
            if here:
                cursor = (x + 1, y)
    if first + rows < len(grid):
        canvas.put(canvas.width - 1, canvas.height - 1, "v", inks.TITLE)
    if not codes:
        text = "No card is left that passes the filters." if pointer.filters else "All cards are in the tower."
        canvas.put(2, 1, text, inks.MUTED)
    return Picture(canvas, tuple(spots), cursor)


def _card(canvas: Canvas, x: int, y: int, code: str, cell: int, here: bool) -> None:
    if here:
        canvas.put(x, y, "[", inks.CURSOR)
    if code == WILD:
        canvas.put(x + 1, y, "*wild", inks.BUTTON)
        end = x + 6
    else:
        piece = card_piece(code)
        text = short(piece)
        if cell < LOW.pitch:  # one cell less: cards are never adjusted, and windows say enough
            text = text[:2] + text[3:]
        end = canvas.put(x + 1, y, text, ink_of(piece))
    if here:
        canvas.put(end, y, "]", inks.CURSOR)


def _bar(canvas: Canvas, scene: TableScene, pointer: Pointer, count: int) -> list[Spot]:
    """How many cards there are, how they are sorted, and the filters."""
    table = scene.view.phase == "pick"
    what = "to take" if table else "left"
    title = inks.CURSOR if pointer.zone == CARDS and pointer.bar < 0 else inks.TITLE
    spots = []
    at = canvas.put(1, 0, f"{count} {what}", title) + 1
    label = f"by {pointer.order}"
    spots.append(Spot("sort", at, 0, len(label), 1, "sort the cards"))
    at = canvas.put(at, 0, label, inks.BUTTON) + 1
    for i, name in enumerate(sorting.FILTERS):
        label = FILTER_LABELS.get(name, name)
        on, here = name in pointer.filters, pointer.bar == i and pointer.zone == CARDS
        if len(label) == 1:  # digits stand close
            text = label + ("]" if here else "*" if on else " ")
        else:
            text = f"[{label}]" if here else f"({label})" if on else f" {label} "
        if at + len(text) > canvas.width:
            text = text[: max(0, canvas.width - at)]
        style = inks.CURSOR if here else inks.NEW if on else inks.MUTED
        if text:
            spots.append(Spot(f"filter:{name}", at, 0, len(text), 1, f"only {name}"))
        at = canvas.put(at, 0, text, style)
    return spots


# --- what a wildcard shall be -----------------------------------------------------------------------


def _wish(canvas: Canvas, scene: TableScene, wish: Wish) -> Picture:
    """The fields one below the other, the one in hand marked; the wildcard as it would be at the right."""
    readings = scene.view.terms.readings
    made = "natural wildcard" if wish.made_of == (WILD,) else f"wildcard of {' and '.join(wish.made_of)}"
    canvas.put(1, 0, fit(f"The {made} is to be", canvas.width - 24).rstrip(), inks.TITLE)
    draw_piece(canvas, canvas.width - 21, 0, wish.piece, LOW)
    canvas.put(canvas.width - 12, 0, "[Enter]", inks.BUTTON)
    spots = [Spot("wish:ok", canvas.width - 12, 0, 7, 1, "take it so")]
    cursor = None
    for row, field in enumerate(wishes.FIELDS, start=1):
        if row >= canvas.height:
            break
        values = wishes.choices(wish, field, readings)
        mine = field == wish.field
        canvas.put(1, row, ">" if mine else " ", inks.CURSOR if mine else inks.TEXT)
        at = canvas.put(2, row, f"{field:<7}", inks.BOLD if mine else inks.MUTED)
        if not values:
            canvas.put(at + 1, row, "a window has none", inks.MUTED)
        tight = len(values) > 12
        for value in values:
            now = wishes.chosen(wish, field) == value
            label = value if tight else f"{SHAPES.get(value, '')} {value}".strip()
            text = f"[{label}]" if now else label if tight else f" {label} "
            style = inks.CURSOR if now and mine else inks.NEW if now else inks.TEXT
            spots.append(Spot(f"wish:{field}:{value}", at + 1, row, len(text), 1, f"{field} {value}"))
            if now and mine:
                cursor = (at + 2, row)
            at = canvas.put(at + 1, row, text, style)
    return Picture(canvas, tuple(spots), cursor)


def _word(canvas: Canvas, scene: TableScene, pointer: Pointer) -> Picture:
    """The longest word as far as it is typed, and the letters that it is made of."""
    word = pointer.word or ""
    letters = sorted(piece.letter for level in bench.tower_of(scene) for piece in level if piece.letter)
    for letter in word:
        if letter in letters:
            letters.remove(letter)
    canvas.put(1, 0, "The longest word of the tower's letters", inks.TITLE)
    at = canvas.put(3, 1, word, inks.BOLD)
    canvas.put(at, 1, "_", inks.CURSOR)
    canvas.put(3, 2, fit("letters left: " + " ".join(letters), canvas.width - 4).rstrip(), inks.MUTED)
    canvas.put(3, 3, "[Enter hands in]", inks.BUTTON)
    canvas.put(21, 3, "[Esc builds on]", inks.BUTTON)
    spots = (Spot("word:ok", 3, 3, 16, 1, "hand in"), Spot("word:back", 21, 3, 15, 1, "build on"))
    return Picture(canvas, spots, (at, 1))
