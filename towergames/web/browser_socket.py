"""The web socket of a browser."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import WSCloseCode, web

HEARTBEAT = 15.0
"""Seconds between two pings; a browser that answers none for half of that has gone."""
CLOSE_TIMEOUT = 2.0
"""Seconds in which a browser has to read what was sent before the close, and to answer it."""


class BrowserSocket(web.WebSocketResponse):
    """A web socket that can always be closed. Where the browser does not read, the connection is aborted.

    aiohttp waits without a limit for the browser to read, also where it closes a socket by itself.
    """

    def __init__(self, longest: int) -> None:
        super().__init__(heartbeat=HEARTBEAT, timeout=CLOSE_TIMEOUT, max_msg_size=longest)
        self._connection: asyncio.Transport | None = None

    async def prepare(self, request: web.BaseRequest) -> Any:
        """Answer the request, and keep its connection for the close."""
        self._connection = request.transport
        return await super().prepare(request)

    async def close(self, *, code: int = WSCloseCode.OK, message: bytes = b"", drain: bool = True) -> bool:
        """Close the socket within CLOSE_TIMEOUT; False if it was closed before."""
        connection = self._connection
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                return await super().close(code=code, message=message, drain=drain)
        except TimeoutError:
            if connection is not None:
                connection.close()
            return True
        finally:
            if connection is not None and connection.is_closing():
                connection.abort()  # what is still unsent would keep it open
