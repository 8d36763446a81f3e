"""What the page and the program of a seat tell each other: sizes, fingers, sentences and pictures."""

from __future__ import annotations

import json

import pytest
from aiohttp import WSMsgType

from tests.pty.terminal import Drawing
from tests.web.conftest import Quiet, Served
from tests.web.test_server import without_a_browser
from towergames.run_request import TO_PAGE
from towergames.web.seat_process import LONGEST


def shown(sent: bytes, columns: int, rows: int) -> str:
    drawing = Drawing((columns + 20, rows))
    drawing.feed(sent)
    return drawing.text


async def test_a_size_that_comes_while_the_program_starts_counts(served: Served) -> None:
    socket = await served.window("width=90&height=30")
    await socket.send_str(json.dumps(["resize", {"width": 70, "height": 30}]))
    sent = await served.seen(socket, "Enter To the table")
    assert max(len(line.rstrip()) for line in shown(sent, 90, 30).split("\n")) <= 70
    assert b"\x1b]7700;60x24 66x20\x07" in sent
    await socket.close()


async def test_a_finger_scrolls_a_list(served: Served) -> None:
    socket = await served.window("width=60&height=40")
    sent = await served.seen(socket, "Round 1")
    await served.keys(socket, "\x1bOP")  # F1
    sent += await served.seen(socket, "Move the cursor left")
    assert "Cursor" in shown(sent, 60, 40)
    await served.keys(socket, "\x1b[<24;20;30M", *(f"\x1b[<56;20;{row}M" for row in (25, 20, 10)), "\x1b[<24;20;10m")
    while "Move the cursor left" in shown(sent, 60, 40):  # what the chosen line means
        message = await socket.receive(timeout=10)
        sent += message.data if isinstance(message.data, bytes) else b""
    assert "Keys and words of this screen" in shown(sent, 60, 40)
    await socket.close()


async def test_the_page_gets_sentences_to_read_aloud_but_of_no_other_hand(served: Served) -> None:
    socket = await served.window("width=80&height=24")
    await served.seen(socket, "Round 1")
    while not any(kind == "aloud" for kind, _ in served.told):
        message = await socket.receive(timeout=30)
        if message.type is WSMsgType.TEXT:
            served.told.append(json.loads(message.data))
    told = [sentence for kind, value in served.told if kind == "aloud" for sentence in value]
    assert told[0] == "You are Bob."
    assert {kind for kind, _ in served.told} <= {"aloud", "line"}
    assert not any(card in sentence for card in ("LOBBY", "SUITE") for sentence in told)
    await socket.close()


async def test_the_server_passes_on_what_is_for_the_page_and_nothing_else(served: Served) -> None:
    sent: list[str] = []

    async def keep(text: str) -> None:
        sent.append(text)

    program = without_a_browser()
    program.remote_write_str = keep  # type: ignore[assignment]
    for packet in (
        {"type": TO_PAGE, "kind": "aloud", "value": ["Ann moves."]},
        {"type": TO_PAGE, "kind": "call", "value": {"title": "Your turn", "ring": True}},
        {"type": TO_PAGE, "kind": "open_url", "value": {"url": "http://elsewhere.test"}},
        {"type": TO_PAGE, "kind": "aloud", "value": "x" * LONGEST},
        {"type": "open_url", "url": "http://elsewhere.test", "new_tab": True},
        {"type": "deliver_file_start", "key": "k", "path": "p", "open_method": "download"},
    ):
        await program.on_meta(json.dumps(packet).encode())
    assert sent == ['["aloud", ["Ann moves."]]', '["call", {"title": "Your turn", "ring": true}]']


async def test_the_page_says_that_it_shows_pictures_and_answers_each_part(
    served: Served, quiet: type[Quiet], monkeypatch: pytest.MonkeyPatch
) -> None:
    packets: list[dict[str, object]] = []

    async def keep(self: object, packet: dict[str, object]) -> bool:
        packets.append(packet)
        return True

    monkeypatch.setattr(quiet, "send_meta", keep)
    socket = await served.window()
    await socket.send_str('["pixels", {"width": 19, "height": 100000}]')
    await socket.send_str('["drawn"]')
    assert await served.answers(socket)
    assert packets == [{"type": "pixels", "width": 19, "height": 100}, {"type": "drawn"}]
    await socket.send_str('["drawn", "more than that"]')
    assert await served.end_of(socket) == 1008
