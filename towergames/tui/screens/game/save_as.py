"""Save as: a copy under a name, or another name for the game being played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from towergames.boards.kit.canvas import Ink
from towergames.core.text import sentence, slug
from towergames.session.session import Message
from towergames.table.errors import SaveError
from towergames.tui.dialogs import Answer, AskScreen, Card
from towergames.tui.paint import TEXT
from towergames.tui.services import screen_class

if TYPE_CHECKING:
    from towergames.tui.screens.game.port import GamePort

ANSWERS = (
    Answer("copy", "Keep a copy", "c", "The game goes on under its old name"),
    Answer("rename", "Rename the game", "r", "The game goes on under the new name"),
    Answer("no", "Neither", "n", "Nothing changes"),
)


def save_as(screen: GamePort, wish: str) -> None:
    """Ask for a name (unless one was typed), then whether it is for a copy or for the game itself."""

    def named(name: str | None) -> None:
        if name:
            _choose(screen, name)

    if wish:
        named(wish)
        return
    screen.services.push_screen(AskScreen("Save as: the name of the save", screen.session.table.name), named)


def _choose(screen: GamePort, wish: str) -> None:
    new = screen.services.store.free_name(slug(wish))
    said = [(screen.session.table.kept, TEXT), (f"Free name: {new}", Ink(bold=True))]

    def answered(answer: str | None) -> None:
        if answer == "copy":
            _copy(screen, new)
        elif answer == "rename":
            _rename(screen, new)

    screen.services.push_screen(Card("Save as", said, ANSWERS), answered)


def _unsaved(screen: GamePort) -> bool:
    """Whether moves are missing on the disk, which is said."""
    table = screen.session.table
    if table.flush():
        return False
    screen.tell(Message(sentence(f"the last moves are not saved, so nothing was done: {table.trouble}"), "bad"))
    return True


def _copy(screen: GamePort, new: str) -> None:
    if _unsaved(screen):
        return
    old = screen.session.table.name
    try:
        name = screen.services.store.duplicate(old, new)
    except SaveError as error:
        screen.tell(Message(sentence(str(error)), "bad"))
        return
    screen.tell(Message(f"A copy is kept as {name}; the game goes on as {old}.", "accent"))


def _rename(screen: GamePort, new: str) -> None:
    """Closed, renamed and opened again: the file must not move under an open journal."""
    if _unsaved(screen):
        return
    app = screen.services
    screen.bots.drop()
    app.close_table()
    old = screen.session.table.name  # asked after closing, which may write the game under another name
    said = f"The game is now called {new}."
    try:
        name = app.store.rename(old, new)
    except SaveError as error:
        name, said = old, sentence(str(error))
    try:
        table = app.store.open(name)
    except SaveError as error:
        app.to_menu()
        app.say(str(error), severity="error")
        return
    app.table = table
    fresh = screen_class("game")(table, screen.handover.pins)
    fresh.bots.reasons = screen.bots.reasons
    fresh.session.opened = screen.session.opened
    fresh.session.message = Message(said, "accent")
    app.switch_screen(fresh)
