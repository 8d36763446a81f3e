"""A served game of Take That Towers: no byte to a browser names a card that its viewer has not been shown by then."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType

from tests.web.conftest import Served
from towergames.core.contract import Decide, Over, Seat
from towergames.table.match import Table
from towergames.web.links import Link

MOVES = 12
"""Moves that are played: later nearly every kind of card has been seen."""
QUIET_SECONDS = 0.3
"""Time without a message after which a window has shown everything."""
ESCAPES = re.compile(rb"\x1b(?:\][^\x07]*\x07|\[[0-9;:?<=>]*[ -/]*[@-~]|.)")
WORDS = ("log", "board", "hand", "moves", "best", "sheet", "why", "try", "recap", "earlier", "result", "redo")
"""Words that a curious viewer types."""


@dataclass
class Viewer:
    """A browser, the bytes that it was sent, and everything that the rules let its viewer see so far."""

    link: Link
    socket: ClientWebSocketResponse
    seat: Seat | None
    shown: str = ""
    told: bytes = b""
    checks: int = field(default=0)
    """How often a card was secret."""

    async def read(self) -> None:
        """Take everything that is sent until nothing more comes."""
        while True:
            try:
                message = await self.socket.receive(timeout=QUIET_SECONDS)
            except TimeoutError:
                return
            assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
            self.told += message.data if isinstance(message.data, bytes) else message.data.encode()

    def check(self, table: Table) -> None:
        """Compare the bytes so far with the cards that are secret now."""
        self.shown += str(table.view(self.seat)) + " ".join(line.text for line in table.log(self.seat))
        hands = [hand or () for seat in range(2) if seat != self.seat for hand in (table.view(seat).hands[seat],)]
        secrets = {card for hand in hands for card in hand if card not in self.shown}
        plain = ESCAPES.sub(b"", self.told)
        for card in secrets:
            self.checks += 1
            assert card.encode() not in self.told and card.encode() not in plain, (card, self.seat, table.moves)


async def opened(served: Served, link: Link) -> Viewer:
    socket = await served.opened(link, served.origin, "width=120&height=40")
    told = await served.seen(socket, "Round 1")
    return Viewer(link, socket, link.seat, told=told)


@pytest.mark.parametrize("served", [8], indirect=True)
async def test_no_hand_of_another_reaches_a_seat_or_an_onlooker(served: Served) -> None:
    eyes = Link(None, "Onlookers")
    eyes.belong_to(served.ann.journal.path)
    served.server.links.append(eyes)
    viewers = [await opened(served, link) for link in (served.bob, eyes)]
    table, dice, words = served.ann, random.Random(5), iter(WORDS * 9)
    while table.moves < MOVES and not isinstance(table.turn, Over):
        await asyncio.gather(*(viewer.read() for viewer in viewers))
        for viewer in viewers:
            viewer.check(table)
        curious = viewers[table.moves % 2]
        await served.keys(curious.socket, ":", *next(words), "\r")
        await curious.read()
        await served.keys(curious.socket, "\x1b")
        await curious.read()
        curious.check(table)
        assert isinstance(table.turn, Decide)
        move, before = dice.choice(table.legal()), table.moves
        if table.turn.seat == 0:
            table.submit(0, move)
        async with asyncio.timeout(30):
            while table.moves == before:  # a key may have closed what the last word has opened
                await served.keys(viewers[0].socket, ":", *table.game.notate(move), "\r")
                await viewers[0].read()
                await served.keys(viewers[0].socket, "\r")
                await viewers[0].read()
                table.follow()
        table.follow()
    assert all(viewer.checks > 10 for viewer in viewers), "cards were secret for long"
    for viewer in viewers:
        await viewer.socket.close()
    await served.empty()
