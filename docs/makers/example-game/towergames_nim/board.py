"""Nim on the screen: towers of blocks, a cursor on one block, and sentences for plain mode."""

from collections.abc import Sequence
from dataclasses import dataclass

from towergames.board import protocol
from towergames.board.canvas import Canvas, Ink, Run
from towergames.board.palette import IDENTITIES
from towergames.board.protocol import BoardBase, Context, Control, Hint, KeyInput, Picture, PointerInput, Result, Spot
from towergames.core.contract import Event
from towergames.core.text import count
from towergames_nim.game import GAME, LETTERS, TALLEST, State, Take, Terms, heights_of
from towergames_nim.palette import ROLES

BLOCKS = tuple(map(Ink, ROLES))
CHOSEN, TEXT, AIM, GROUND = Ink("cursor", bold=True), Ink("text", bold=True), Ink("muted", "sky"), Ink("ground")
TAKE = protocol.Spec("nim.take", "Take blocks", "Take the chosen blocks off their tower", ("b",), ("take",), "nim")
LEGEND = (
    ((Run("▇▇▇▇▇▇", BLOCKS[0]),), "a block"),
    ((Run("▒▒▒2▒▒", CHOSEN),), "the second of the blocks that the move takes"),
    ((Run("╌╌╌▚╌╌", Ink(IDENTITIES[1].role)),), "a block that the player with this sign has just taken"),
)


@dataclass(frozen=True, slots=True)
class Ui:
    """The cursor: a tower, and a block counted from the ground. A move takes that block and all above it."""

    tower: int = 0
    block: int = 0


Table = Context[State, Ui, Take]


class NimBoard(BoardBase[State, Ui, Take]):
    """See :class:`towergames.board.protocol.BoardAdapter`."""

    spec = protocol.UiSpec((TAKE,), animated=frozenset({"take"}), legend=LEGEND)

    def sizes(self, seats: int, view: State | None) -> protocol.BoardSizes:
        return protocol.BoardSizes((45, TALLEST + 3), 0)

    def adapt(self, c: Context[State, Ui | None, Take], new: bool) -> Ui:
        """Keep the cursor on a block: in the same tower if it still stands, on its top block in a new turn."""
        heights, ui = c.view.heights, c.ui or Ui()
        if not any(heights):
            return Ui()
        tower = ui.tower if heights[ui.tower] else heights.index(max(heights))
        top = heights[tower] - 1
        return Ui(tower, top if new or tower != ui.tower else min(ui.block, top))

    def controls(self, c: Table) -> Sequence[Control[Ui, Take]]:
        move = self.draft(c)
        if move is None:
            return ()
        label = f"Take {count(move.blocks, 'block')} off {LETTERS[move.tower]}"
        return (Control(TAKE, label, "main", effect=lambda: Result(c.ui, submit=move)),)

    def input(self, c: Table, event: protocol.Input) -> Result[Ui, Take] | None:
        """Arrows move the cursor, digits choose how many blocks, a click chooses a block or takes the chosen ones."""
        move, heights, ui = self.draft(c), c.view.heights, c.ui
        if move is None:
            return None
        if isinstance(event, PointerInput) and event.click and event.spot:
            tower = LETTERS.index(event.spot[0])
            clicked = Ui(tower, int(event.spot[1:] or heights[tower]) - 1)
            return Result(clicked, submit=move if clicked == ui and event.spot[1:] else None)
        if isinstance(event, KeyInput) and event.name.isdigit():
            number, height = int(event.name), heights[ui.tower]
            if number > height:
                return Result(ui, say=f"Tower {LETTERS[ui.tower]} has only {count(height, 'block')}.", rule="N-2")
            return Result(Ui(ui.tower, height - number))
        if isinstance(event, KeyInput) and event.name in ("up", "down"):
            block = ui.block + (1 if event.name == "up" else -1)
            return Result(Ui(ui.tower, min(max(block, 0), heights[ui.tower] - 1)))
        if isinstance(event, KeyInput) and event.name in ("left", "right"):
            standing = [tower for tower, height in enumerate(heights) if height]
            tower = standing[(standing.index(ui.tower) + (1 if event.name == "right" else -1)) % len(standing)]
            return Result(Ui(tower, heights[tower] - 1))
        return None

    def draft(self, c: Table) -> Take | None:
        """The block under the cursor and all above it."""
        height = c.view.heights[c.ui.tower]
        return Take(c.ui.tower, height - c.ui.block) if c.may_act and height else None

    def advise(self, c: Table, action: Take) -> Hint[Ui, Take]:
        """The action with the cursor on its lowest block."""
        return Hint("", action, ui=Ui(action.tower, c.view.heights[action.tower] - action.blocks))

    def draw(self, c: Table, zone: protocol.Zone, size: protocol.Size) -> Picture:
        """The towers; there is no hand of cards."""
        if zone == "hand":
            return Picture(Canvas(*size))
        return _draw_towers(c, Canvas(*size), self.draft(c) if c.style.cursor and not c.playing else None)

    def frames(self, c: Table, event: Event) -> Sequence[float]:
        """Blocks that are taken blink twice."""
        return (0.12,) * 4

    def describe(self, c: Table) -> protocol.Description:
        move = self.draft(c)
        if move is None:
            return protocol.Description()
        height, letter = c.view.heights[move.tower], LETTERS[move.tower]
        hint = f"Take {move.blocks} of {count(height, 'block')} off tower {letter}; {height - move.blocks} left."
        return protocol.Description("Take blocks off one tower", hint=hint)

    def read_out(self, c: Table) -> protocol.ReadOut:
        towers = [f"Tower {LETTERS[t]}: {count(height, 'block')}." for t, height in enumerate(c.view.heights)]
        move = self.draft(c)
        prepared = (f"Prepared: {GAME.notate(move)}.",) if move else ()
        return protocol.ReadOut((_aim(c), *towers), prepared=prepared)

    def example(self, rule_id: str) -> Table | None:
        return EXAMPLES.get(rule_id)


