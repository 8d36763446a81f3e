"""What keys and clicks do: letters and digits lay tiles, arrows move the cursor, the mouse picks up and lays down."""

from __future__ import annotations

from dataclasses import replace

from towergames.board.protocol import Input, KeyInput, PointerInput, Result
from towergames.core.contract import Refusal
from towergames.core.dice import Dice
from towergames.core.text import count
from towergames.games.words import rules
from towergames.games.words.board.ui_state import BOARD, RACK, Ui, WordsContext, typing
from towergames.games.words.grid import read_square, show_tile
from towergames.games.words.model import Accept, Action, Exchange, Play
from towergames.games.words.notation import cells_of

WordsResult = Result[Ui, Action]
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
EDGE = "The word runs off the board. Start further left or up."
NONE_LAID = "All your tiles are on the rack."
ANSWER = "The last play is open. Challenge it or let it stand."


def handle(c: WordsContext, event: Input) -> WordsResult | None:
    """A key or a click; None: it means nothing here."""
    c = replace(c, ui=replace(c.ui, advised=None))
    if isinstance(event, KeyInput):
        return _key(c, event.name)
    return _click(c, event.spot) if isinstance(event, PointerInput) and event.click else None


def _key(c: WordsContext, name: str) -> WordsResult | None:
    ui = c.ui
    if name in STEPS:
        return _move(c, *STEPS[name])
    if name.isdigit():
        return _pick(c, int(name) - 1)
    if name in ("next", "previous"):
        onto = RACK if ui.zone == BOARD and ui.order else BOARD
        moved = replace(ui, zone=onto, swapping=False, quiet=False)
        return Result(along_rack(moved, 0) if onto == RACK else moved)
    if name == "back":
        return Result(_back(ui))
    return _letter(c, name.upper()) if len(name) == 1 and name.isalpha() else None


def _move(c: WordsContext, dx: int, dy: int) -> WordsResult:
    """An arrow key; on the rack up shuffles and down takes all tiles back."""
    ui, size = c.ui, c.view.terms.size
    if ui.zone == RACK:
        if dx:
            return Result(along_rack(ui, dx))
        if dy < 0:
            return shuffle(ui)
        return Result(recall_all(ui), say="" if ui.laid else NONE_LAID)
    row, col = divmod(ui.cell, size)
    row, col = min(max(0, row + dy), size - 1), min(max(0, col + dx), size - 1)
    return Result(replace(ui, cell=row * size + col, ended=False, quiet=False))


def along_rack(ui: Ui, step: int) -> Ui:
    """The rack's cursor on the next tile that lies there."""
    free = [slot for slot in range(len(ui.order)) if slot not in ui.out]
    if not free:
        return ui
    if ui.slot not in free:
        return replace(ui, slot=min(free, key=lambda slot: (abs(slot - ui.slot), slot)))
    return replace(ui, slot=free[(free.index(ui.slot) + step) % len(free)])


def _back(ui: Ui) -> Ui:
    """Esc: one level back; equal when there is nothing to go back from."""
    if ui.swapping:
        return replace(ui, swapping=False, zone=BOARD)
    if ui.held >= 0:
        return replace(ui, held=-1)
    return replace(ui, zone=BOARD) if ui.zone != BOARD else recall_all(ui)


# --- laying -------------------------------------------------------------------------------------------


def _letter(c: WordsContext, letter: str) -> WordsResult:
    """Lay the tile of a typed letter at the cursor, or step over a stack that shows it; in an exchange, choose it."""
    ui = c.ui
    if c.phase != "turn":
        watched = "" if typing(c) else "Only players type letters, and only while the game lasts."
        return Result(ui, say=watched or (ANSWER if c.phase else c.waiting()))
    free = [slot for slot, tile in enumerate(ui.order) if tile == letter and slot not in ui.out]
    if ui.swapping:
        if not free:
            return Result(ui, say=f"Your rack has no {show_tile(letter)}. Choose another tile.")
        return Result(replace(ui, slot=free[0], zone=RACK))
    here = replace(ui, zone=BOARD, held=-1, quiet=False)
    if ui.quiet and letter == "U":
        return Result(here)  # the Qu tile has it already
    if ui.ended:
        return Result(here, say=EDGE)
    own, standing = here.tile_at(here.cell), c.view.board[here.cell]
    if (standing.endswith(letter) and not own) or (own == letter and not free):
        return Result(replace(_onward(c, here), quiet=letter == "Q"))
    if not free:
        more = " more" if letter in here.order else ""
        # No rule is cited: Enter would open it, but after a typing error Enter should still play.
        return Result(here, say=f"Your rack has no{more} {show_tile(letter)}.")
    result = lay(replace(c, ui=here), free[0])
    return result if result.say else replace(result, ui=replace(result.ui, quiet=letter == "Q"))


