"""Every command has a key that is at hand on every keyboard, also in a browser."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from towergames.tui.catalogue import contexts
from towergames.tui.keymap import PRESETS, load_keymap
from towergames.tui.layouts import LAYOUTS, key_trouble

SAFE_SIGNS = "!$%&/()=?+*,;.:-_<>"


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("preset", [*PRESETS, "word"])
def test_every_command_has_a_key_that_is_at_hand_on_every_keyboard(preset: str) -> None:
    for letters_typed in (False, True):
        keymap = load_keymap(preset, Path("none.toml"), tuple, letters_typed=letters_typed or preset == "word")
        commands = {command.id: command for together in contexts(letters_typed) for command in together}
        assert {"undo", "say", "lookup", "history.back"} <= commands.keys()
        needs = {name: keymap.keys_of(command) for name, command in commands.items()}
        assert {name: keys for name, keys in needs.items() if keys and all(map(key_trouble, keys))} == {}


def test_the_layouts_have_all_letters_and_digits_and_agree_on_the_signs_that_are_safe() -> None:
    for layout in LAYOUTS:
        assert all(map(layout.types, string.ascii_letters + string.digits)), layout.name
    everywhere = {sign for sign in string.punctuation if all(layout.types(sign) for layout in LAYOUTS)}
    assert everywhere == set(SAFE_SIGNS)


@pytest.mark.parametrize(
    ("key", "trouble"),
    [
        ("quotation_mark", "dead or behind AltGr on US-International keyboards"),
        ("at", "dead or behind AltGr on German, French and Spanish keyboards"),
        ("tilde", "dead or behind AltGr on US-International, German, French and Spanish keyboards"),
        ("ctrl+w", "kept by browsers"),
        ("f11", "kept by browsers"),
        *((key, "") for key in ("f4", "ctrl+z", "shift+left", "semicolon", "Q", "0", "space", "enter")),
    ],
)
def test_a_key_that_is_not_at_hand_says_where(key: str, trouble: str) -> None:
    assert key_trouble(key) == trouble
