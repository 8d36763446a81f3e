"""Which graphics protocol a terminal speaks: what it is asked, and what its answer means."""

from __future__ import annotations

import re
from collections.abc import Mapping

ASK_KITTY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
"""Whether the terminal takes an image by Kitty's protocol; others say nothing."""
ASK_ALL = "\x1b[16t\x1b[c"
"""How many pixels a cell has, and what the terminal can do: every terminal answers the latter."""
ANSWER = re.compile(r"\x1b_G(?P<kitty>[^\x1b]*)\x1b\\|\x1b\[6;(?P<cell>\d+;\d+)t|\x1b\[\?(?P<can>[\d;]*)c")
_BARRED = {"TERM": ("linux",), "TERM_PROGRAM": ("Apple_Terminal",)}
"""Terminals without pictures that might print the question."""


def question(environment: Mapping[str, str]) -> str:
    """The question to a terminal about pictures; '' for a terminal that might print it."""
    if any(environment.get(name) in names for name, names in _BARRED.items()):
        return ""
    # tmux and screen would take the first question for a title.
    named = environment.get("TERM", "").startswith(("tmux", "screen"))
    shared = named or environment.get("TMUX") or environment.get("STY")
    return ASK_ALL if shared else ASK_KITTY + ASK_ALL


def protocol_of(found: re.Match[str]) -> str:
    """The protocol that an answer stands for: kitty, sixel, or '' for neither."""
    if found["kitty"] is not None:
        return "kitty" if found["kitty"].endswith(";OK") else ""
    return "sixel" if "4" in (found["can"] or "").split(";")[1:] else ""
