"""The addresses of a server: the names that it answers to, its public address, and the address of a request."""

from __future__ import annotations

import ipaddress
import re
import socket as sockets

from aiohttp import web
from yarl import URL

HOST = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", re.ASCII)
"""The Host headers of browsers: a name or an address, and a port. No other one gets into a header of an answer."""


def read_public(text: str) -> URL:
    """The public address of a server: ``https://name``, perhaps with a port. Raises ValueError.

    >>> read_public("https://Towers.example.org/")
    URL('https://towers.example.org')
    """
    url = URL(text.strip())
    if (
        url.scheme not in ("http", "https")
        or not url.host
        or not HOST.fullmatch(url.host_port_subcomponent or "")
        or url.user
    ):
        raise ValueError("it does not begin with https:// and a name")
    if url.path not in ("", "/") or url.query_string or url.fragment:
        raise ValueError("nothing may follow its name and its port")
    return url.origin()


class Addresses:
    """The names of one server. ``public`` is its address at a reverse proxy or a tunnel, if it has one.

    Only with a public address, and only of a program of this machine, is the last X-Forwarded header believed: that is
    the proxy's own one. The headers before it may come from anybody.
    """

    def __init__(self, public: URL | None = None) -> None:
        self.public = public
        own = sockets.gethostname().lower()
        self.names = {"localhost", own, f"{own}.local"}
        """The names that the server answers to, beside every address of a machine."""
        if public is not None:
            self.names.add((public.host or "").lower())

    def knows_host(self, request: web.BaseRequest) -> bool:
        """Whether the host is an address or a name of this machine: a foreign name may be made to point here."""
        host = request.headers.get("Host", "")  # without it request.host is made up
        if not HOST.fullmatch(host):
            return False
        try:
            name = (URL(f"http://{host}").host or "").lower()
            if name not in self.names:
                ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def is_of_another_site(self, request: web.BaseRequest) -> bool:
        """Whether a page of another site asks, unless its reader has followed a link to here."""
        own = {f"http://{request.host}", f"https://{request.host}", *self._public_origin()}
        if request.headers.get("Origin") not in (None, *own):
            return True
        mode, target = request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest")
        return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site") and (mode, target) != (
            "navigate",
            "document",
        )

    def web_sockets(self, request: web.BaseRequest) -> str:
        """The origins of web sockets that a page of this server may open, as a policy names them."""
        if not self.knows_host(request):
            return ""
        own = [f"ws://{request.host}", f"wss://{request.host}"]
        return " ".join([*own, *(origin.replace("http", "ws", 1) for origin in self._public_origin())])

    def asker(self, request: web.BaseRequest) -> str:
        """The address that a request comes from."""
        forwarded = self._forwarded(request, "X-Forwarded-For")
        try:
            return str(ipaddress.ip_address(forwarded))
        except ValueError:
            return request.remote or ""

    def is_encrypted(self, request: web.BaseRequest) -> bool:
        """Whether the browser asks by https, so that its cookie may never go by http."""
        forwarded = self._forwarded(request, "X-Forwarded-Proto")
        if forwarded:
            return forwarded == "https"
        return (
            self.public is not None
            and self.public.scheme == "https"
            and request.host.lower() == self.public.host_port_subcomponent
        )

    def _public_origin(self) -> tuple[str, ...]:
        return () if self.public is None else (str(self.public),)

    def _forwarded(self, request: web.BaseRequest, header: str) -> str:
        """The last entry of a header of a proxy that is believed; '' for none."""
        if self.public is None or not _is_loopback(request.remote):
            return ""
        return ",".join(request.headers.getall(header, ())).rpartition(",")[2].strip().lower()


def _is_loopback(address: str | None) -> bool:
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


def address_of(host: str) -> str:
    """The address in links: of a server that listens everywhere, the one by which this machine reaches others."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return host
    kind, far = (sockets.AF_INET6, "2001:db8::1") if host == "::" else (sockets.AF_INET, "192.0.2.1")
    with sockets.socket(kind, sockets.SOCK_DGRAM) as probe:  # connecting sends nothing
        try:
            probe.connect((far, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return sockets.gethostname()
