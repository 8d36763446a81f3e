"""No key of a screen means two things, in any game and any preset, except for the reasons that are listed here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from towergames import registry
from towergames.board.camera_controls import CONTROLS
from towergames.tui.catalogue import contexts
from towergames.tui.commands import LETTERS, Command
from towergames.tui.keymap import PRESETS, KeyMap, load_keymap
from towergames.tui.screens.game.commands import CONTEXT, THROUGH

pytestmark = pytest.mark.usefixtures("every_game")
OF_THE_MOMENT = {command.id for command in CONTEXT}
TYPED = {command.id for command in LETTERS}

Pair = tuple[Command, Command]
REASONS: dict[str, Callable[[str, Command, Command], bool]] = {
    "A command of the moment is listed first, and only while Enter, Space or Esc means it.": lambda key, one, other: (
        key in ("enter", "space", "escape") and one.id in OF_THE_MOMENT
    ),
    "A fall is shown again only while it is shown, when no other command works but those of THROUGH.": (
        lambda key, one, other: one.id == "fall.again" and other.id not in THROUGH
    ),
    "Choose leaves Enter and Space to a board that uses them.": lambda key, one, other: (
        one.id == "choose" and other.board
    ),
    "The speed of a replay has plus and minus; the camera has other keys first.": lambda key, one, other: (
        one.id in ("replay.faster", "replay.slower") and other.camera and key != other.keys[0]
    ),
    "Konexi asks for a letter or for a place of one, never for both.": lambda key, one, other: (
        one.id in TYPED and other.id.startswith("konexi.")
    ),
}


def double_keys(commands: Sequence[Command], keymap: KeyMap) -> Iterator[tuple[str, Command, Command]]:
    """Each key that two commands share, with both."""
    on_key: dict[str, dict[str, Command]] = defaultdict(dict)
    for command in commands:
        for key in keymap.keys_of(command):
            on_key[key][command.id] = command
    for key, sharing in on_key.items():
        for one, other in combinations(sharing.values(), 2):
            yield key, one, other


def keys_in(preset: str, letters_typed: bool) -> KeyMap:
    """The keys of a preset; ``word`` does without letters in every game."""
    return load_keymap(preset, Path("none.toml"), tuple, letters_typed=letters_typed or preset == "word")


def reason(key: str, one: Command, other: Command) -> str:
    """The listed reason why two commands share a key, '' for none."""
    for text, holds in REASONS.items():
        if holds(key, one, other) or holds(key, other, one):
            return text
    return ""


def every_double_key() -> Iterator[tuple[str, Command, Command]]:
    """The double keys of all screens in all presets, and where letters are typed in the preset for that."""
    for letters_typed in (False, True):
        for preset in ("word",) if letters_typed else (*PRESETS, "word"):
            keymap = keys_in(preset, letters_typed)
            for commands in contexts(letters_typed):
                yield from double_keys(commands, keymap)


def test_no_key_means_two_things_on_one_screen() -> None:
    found = {f"{key}: {one.id} and {other.id}" for key, one, other in every_double_key() if not reason(key, one, other)}
    assert sorted(found) == []


def test_every_reason_for_a_double_key_is_needed() -> None:
    assert {reason(*double) for double in every_double_key()} - {""} == set(REASONS)


@pytest.mark.parametrize("key", ["konexi", "leaning", "words"])
def test_no_key_of_the_camera_table_is_a_key_of_the_board_the_screen_a_lesson_or_a_replay(key: str) -> None:
    spec = registry.get(key).board.spec
    used = {one.id.rpartition(".")[2] for one in spec.specs if one.camera} or set(CONTROLS)
    table = [name for control in CONTROLS.values() for name in control.keys.split() if control.name in used]
    assert len(set(table)) == len(table) >= 10
    letters_typed = spec.letters
    for preset in (*PRESETS, "word"):
        keymap = keys_in(preset, letters_typed)
        for commands in (*contexts(letters_typed), *contexts(not letters_typed)):
            if {"undo", "lesson.show", "replay.play"} & {command.id for command in commands}:
                others = [c for c in commands if not c.camera and (not c.board or c.id.startswith(f"{key}."))]
                taken = {taken: command.id for command in others for taken in keymap.keys_of(command)}
                assert {name: taken[name] for name in table if name in taken} == {}
