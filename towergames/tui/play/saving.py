"""Save as: a copy under a name, or another name for the game that is being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towergames.boards.canvas import Ink
from towergames.core.text import sentence, slug
from towergames.table.errors import SaveError
from towergames.tui.paint import TEXT
from towergames.tui.play.card import Answer, Card
from towergames.tui.play.session import Message
from towergames.tui.screens.ask import AskScreen

if TYPE_CHECKING:
    from towergames.tui.play.doing import Doing

ANSWERS = (
    Answer("copy", "Keep a copy", "c", "The game goes on under its old name"),
    Answer("rename", "Rename the game", "r", "The game goes on under the new name"),
    Answer("no", "Neither", "n", "Nothing changes"),
)


def save_as(screen: Doing, wish: str) -> None:
    """Ask for a name (unless one was typed), then whether it is for a copy or for the game itself."""
    journal = screen.session.table.journal
    if journal is None:
        return

    def named(name: str | None) -> None:
        if name:
            _choose(screen, name)

    if wish:
        named(wish)
        return
    screen.tower_app.push_screen(AskScreen("Save as: the name of the save", journal.path.stem), named)


def _choose(screen: Doing, wish: str) -> None:
    journal = screen.session.table.journal
    if journal is None:
        return
    old, new = journal.path.stem, screen.tower_app.store.free_name(slug(wish))
    said = [(f"This game is saved as {old}, after every move.", TEXT), (f"Free name: {new}", Ink(bold=True))]

    def answered(answer: str | None) -> None:
        if answer == "copy":
            _copy(screen, old, new)
        elif answer == "rename":
            _rename(screen, old, new)

    screen.tower_app.push_screen(Card("Save as", said, ANSWERS), answered)


def _copy(screen: Doing, old: str, new: str) -> None:
    try:
        name = screen.tower_app.store.duplicate(old, new)
    except SaveError as error:
        screen.tell(Message(sentence(str(error)), "bad"))
        return
    screen.tell(Message(f"A copy is kept as {name}; the game goes on as {old}.", "accent"))


def _rename(screen: Doing, old: str, new: str) -> None:
    """Closed, renamed and opened again: the file must not move under an open journal."""
    from towergames.tui.screens.game import GameScreen

    app = screen.tower_app
    screen.bots.drop()
    screen.session.table.close()
    said = f"The game is now called {new}."
    try:
        name = app.store.rename(old, new)
    except SaveError as error:
        name, said = old, sentence(str(error))
    table = app.store.open(name)
    app.table = table
    fresh = GameScreen(table, screen.handover.pins)
    fresh.bots.reasons = screen.bots.reasons
    fresh.session.opened = screen.session.opened
    fresh.session.message = Message(said, "accent")
    app.switch_screen(fresh)
