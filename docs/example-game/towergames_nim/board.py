"""Nim on the screen: towers of blocks, a cursor on one block, and sentences for plain mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from towergames.board.canvas import Canvas, Ink, Run
from towergames.board.palette import IDENTITIES
from towergames.board.protocol import (
    Advice,
    Context,
    Control,
    Description,
    Input,
    Key,
    Picture,
    Pointing,
    ReadOut,
    Result,
    Size,
    Sizes,
    Spec,
    Spot,
    UiSpec,
    Zone,
)
from towergames.core.contract import Event, Over
from towergames.core.text import count
from towergames_nim.game import GAME, LETTERS, TALLEST, State, Take, Terms

BLOCKS = tuple(Ink(role) for role in ("brick-red", "brick-blue", "brick-yellow", "plastic-3", "plastic-5"))
CHOSEN, TEXT, AIM, GROUND = Ink("cursor", bold=True), Ink("text", bold=True), Ink("muted", "sky"), Ink("ground")
TAKE = Spec("nim.take", "Take blocks", "Take the chosen blocks off their tower", ("b",), ("take",), "nim")


@dataclass(frozen=True, slots=True)
class Ui:
    """The cursor: a tower, and a block counted from the ground. A move takes that block and all above it."""

    tower: int = 0
    block: int = 0


Table = Context[State, Ui, Take]


class NimBoard:
    """See :class:`towergames.board.protocol.BoardAdapter`."""

    spec = UiSpec(
        specs=(TAKE,),
        animated=frozenset({"take"}),
        legend=(
            ((Run("▇▇▇▇▇▇", BLOCKS[0]),), "a block"),
            ((Run("▒▒▒2▒▒", CHOSEN),), "the second of the blocks that the move takes"),
            ((Run("╌╌╌▚╌╌", Ink(IDENTITIES[1].role)),), "a block that the player with this sign has just taken"),
        ),
    )
    camera = analysis = background = turn_limit = confirmation = None

    def sizes(self, seats: int, view: State | None) -> Sizes:
        """Room for towers of nine blocks, the line above, the ground and the letters."""
        return Sizes((45, TALLEST + 3), 0)

    def adapt(self, c: Context[State, Ui | None, Take], new: bool) -> Ui:
        """Keep the cursor on a block: in the same tower if it still stands, on its top block in a new turn."""
        heights, ui = c.view.heights, c.ui or Ui()
        if not any(heights):
            return Ui()
        standing = ui.tower < len(heights) and heights[ui.tower]
        tower = ui.tower if standing else heights.index(max(heights))
        top = heights[tower] - 1
        return Ui(tower, top if new or tower != ui.tower else min(ui.block, top))

    def controls(self, c: Table) -> Sequence[Control[Ui, Take]]:
        """Enter takes the blocks."""
        move = self.draft(c)
        if move is None:
            return ()
        label = f"Take {count(move.blocks, 'block')} off {LETTERS[move.tower]}"
        return (Control(TAKE, label, "main", effect=lambda: Result(c.ui, submit=move)),)

    def input(self, c: Table, event: Input) -> Result[Ui, Take] | None:
        """Arrows move the cursor, digits choose how many blocks, a click chooses a block or takes the chosen ones."""
        move = self.draft(c)
        if move is None:
            return None
        heights, ui = c.view.heights, c.ui
        if isinstance(event, Pointing) and event.click and event.spot:
            tower = LETTERS.index(event.spot[0])
            clicked = Ui(tower, int(event.spot[1:] or heights[tower]) - 1)
            return Result(clicked, submit=move if clicked == ui and event.spot[1:] else None)
        if isinstance(event, Key) and event.name.isdigit():
            number, height = int(event.name), heights[ui.tower]
            if number > height:
                return Result(ui, say=f"Tower {LETTERS[ui.tower]} has only {count(height, 'block')}.", rule="N-2")
            return Result(Ui(ui.tower, height - number))
        if isinstance(event, Key) and event.name in ("up", "down"):
            block = ui.block + (1 if event.name == "up" else -1)
            return Result(Ui(ui.tower, min(max(block, 0), heights[ui.tower] - 1)))
        if isinstance(event, Key) and event.name in ("left", "right"):
            standing = [tower for tower, height in enumerate(heights) if height]
            tower = standing[(standing.index(ui.tower) + (1 if event.name == "right" else -1)) % len(standing)]
            return Result(Ui(tower, heights[tower] - 1))
        return None

    def draft(self, c: Table) -> Take | None:
        """The block under the cursor and all above it."""
        height = c.view.heights[c.ui.tower] if any(c.view.heights) else 0
        return Take(c.ui.tower, height - c.ui.block) if c.may_act and height else None

    def tip(self, c: Table, given: int) -> None:
        """Bots give the hints."""

    def advise(self, c: Table, action: Take) -> Advice[Ui, Take]:
        """The action with the cursor on its lowest block."""
        return Advice("", action, ui=Ui(action.tower, c.view.heights[action.tower] - action.blocks))

    def draw(self, c: Table, zone: Zone, size: Size) -> Picture:
        """The towers. A hand of cards does not exist."""
        canvas = Canvas(*size)
        return _draw_towers(c, canvas, self.draft(c)) if zone == "board" else Picture(canvas)

    def frames(self, c: Table, event: Event) -> Sequence[float]:
        """Blocks that are taken blink twice."""
        return (0.12,) * 4 if event.kind == "take" else ()

    def describe(self, c: Table) -> Description:
        """What Enter takes and leaves."""
        move = self.draft(c)
        if move is None:
            return Description()
        height, letter = c.view.heights[move.tower], LETTERS[move.tower]
        hint = f"Take {move.blocks} of {count(height, 'block')} off tower {letter}; {height - move.blocks} left."
        return Description("Take blocks off one tower", hint=hint)

    def read_out(self, c: Table) -> ReadOut:
        """Each tower with its blocks."""
        towers = [f"Tower {LETTERS[t]}: {count(height, 'block')}." for t, height in enumerate(c.view.heights)]
        move = self.draft(c)
        prepared = (f"Prepared: {GAME.notate(move)}.",) if move else ()
        return ReadOut((_aim(c), *towers), prepared=prepared)

    def example(self, rule_id: str) -> Table | None:
        """A table that shows the rule."""
        if rule_id not in EXAMPLES:
            return None
        heights, ui = EXAMPLES[rule_id]
        state = State(Terms(last="loses" if rule_id == "N-5" else "wins"), heights, max(heights))
        return Context(GAME, state, GAME.turn(state), 0, ("Ada", "Tess"), ui, may_act=True)


EXAMPLES = {
    "N-1": ((3, 4, 5), Ui(0, 2)),
    "N-2": ((3, 4, 5), Ui(1, 1)),
    "N-4": ((0, 0, 2), Ui(2, 0)),
    "N-5": ((0, 0, 2), Ui(2, 1)),
    "S-1": ((1, 4, 4), Ui(0, 0)),
    "S-2": ((3, 4, 5), Ui(0, 1)),
}
"""By rule: the heights, and the cursor on the lowest block of the move."""


def _aim(c: Table) -> str:
    if isinstance(c.turn, Over):
        return f"{c.name_of(c.turn.ranking[0][0])} wins."
    return f"The player who takes the last block {c.view.terms.last}."


def _draw_towers(c: Table, canvas: Canvas, move: Take | None) -> Picture:
    s, ground = c.view, canvas.height - 2
    for row in range(ground):
        canvas.fill(0, row, canvas.width, 1, ink=Ink("text", ("sky", "sky-low", "sky-horizon")[3 * row // ground]))
    canvas.put(1, 0, _aim(c), AIM)
    canvas.put(0, ground, "▀" * canvas.width, GROUND)
    tall = max(1, min(5, (ground - 1) // max(s.highest, 1)))
    step = min(20, canvas.width // max(len(s.heights), 1))
    left, wide = (canvas.width - step * len(s.heights)) // 2 + 1, step - 2
    if c.playing or not c.style.cursor:
        move = None
    spots, cursor = [], None
    for tower, height in enumerate(s.heights):
        x, letter = left + step * tower, LETTERS[tower]
        lowest = height - move.blocks if move and move.tower == tower else height
        for block in range(height):
            y = ground - tall * (block + 1)
            number = str(height - block) if block >= lowest else ""
            _draw_block(canvas, x, y, wide, tall, CHOSEN if number else BLOCKS[tower], number)
            spots.append(Spot(f"{letter}{block + 1}", x, y, wide, tall, f"block {block + 1} of tower {letter}"))
        name = f"{letter}: {height}"
        canvas.put(x + (wide - len(name)) // 2, ground + 1, name, CHOSEN if lowest < height else TEXT)
        spots.append(Spot(letter, x, ground + 1, wide, 1, f"tower {letter}"))
        if lowest < height:
            cursor = (x, ground - tall * (lowest + 1))
            canvas.over(x - 1, cursor[1] + tall - 1, ">", CHOSEN)
            canvas.over(x + wide, cursor[1] + tall - 1, "<", CHOSEN)
    for event, block in _taken(c):
        x, y = left + step * event.data["tower"], ground - tall * (block + 1)
        if event in c.playing:
            _draw_block(canvas, x, y, wide, tall, CHOSEN, " " if c.frame % 2 else "▒")
        else:
            who = IDENTITIES[event.seat or 0]
            canvas.over(x, y + tall - 1, who.shape.center(wide, "╌"), Ink(who.role, bold=True))
    return Picture(canvas, tuple(spots), cursor)


def _draw_block(canvas: Canvas, x: int, y: int, wide: int, tall: int, ink: Ink, number: str) -> None:
    """A block with a gap above it; one that is chosen has its number. A number of one cell's filling fills it."""
    filling = number if number in (" ", "▒") else "▒" if number else "█"
    for row in range(tall):
        top = "▇" if tall == 1 and filling == "█" else "▄" if tall > 1 and filling != " " else filling
        canvas.over(x, y + row, (filling if row else top) * wide, ink)
    if number.isdigit():
        canvas.over(x + wide // 2, y + tall - 1, number, ink)


def _taken(c: Table) -> Iterator[tuple[Event, int]]:
    """The blocks that are being taken, else those taken since the last decision: the event, and the block's index."""
    for event in c.playing[-1:] or c.marks:
        if event.kind == "take":
            for block in range(event.data["left"], event.data["left"] + event.data["blocks"]):
                yield event, block


BOARD = NimBoard()