def _pick(c: WordsContext, slot: int) -> WordsResult:
    """A digit: lay that tile at the cursor, from the rack pick it up; while exchanging, choose it."""
    ui = c.ui
    if not 0 <= slot < len(ui.order):
        return Result(ui, say=f"There is no tile {slot + 1}. Your rack has {count(len(ui.order), 'tile')}.")
    if c.phase != "turn":
        return Result(replace(ui, slot=slot), say=ANSWER if c.phase else c.waiting())
    if ui.swapping:
        return Result(replace(ui, slot=slot))
    if slot in ui.out:
        return Result(ui, say=f"{show_tile(ui.order[slot])} is on the board. Backspace takes it back.")
    if ui.zone == RACK:
        return Result(hold(ui, slot))
    return Result(ui, say=EDGE) if ui.ended else lay(c, slot)


def hold(ui: Ui, slot: int) -> Ui:
    """A tile picked up; it is laid where Enter or the mouse says."""
    return replace(ui, held=slot, slot=slot, zone=BOARD, swapping=False, ended=False, quiet=False)


def lay(c: WordsContext, slot: int) -> WordsResult:
    """The rack's tile ``slot`` onto the square under the cursor, and on to the next; a pending tile there goes back."""
    ui, refusal = c.ui, why_not_put(c, slot)
    if refusal is not None:
        return Result(replace(ui, zone=BOARD), say=refusal.text, rule=refusal.rule)
    kept = tuple((cell, other) for cell, other in ui.laid if cell != ui.cell and other != slot)
    laid = replace(ui, laid=(*kept, (ui.cell, slot)), held=-1, zone=BOARD, quiet=False)
    return Result(_onward(c, laid))


