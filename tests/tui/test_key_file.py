"""keys.toml is changed line by line: what a person wrote beside the change stays."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from towergames.tui.key_file import HEAD, changed, save_keys
from towergames.tui.keymap import flat

MINE = """# my keys
help = "f9"  # far from F1

"no.such" = "x"
"hint" = [
    "h",  # as Hint
    "f4",
]
[menu]
new = "f5"
"""


def keys_in(text: str) -> dict[str, object]:
    return dict(flat(tomllib.loads(text)))


@pytest.mark.parametrize(
    ("changes", "gone", "kept"),
    [
        ({"undo": ("u", "ctrl+z")}, [], MINE.splitlines()),
        ({"help": ("f1",)}, ["f9"], ["# my keys", '"no.such" = "x"', "[menu]"]),
        ({"hint": ("i",)}, ["as Hint"], ['help = "f9"  # far from F1', 'new = "f5"']),
        ({"hint": None}, ['"hint"', '"h"'], ["# my keys", '"no.such" = "x"']),
        ({"menu.new": ("n",)}, ['"f5"'], ["# my keys", "[menu]", '"hint" = [']),
        ({"menu.new": None, "undo": ("x",), "redo": None}, ['"f5"'], ["[menu]", '"hint" = [']),
    ],
)
def test_single_lines_are_changed_and_all_others_stay(
    changes: dict[str, tuple[str, ...] | None], gone: list[str], kept: list[str]
) -> None:
    made = changed(MINE, changes)
    wanted = keys_in(MINE) | {name: list(keys) for name, keys in changes.items() if keys is not None}
    assert keys_in(made) == {name: keys for name, keys in wanted.items() if changes.get(name, ()) is not None}
    assert [text for text in gone if text in made] == [] and set(kept) <= set(made.splitlines())


def test_a_new_file_has_a_head_and_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "keys.toml"
    save_keys(path, {"undo": ("quotation_mark",)})
    assert path.read_text(encoding="utf-8") == f'{HEAD}\n"undo" = ["quotation_mark"]\n'
    save_keys(path, {"undo": None})
    assert path.read_text(encoding="utf-8") == f"{HEAD}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("help = [", "it has a mistake"),
        ('x = { hint = "i" }\n', "its form allows changes by hand alone"),
        ("menu = { new = 'f5', load = 'f6' }\n", "its form allows changes by hand alone"),
    ],
)
def test_a_file_that_is_not_understood_stays_as_it_is(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OSError, match=told):
        save_keys(path, {"menu.new": ("n",), "x.hint": ("i",)})
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_is_no_text_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(OSError, match="cannot be read"):
        save_keys(path, {"undo": ("u",)})
    assert path.read_bytes() == b"\xff\xfe"