def _table(heights: tuple[int, ...], ui: Ui, last: str = "wins") -> Table:
    """A table with these heights, and the cursor on the lowest block of the move."""
    state = State(Terms(last=last), heights)
    return Context(GAME, state, GAME.turn(state), 0, ("Ada", "Tess"), ui, may_act=True)


EXAMPLES = {
    "N-1": _table((3, 4, 5), Ui(0, 2)),
    "N-2": _table((3, 4, 5), Ui(1, 1)),
    "N-4": _table((0, 0, 2), Ui(2, 0)),
    "N-5": _table((0, 0, 2), Ui(2, 1), "loses"),
    "S-1": _table((1, 4, 4), Ui(0, 0)),
    "S-2": _table((3, 4, 5), Ui(0, 1)),
}


def _aim(c: Table) -> str:
    if c.view.winner is not None:
        return f"{c.name_of(c.view.winner)} wins."
    return f"The player who takes the last block {c.view.terms.last}."


def _draw_towers(c: Table, canvas: Canvas, move: Take | None) -> Picture:
    heights, ground = c.view.heights, canvas.height - 2
    canvas.fill(0, 0, canvas.width, ground, ink=Ink("text", "sky"))
    canvas.put(1, 0, _aim(c), AIM)
    canvas.put(0, ground, "▀" * canvas.width, GROUND)
    tall = max(1, min(5, (ground - 1) // max(heights_of(c.view.terms.towers))))
    step = min(20, canvas.width // len(heights))
    left, wide = (canvas.width - step * len(heights)) // 2 + 1, step - 2
    spots, cursor = [], None
    for tower, height in enumerate(heights):
        x, letter = left + step * tower, LETTERS[tower]
        lowest = height - move.blocks if move and move.tower == tower else height
        for block in range(height):
            y = ground - tall * (block + 1)
            if block < lowest:
                _draw_block(canvas, x, y, wide, tall, BLOCKS[tower], "█")
            else:
                _draw_block(canvas, x, y, wide, tall, CHOSEN, "▒")
                canvas.put_over(x + wide // 2, y + tall - 1, str(height - block), CHOSEN)
            spots.append(Spot(f"{letter}{block + 1}", x, y, wide, tall, f"block {block + 1} of tower {letter}"))
        name = f"{letter}: {height}"
        canvas.put(x + (wide - len(name)) // 2, ground + 1, name, CHOSEN if lowest < height else TEXT)
        spots.append(Spot(letter, x, ground + 1, wide, 1, f"tower {letter}"))
        if lowest < height:
            cursor = (x, ground - tall * (lowest + 1))
    for event in c.playing[-1:] or c.marks:
        x, who = left + step * event.data["tower"], IDENTITIES[event.seat or 0]
        for block in range(event.data["left"], event.data["left"] + event.data["blocks"]):
            y = ground - tall * (block + 1)
            if c.playing:
                _draw_block(canvas, x, y, wide, tall, CHOSEN, "▒ "[c.frame % 2])
            else:
                canvas.put_over(x, y + tall - 1, who.shape.center(wide, "╌"), Ink(who.role, bold=True))
    return Picture(canvas, tuple(spots), cursor)


def _draw_block(canvas: Canvas, x: int, y: int, wide: int, tall: int, ink: Ink, filling: str) -> None:
    """A block of ``tall`` rows; a gap above a full one shows where the next begins."""
    for row in range(tall):
        canvas.put_over(x, y + row, ("▇" if filling == "█" and not row else filling) * wide, ink)


BOARD = NimBoard()
