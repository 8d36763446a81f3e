"""The keyboards of people: which keys are dead, behind AltGr, or kept by a browser. Pure.

Ctrl with a letter, function keys, arrows and the like are the same keys on every layout. A character is not: each
layout has it on a key of its own, some only with AltGr, and some as an accent that waits for the next letter.
"""

from __future__ import annotations

from dataclasses import dataclass

from towergames.core.text import listed
from towergames.tui.keymap import key_name


@dataclass(frozen=True, slots=True)
class KeyboardLayout:
    """The characters of a keyboard without and with Shift. ``dead`` ones are accents that wait for a letter."""

    name: str
    plain: str
    shifted: str
    dead: str

    def types(self, character: str) -> bool:
        """Whether a character comes at once, without AltGr."""
        return character in self.plain + self.shifted and character not in self.dead


LAYOUTS = (
    KeyboardLayout(
        "US",
        "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
        '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
        "",
    ),
    KeyboardLayout(
        "US-International",
        "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
        '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
        "`~^'\"",
    ),
    KeyboardLayout(
        "German",
        "^1234567890ß´qwertzuiopü+asdfghjklöä#<yxcvbnm,.-",
        "°!\"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ'>YXCVBNM;:_",
        "^´`",
    ),
    KeyboardLayout(
        "French",
        "²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmù*<wxcvbn,;:!",
        "1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µ>WXCVBN?./§",
        "^¨",
    ),
    KeyboardLayout(
        "Spanish",
        "º1234567890'¡qwertyuiop`+asdfghjklñ´ç<zxcvbnm,.-",
        'ª!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨Ç>ZXCVBNM;:_',
        "`^´¨",
    ),
)
BROWSER_KEYS = frozenset(("ctrl+w", "ctrl+n", "ctrl+t", "f11", "f12"))
"""Keys that a browser keeps for itself: they close or open a window, or belong to its tools."""


def key_trouble(key: str) -> str:
    """The trouble with a key, as part of a sentence; '' for a key that is at hand everywhere.

    >>> key_trouble("at"), key_trouble("f12"), key_trouble("ctrl+z")
    ('dead or behind AltGr on German, French and Spanish keyboards', 'kept by browsers', '')
    """
    if key in BROWSER_KEYS:
        return "kept by browsers"
    name = key_name(key)
    if len(name) > 1:
        return ""
    missing = [layout.name for layout in LAYOUTS if not layout.types(name)]
    return f"dead or behind AltGr on {listed(missing)} keyboards" if missing else ""
