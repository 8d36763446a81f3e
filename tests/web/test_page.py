"""What the page and the program of a seat tell each other: sizes, and fingers."""

from __future__ import annotations

import json

from tests.pty.terminal import Drawing
from tests.web.conftest import Served


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
        sent += message.data
    assert "Keys and words of this screen" in shown(sent, 60, 40)
    await socket.close()