def why_not_put(c: WordsContext, slot: int) -> Refusal | None:
    """Refusal to put that tile under the cursor, whatever words result; the judge looks at the words."""
    terms, cell = c.view.terms, c.ui.cell
    laying = rules.Laying(c.view.board, {cell: c.ui.order[slot]}, terms)
    cells = (*(at for at, other in c.ui.laid if at != cell and other != slot), cell)
    if len({at // terms.size for at in cells}) > 1 and len({at % terms.size for at in cells}) > 1:
        line = Refusal("R-8", "All tiles of a turn go in one row or column.")
    else:
        line = None
    return rules.rule_height(laying) or rules.rule_other_letter(laying) or line


def _onward(c: WordsContext, ui: Ui) -> Ui:
    """The cursor one square on in the direction of typing; at the edge it stays and remembers that it is at the end."""
    size = c.view.terms.size
    row, col = divmod(ui.cell, size)
    row, col = (row + 1, col) if ui.down else (row, col + 1)
    return replace(ui, ended=True) if max(row, col) >= size else replace(ui, cell=row * size + col, ended=False)


def recall(ui: Ui) -> Ui:
    """The tile in hand, else the one laid last, goes back to the rack, and the cursor to where it lay."""
    if ui.held >= 0 or not ui.laid:
        return replace(ui, held=-1, quiet=False)
    return _recall_at(ui, ui.laid[-1][0])


def recall_all(ui: Ui) -> Ui:
    """All pending tiles go back; the cursor to where the first lay."""
    cell = ui.laid[0][0] if ui.laid else ui.cell
    return replace(ui, laid=(), held=-1, cell=cell, ended=ui.ended and not ui.laid, quiet=ui.quiet and not ui.laid)


def _recall_at(ui: Ui, cell: int) -> Ui:
    """The pending tile of one square goes back to the rack."""
    kept = tuple(pair for pair in ui.laid if pair[0] != cell)
    return replace(ui, laid=kept, cell=cell, ended=False, quiet=False, zone=BOARD)


def shuffle(ui: Ui) -> WordsResult:
    """The rack in a new order; tiles on the board stay there. Equal letters aside the order always changes.

    Chance comes from the number of shuffles alone, so that the same keys give the same picture.
    """
    if len(set(ui.order)) < 2:
        return Result(ui, say="There is nothing to mix.")
    mixes, order, spelled = ui.mixes, list(range(len(ui.order))), ui.order
    while spelled == ui.order:
        mixes += 1
        order = Dice(mixes).shuffled(order)
        spelled = "".join(ui.order[slot] for slot in order)
    where = {old: new for new, old in enumerate(order)}
    laid = tuple((cell, where[slot]) for cell, slot in ui.laid)
    mixed = replace(ui, order=spelled, laid=laid, held=where.get(ui.held, -1), mixes=mixes)
    return Result(along_rack(mixed, 0) if ui.zone == RACK else mixed)


def swap(ui: Ui) -> WordsResult:
    """Begin to choose the tile to exchange."""
    chosen = replace(recall_all(ui), zone=RACK, swapping=True)
    return Result(along_rack(chosen, 0))


def prepared(c: WordsContext, action: Action) -> Ui | None:
    """The UiState in which Enter submits the action; None when the rack does not have the tiles."""
    free = replace(c.ui, zone=BOARD, laid=(), held=-1, swapping=False, ended=False, quiet=False, advised=None)
    match action:
        case Play():
            return _laid_out(c, free, action)
        case Exchange(tile):
            slot = free.order.find(tile)
            return replace(free, zone=RACK, slot=slot, swapping=True) if slot >= 0 else None
        case Accept():
            return free
        case _:
            return replace(free, advised=action)


def _laid_out(c: WordsContext, free: Ui, play: Play) -> Ui | None:
    laid: list[tuple[int, int]] = []
    for cell, tile in (cells_of(play, c.view.terms.size) or {}).items():
        used = {slot for _, slot in laid}
        slots = [at for at, mine in enumerate(free.order) if mine == tile and at not in used]
        if not slots:
            return None
        laid.append((cell, slots[0]))
    return replace(free, laid=tuple(laid), cell=laid[-1][0], down=play.down) if laid else None


# --- the mouse ----------------------------------------------------------------------------------------


def _click(c: WordsContext, spot: str) -> WordsResult | None:
    kind, _, rest = spot.partition(":")
    if spot == "rack" and c.ui.order:
        return Result(along_rack(replace(c.ui, zone=RACK), 0))
    if kind == "hand" and rest.isascii() and rest.isdigit():
        return _click_tile(c, int(rest) - 1)
    cell = read_square(rest, c.view.terms.size) if kind == "cell" else None
    return _click_square(c, cell) if cell is not None else None


def _click_tile(c: WordsContext, slot: int) -> WordsResult | None:
    """Pick up a tile of the rack, put it back, or take it back from the board. While exchanging, choose the tile."""
    ui = c.ui
    if not 0 <= slot < len(ui.order):
        return None
    if c.phase != "turn":
        return Result(replace(ui, zone=RACK, slot=slot))
    if slot in ui.out:
        return Result(_recall_at(ui, next(at for at, other in ui.laid if other == slot)))
    if ui.swapping:
        return exchange(ui) if ui.slot == slot else Result(replace(ui, slot=slot))
    return Result(replace(ui, held=-1) if ui.held == slot else hold(ui, slot))


def _click_square(c: WordsContext, cell: int) -> WordsResult:
    """Lay the tile in hand there, else take a pending tile back; a second click on a square turns the direction."""
    ui = c.ui
    there = replace(ui, zone=BOARD, cell=cell, ended=False, quiet=False, swapping=False)
    if ui.held >= 0:
        return lay(replace(c, ui=there), ui.held)
    if ui.tile_at(cell):
        return Result(_recall_at(ui, cell))
    same = ui.zone == BOARD and ui.cell == cell
    return Result(replace(there, down=not ui.down) if same and not ui.ended else there)


def exchange(ui: Ui) -> WordsResult:
    """Give back the tile that is chosen."""
    return Result(replace(ui, zone=BOARD, swapping=False), submit=Exchange(ui.order[ui.slot]))
