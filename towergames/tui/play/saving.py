"""Leaving a game that is not saved; Save as: a copy under a name, or another name for the game being played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from towergames.boards.canvas import Ink
from towergames.core.text import sentence, slug
from towergames.session.session import Message
from towergames.table.errors import SaveError
from towergames.tui.paint import TEXT, wrap
from towergames.tui.play.card import Answer, Card
from towergames.tui.screens.ask import AskScreen

if TYPE_CHECKING:
    from towergames.tui.app import TowerApp
    from towergames.tui.play.doing import Doing

STAY = (
    Answer("stay", "Stay", "s", "Go on playing"),
    Answer("leave", "Leave and lose them", "l", "Leave; the moves that are not saved are lost"),
)
READ = (Answer("read", "Go on", "g", "Close this card"),)

ANSWERS = (
    Answer("copy", "Keep a copy", "c", "The game goes on under its old name"),
    Answer("rename", "Rename the game", "r", "The game goes on under the new name"),
    Answer("no", "Neither", "n", "Nothing changes"),
)


class LossCard(Card):
    """Asks before moves are lost that the disk has refused."""

    def __init__(self, trouble: str) -> None:
        lines = [(text, TEXT) for text in wrap(f"The last moves are not on the disk: {trouble}.", 58)]
        super().__init__("Not saved", [*lines, ("Leaving now loses them.", Ink("warn", bold=True))], STAY)


def unless_lost(app: TowerApp, leave: Callable[[], None]) -> None:
    """Leave the game that is being played; asked first when that would lose moves, and they cannot be saved now."""
    table = app.table
    if isinstance(app.screen, LossCard):
        return
    if table is None or table.flush():
        leave()
    else:
        app.push_screen(LossCard(table.trouble), lambda answer: leave() if answer == "leave" else None)


def news_card(news: tuple[str, ...]) -> Card:
    """What happened to the save; it has to be seen, so it is no passing notice."""
    return Card("About the save", [(line, TEXT) for text in news for line in wrap(text, 58)], READ)


def save_as(screen: Doing, wish: str) -> None:
    """Ask for a name (unless one was typed), then whether it is for a copy or for the game itself."""

    def named(name: str | None) -> None:
        if name:
            _choose(screen, name)

    if wish:
        named(wish)
        return
    screen.tower_app.push_screen(AskScreen("Save as: the name of the save", screen.session.table.name), named)


def _choose(screen: Doing, wish: str) -> None:
    new = screen.tower_app.store.free_name(slug(wish))
    said = [(screen.session.table.kept, TEXT), (f"Free name: {new}", Ink(bold=True))]

    def answered(answer: str | None) -> None:
        if answer == "copy":
            _copy(screen, new)
        elif answer == "rename":
            _rename(screen, new)

    screen.tower_app.push_screen(Card("Save as", said, ANSWERS), answered)


def _unsaved(screen: Doing) -> bool:
    """Whether moves are missing on the disk, which is said."""
    table = screen.session.table
    if table.flush():
        return False
    screen.tell(Message(sentence(f"the last moves are not saved, so nothing was done: {table.trouble}"), "bad"))
    return True


def _copy(screen: Doing, new: str) -> None:
    if _unsaved(screen):
        return
    old = screen.session.table.name
    try:
        name = screen.tower_app.store.duplicate(old, new)
    except SaveError as error:
        screen.tell(Message(sentence(str(error)), "bad"))
        return
    screen.tell(Message(f"A copy is kept as {name}; the game goes on as {old}.", "accent"))


def _rename(screen: Doing, new: str) -> None:
    """Closed, renamed and opened again: the file must not move under an open journal."""
    from towergames.tui.screens.game import GameScreen

    if _unsaved(screen):
        return
    app = screen.tower_app
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
    fresh = GameScreen(table, screen.handover.pins)
    fresh.bots.reasons = screen.bots.reasons
    fresh.session.opened = screen.session.opened
    fresh.session.message = Message(said, "accent")
    app.switch_screen(fresh)
