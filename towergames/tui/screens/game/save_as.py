"""Save as: a copy under a name, or another name for the game being played."""

from __future__ import annotations

from towergames.boards.kit.canvas import Ink
from towergames.core.text import sentence, slug
from towergames.session.session import Message, Session
from towergames.table.errors import SaveError
from towergames.tui.dialogs import Answer, AskScreen, Card
from towergames.tui.paint import TEXT
from towergames.tui.screens.game.bots import Bots
from towergames.tui.screens.game.handover import Handover
from towergames.tui.screens.game.host import Host
from towergames.tui.services import screen_class

ANSWERS = (
    Answer("copy", "Keep a copy", "c", "The game goes on under its old name"),
    Answer("rename", "Rename the game", "r", "The game goes on under the new name"),
    Answer("no", "Neither", "n", "Nothing changes"),
)


class SaveAs:
    """Copies and new names of the game on one game screen."""

    def __init__(self, session: Session, host: Host, bots: Bots, handover: Handover) -> None:
        self._session = session
        self._host = host
        self._bots = bots
        self._handover = handover

    def why_not(self) -> str:
        """Why no copy can be made."""
        return "" if self._session.table.journal is not None else "This table is not kept in a save."

    def ask(self, argument: str) -> None:
        """Ask for a name, unless one was typed; then ask whether to copy or to rename the game."""
        if wish := argument.strip():
            self._choose(wish)
            return
        dialog = AskScreen("Save as: the name of the save", self._session.table.name)
        self._host.services.push_screen(dialog, lambda name: self._choose(name) if name else None)

    def _choose(self, wish: str) -> None:
        new = self._host.services.store.free_name(slug(wish))
        said = [(self._session.table.kept, TEXT), (f"Free name: {new}", Ink(bold=True))]

        def answered(answer: str | None) -> None:
            if answer in ("copy", "rename") and self._all_saved():
                (self._copy if answer == "copy" else self._rename)(new)

        self._host.services.push_screen(Card("Save as", said, ANSWERS), answered)

    def _all_saved(self) -> bool:
        """Whether all moves are on the disk; if not, say so."""
        table = self._session.table
        if table.flush():
            return True
        text = sentence(f"the last moves are not saved, so nothing was done: {table.trouble}")
        self._host.tell(Message(text, "bad"))
        return False

    def _copy(self, new: str) -> None:
        old = self._session.table.name
        try:
            name = self._host.services.store.duplicate(old, new)
        except SaveError as error:
            self._host.tell(Message(sentence(str(error)), "bad"))
            return
        self._host.tell(Message(f"A copy is kept as {name}; the game goes on as {old}.", "accent"))

    def _rename(self, new: str) -> None:
        """Close, rename and open the save: an open journal's file must not be renamed."""
        services = self._host.services
        self._bots.drop()
        services.close_table()
        old = self._session.table.name  # read after closing, which may write the game under another name
        said = f"The game is now called {new}."
        try:
            name = services.store.rename(old, new)
        except SaveError as error:
            name, said = old, sentence(str(error))
        try:
            table = services.store.open(name)
        except SaveError as error:
            services.to_menu()
            services.say(str(error), severity="error")
            return
        services.table = table
        fresh = screen_class("game")(table, self._handover.pins)
        fresh.bots.reasons = self._bots.reasons
        fresh.session.opened = self._session.opened
        fresh.session.message = Message(said, "accent")
        services.switch_screen(fresh)
