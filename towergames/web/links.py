"""The links of a server: each opens one seat, or a place among the onlookers."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from towergames.core.contract import Seat
from towergames.table.lock import Lock
from towergames.table.seats import keep_for_link, vacant_seats
from towergames.web.browser_socket import BrowserSocket

TOKEN_BYTES, KEY_BYTES = 24, 6
"""Bytes of the secret in a link, and of the name of a page in the address bar, which opens nothing alone."""
COOKIE = "seat"
"""The name of the cookie that holds the token. Each link has a path of its own, so two tabs may have two seats."""
COOKIE_SECONDS = 7 * 24 * 3600
ONLOOKERS = 8
"""Windows of onlookers that are open at a time; of more the oldest are closed."""


@dataclass(slots=True)
class Link:
    """A seat, the token that opens it, and the browsers that have it open. Without a seat it is for onlookers."""

    seat: Seat | None
    name: str
    table: Path | None = None
    """The save of the table."""
    kept: Lock | None = None
    """Tells the windows of the table that the seat has a link."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES), repr=False)
    key: str = field(default_factory=lambda: secrets.token_hex(KEY_BYTES))
    """Names the page after the link was opened. It is no secret."""
    sockets: list[BrowserSocket] = field(default_factory=list)
    """The sockets of the browsers that may have the link open, the newest last."""
    windows: int = 0
    """Programs that run for the link."""
    running: asyncio.Semaphore = field(init=False)
    """Lets as many programs run as the link has places."""
    seen: float = 0.0
    starts: list[float] = field(default_factory=list)
    wrong_pins: int = 0
    """How often the PIN was wrong since the link last rested, in all its windows."""

    def __post_init__(self) -> None:
        self.running = asyncio.Semaphore(self.places)

    @property
    def places(self) -> int:
        """Browsers that may have the link open at a time."""
        return 1 if self.seat is not None else ONLOOKERS

    @property
    def path(self) -> str:
        """The path of the link that its player is given."""
        return f"/seat/{self.token}"

    @property
    def page(self) -> str:
        """The path of the page to which the link leads."""
        return f"/table/{self.key}"

    def opens_with(self, token: str) -> bool:
        """Whether this is the token of the link."""
        return hmac.compare_digest(self.token.encode(), token.encode())

    def hand_over(self, answer: web.Response, *, encrypted: bool) -> None:
        """Give a browser the token as a cookie that no script reads."""
        answer.set_cookie(
            COOKIE,
            self.token,
            path=self.page,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",  # Strict is not sent when a link in a letter or a chat is followed
            secure=encrypted,
        )

    # --- the seat -----------------------------------------------------------------------------------------

    def belong_to(self, path: Path) -> None:
        """Open a seat of the table that is saved there from now on."""
        self.let_go()
        self.table = path

    def reserve(self) -> bool:
        """Keep the seat for the link; False where another server does."""
        if self.seat is None or self.table is None or self.kept is not None:
            return True
        self.kept = keep_for_link(self.table, self.seat)
        return self.kept is not None

    def is_taken(self) -> bool:
        """Whether a window of a terminal sits at the seat, while no browser has it."""
        if self.seat is None or self.table is None:
            return False
        return not vacant_seats(self.table, [self.seat])

    def let_go(self) -> None:
        """Keep the seat no longer."""
        if self.kept is not None:
            self.kept.free()
            self.kept = None


def link_of(links: Iterable[Link], request: web.Request) -> Link | None:
    """The link of a request: of the token in its path, or of its page and the cookie for that page."""
    given = request.match_info
    found = None
    for link in links:
        if "token" in given:
            opens = link.opens_with(given["token"])
        else:
            opens = given.get("key") == link.key and link.opens_with(request.cookies.get(COOKIE, ""))
        if opens:
            found = link
    return found
