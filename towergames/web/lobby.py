"""A table that begins once every guest has chosen a name: its seats, its pages, and the names that are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path

from towergames import registry
from towergames.core.contract import Seat
from towergames.core.text import NAME_CELLS, NO_PICTURES, clean, count, has_pictures, sentence
from towergames.table.errors import TableError
from towergames.table.records import OPEN_FORMAT, Header
from towergames.table.store import Store


def guest_names(number: int, taken: Sequence[str]) -> list[str]:
    """The names that guests have until they choose others; none is ``taken``.

    >>> guest_names(2, ["Ann", "guest 1"])
    ['Guest 2', 'Guest 3']
    """
    used = {name.strip().casefold() for name in taken}
    found: list[str] = []
    free = 1
    while len(found) < number:
        if f"guest {free}" not in used:
            found.append(f"Guest {free}")
        free += 1
    return found


class Lobby:
    """The server serves it before the first game. ``guests`` are the seats whose names are open in the ``header``."""

    def __init__(self, header: Header, guests: Sequence[Seat], store: Store) -> None:
        self.header = replace(header, format=OPEN_FORMAT)
        self.following: Path | None = None
        """The save of the game, once it has begun."""
        self.trouble = ""
        """The reason why the game cannot begin though every guest has a name; '' if there is none."""
        self._names: dict[Seat, str] = dict.fromkeys(guests, "")
        self._store = store

    @property
    def missing(self) -> int:
        """How many guests have no name yet."""
        return list(self._names.values()).count("")

    def is_nameless(self, seat: Seat | None) -> bool:
        """Whether the seat is that of a guest without a name."""
        return seat is not None and self._names.get(seat) == ""

    def take_name(self, seat: Seat, text: str) -> str:
        """Give the guest of a seat a name; a sentence why not, '' if the guest has it."""
        name = clean(text, NAME_CELLS).strip()
        if not name:
            return f"Type a name of 1 to {NAME_CELLS} characters."
        if has_pictures(name):
            return f"The name has {NO_PICTURES}."
        for other, known in enumerate(self.header.names):
            if other != seat and not self.is_nameless(other) and known.casefold() == name.casefold():
                return f"{known} sits at this table already. Choose another name."
        seats = list(self.header.seats)
        seats[seat] = replace(seats[seat], name=name)
        self._names[seat] = name
        self.header = replace(self.header, seats=tuple(seats))
        return ""

    def look(self) -> None:
        """Begin the game if every guest has a name. It waits for the disk."""
        if self.missing or self.following is not None:
            return
        try:
            table = self._store.begin(self.header)
        except TableError as error:
            self.trouble = sentence(str(error))
            return
        table.close()
        self.trouble, self.following = "", self._store.path(table.name)

    # --- its pages ----------------------------------------------------------------------------------------

    def page(self, seat: Seat | None, typed: str = "", refusal: str = "") -> str:
        """The page of a seat: a form for a guest without a name, for all others a page that waits.

        ``typed`` is the name that the guest has typed, ``refusal`` the reason against it.
        """
        info = registry.get(self.header.game).game.info
        form = ""
        if self.is_nameless(seat):
            form = _read("name_form.html").replace("CELLS", str(NAME_CELLS))
            form = form.replace("<!--REFUSAL-->", escape(refusal)).replace("<!--TYPED-->", escape(typed))
        seats = [f"<li>{escape(self._told(number, seat))}</li>" for number in range(len(self.header.seats))]
        waiting = self.trouble or f"The game begins when every guest has a name. {self._missing_told()}"
        page = _read("lobby.html")
        parts = {"TITLE": escape(info.title), "PITCH": escape(info.pitch), "FORM": form}
        parts |= {"SEATS": "".join(seats), "WAITING": escape(waiting)}
        for word, text in parts.items():
            page = page.replace(f"<!--{word}-->", text)
        return page

    def _missing_told(self) -> str:
        return f"{count(self.missing, 'guest')} {'has' if self.missing == 1 else 'have'} none yet."

    def _told(self, number: Seat, viewer: Seat | None) -> str:
        """A seat in words."""
        setup = self.header.seats[number]
        if setup.bot:
            return f"{setup.name}, a bot ({setup.bot.title()})"
        if self.is_nameless(number):
            return "You" if number == viewer else "A guest who has no name yet"
        return f"{setup.name} (you)" if number == viewer else setup.name


def _read(name: str) -> str:
    return (files("towergames.web") / "page" / name).read_text(encoding="utf-8")
