"""The first screen of a guest at an open table: who sits where, the aim of the game, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from towergames import registry
from towergames.board.canvas import Canvas, Ink
from towergames.board.picture import Picture, Style
from towergames.core.contract import Decide, Over, Seat
from towergames.session import introduction
from towergames.session.introduction import OtherPlayer
from towergames.session.lesson import why_no_lesson
from towergames.tui.command_screen import TowerScreen
from towergames.tui.commands import group
from towergames.tui.dialogs import answers_told
from towergames.tui.paint import BOLD, MUTED, TITLE, Rect, badge, bar, paragraphs, put, wrap
from towergames.tui.widgets.action_bar import BUTTON_ROWS, COMMAND, Chip, command_chips, draw_buttons, without_keys
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.gallery import EMBLEM_HEIGHT, GameCard, draw_emblem, first_card
from towergames.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from towergames.tui.screens.game.screen import GameScreen

COMMANDS = group(
    "welcome",
    ("welcome.table", "To the table", "Close this card and play", "enter space escape", "table", "To the table"),
    ("welcome.guide", "Guide", "Play a lesson of this game, then come back to the table", "g", "guide", "Guide"),
    ("welcome.rules", "Rules", "Read the rules of this game", "r slash", "rules", "Rules"),
)
YOURS = Ink("cursor", bold=True)
REFRESH_SECONDS = 0.5
"""Seconds between two looks at who is there and whose turn it is."""
LEFT = 2
"""Columns left free beside the text."""
ABOUT = 18
"""Columns between the name of a player and what is said of the player."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """Everything that the card shows. Nothing of it is hidden from anyone."""

    emblem: GameCard
    title: str
    minutes: str
    seats: tuple[Seat, ...]
    """The seats of this window; none of an onlooker."""
    you: str
    others: tuple[OtherPlayer, ...]
    aim: tuple[str, ...]
    turn: str
    yours: bool
    """Whether it is the turn of a person of this window."""


class WelcomeScreen(TowerScreen[None]):
    """Lies over the table, which goes on below it. One key leaves it."""

    NAME = "Welcome"
    OWN = tuple(replace(command, footer="") for command in COMMANDS)  # they have buttons
    MINIMUM = (60, 16)
    TELLS_TURN = True

    def __init__(self, game: GameScreen) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """The whole screen."""
        yield CanvasView(self._paint, id="welcome")
        yield KeyBar()

    def on_mount(self) -> None:
        """Follow the table."""
        super().on_mount()
        self.set_interval(REFRESH_SECONDS, self._look)

    def minimums(self) -> tuple[tuple[int, int], ...]:
        """The sizes that are enough for the table, so that a page changes the size of its letters once."""
        return self._game.minimums()

    def shown(self) -> Welcome:
        """The card as the table stands now."""
        session, windows = self._game.session, self._game.windows
        table, info = session.table, session.game.info
        turn = introduction.whose_turn(table, windows.whereabouts)
        return Welcome(
            emblem=first_card(registry.get(info.key)),
            title=info.title,
            minutes=info.minutes,
            seats=table.here,
            you=introduction.who_you_are(table),
            others=introduction.others(table, windows.whereabouts),
            aim=session.game.rule_sheet.aim or (info.pitch,),
            turn=f"{turn} {introduction.whose_clock(table)}".rstrip(),
            yours=isinstance(table.turn, Decide) and table.turn.seat in table.here,
        )

    def spoken(self) -> tuple[str, ...]:
        """The other players, the turn, and the keys of the buttons. The table is described before them."""
        card = self.shown()
        others = (f"{other.name}: {other.about}." if other.about else f"{other.name}." for other in card.others)
        usable = [command for command in COMMANDS if not self.why_not(command.id)]
        return (*others, card.turn, answers_told(self.keymap, usable))

    def _look(self) -> None:
        """Draw what is new; the end of the game is shown at the table."""
        if isinstance(self._game.session.table.turn, Over):
            self.dismiss(None)
        else:
            self.query_one(CanvasView).repaint()

    def _paint(self, width: int, height: int) -> Picture:
        usable = [command for command in COMMANDS if not self.why_not(command.id)]
        chips = command_chips(usable, self.keymap)
        if self.services.touched:
            chips = without_keys(chips)
        return draw_welcome(self.shown(), chips, self.services.style, width, height)

    def on_canvas_view_spot_clicked(self, event: CanvasView.SpotClicked) -> None:
        """A button was clicked."""
        event.stop()
        self.run_command(event.spot.removeprefix(COMMAND))

    def _do_welcome_table(self, argument: str = "") -> None:
        self.dismiss(None)

    def _why_not_welcome_guide(self) -> str:
        return why_no_lesson(self._game.session.table.header.game)

    def _do_welcome_guide(self, argument: str = "") -> None:
        services, game = self.services, self._game.session.table.header.game
        self.dismiss(None)
        services.open_tutorial(game)

    def _do_welcome_rules(self, argument: str = "") -> None:
        self.services.open_rules(self._game.session.table.header.game)


def draw_welcome(card: Welcome, chips: Sequence[Chip], style: Style, width: int, height: int) -> Picture:
    """Draw the card. Blank rows go first where it is low, then the buttons get one row each."""
    canvas = Canvas(width, height)
    bar(canvas, 0, card.title, card.minutes)
    columns = 1 + (len(card.others) > 4)
    turn = wrap(card.turn, width - 2 * LEFT)
    rows = 1 + -(-len(card.others) // columns) + 1 + len(card.aim) + len(turn)
    tall = height >= 1 + rows + BUTTON_ROWS
    gap = 1 if height >= 1 + rows + 4 + BUTTON_ROWS else 0
    y = 1
    if height >= 1 + EMBLEM_HEIGHT + rows + 4 + BUTTON_ROWS:
        draw_emblem(canvas, 0, 1, width, card.emblem)
        y += EMBLEM_HEIGHT
    y += gap
    _draw_you(canvas, y, card)
    _draw_others(canvas, y + 1, card.others, columns)
    y += 1 + -(-len(card.others) // columns) + gap
    put(canvas, LEFT, y, "The aim", width - 2 * LEFT, TITLE)
    for line in card.aim:
        y += 1
        put(canvas, LEFT, y, line, width - 2 * LEFT)
    y += 1 + gap
    paragraphs(canvas, Rect(LEFT, y, width - 2 * LEFT, len(turn)), turn, YOURS if card.yours else BOLD)
    y += len(turn) + gap
    spots = draw_buttons(canvas, LEFT, y, chips, style, BUTTON_ROWS if tall else 1)
    return Picture(canvas, tuple(spots), (LEFT, y))


def _draw_you(canvas: Canvas, y: int, card: Welcome) -> None:
    x = LEFT
    for seat in card.seats:
        x = badge(canvas, x, y, seat) + 1
    put(canvas, x, y, card.you, canvas.width - x - LEFT, BOLD)


def _draw_others(canvas: Canvas, top: int, others: Sequence[OtherPlayer], columns: int) -> None:
    room = (canvas.width - 2 * LEFT) // columns
    about = min(ABOUT, room // 2)
    rows = -(-len(others) // columns)
    for number, other in enumerate(others):
        x, y = LEFT + number // rows * room, top + number % rows
        name = badge(canvas, x, y, other.seat) + 1
        put(canvas, name, y, other.name, x + about - name)
        put(canvas, x + about + 1, y, other.about, room - about - 2, MUTED)
