"""The key map: presets, a person's own file, and what is said about mistakes in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.desktop import do, running
from tests.tui.frames import frame
from tests.tui.key_clashes import clashes
from towergames.settings import KEYS_NAME
from towergames.tui.catalogue import all_commands, contexts
from towergames.tui.commands import APP, MOVES, WHILE_SMALL, Command
from towergames.tui.keymap import PRESETS, KeyMap, key_name, load_keymap
from towergames.tui.run import run_tui
from towergames.tui.screens.game.end_card import NEXT
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.widgets.gallery import Gallery


def write_keys(content: str) -> Path:
    path = Path(os.environ["TOWERGAMES_CONFIG"]) / KEYS_NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def known() -> set[str]:
    return {command.id for command in all_commands()}


def test_a_file_changes_single_commands_by_id(tmp_path: Path) -> None:
    path = write_keys('"move.left" = ["left", "h"]\nhelp = "f9"\nundo = []\n')
    keymap = load_keymap("default", path, known)
    assert keymap.notices == ()
    assert keymap.keys_of(MOVES[0]) == ("left", "h")
    assert keymap.keys_of(APP[0]) == ("f9",)
    assert keymap.keys["undo"] == ()


def test_an_unquoted_id_is_understood() -> None:
    keymap = load_keymap("default", write_keys('move.left = "h"\n'), known)
    assert keymap.keys["move.left"] == ("h",) and keymap.notices == ()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('# mine\nhelp = "f1"\n"no.such" = "x"\n', 'line 3: no command "no.such"'),
        ("\nhelp = 7\n", "line 2: help must be a key or a list of keys"),
        ('help = ["f1", 3]\n', "line 1: help must be a key or a list of keys"),
        ("help = [", "cannot be read: Invalid value (at end of document). The preset is used"),
    ],
)
def test_mistakes_are_told_with_their_line_and_the_rest_holds(content: str, told: str) -> None:
    path = write_keys(content)
    keymap = load_keymap("vim", path, known)
    assert len(keymap.notices) == 1 and told in keymap.notices[0] and path.name in keymap.notices[0]
    assert keymap.keys["move.left"] == ("left", "h")


def test_a_missing_file_costs_no_look_at_the_catalogue(tmp_path: Path) -> None:
    def never() -> set[str]:
        raise AssertionError

    assert load_keymap("vim", tmp_path / "none.toml", never).keys == PRESETS["vim"]


def test_presets_name_commands_that_exist() -> None:
    ids = known()
    for preset in PRESETS.values():
        assert set(preset) - ids == set()


def test_two_commands_on_one_key_are_told() -> None:
    keymap = KeyMap({"move.left": ("x",), "move.up": ("x",)})
    assert clashes(MOVES[:4], keymap) == ["x is both Left and Up"]


def test_every_key_has_a_name_for_people() -> None:
    names = [key_name(key) for command in all_commands() for key in command.keys]
    assert [name for name in names if "_" in name and name != "_"] == []


def test_ctrl_keys_have_a_plain_alternative() -> None:
    for command in all_commands():
        if command.keys and all(key.startswith("ctrl+") for key in command.keys):
            # Quitting is q in menus, and typed :quit. Confirm my move is in the settings and in the phone's menu too.
            # The settings are s in the menu, and typed :settings.
            assert command.id in ("quit", "moves.confirm", "settings")


async def test_footer_menu_and_help_show_the_present_keys() -> None:
    write_keys('"menu.settings" = "f9"\n')
    async with running() as (app, pilot):
        page = frame(app)
        assert "F9  Settings" in page
        assert any("F9" in row and "Settings" in row for row in page.splitlines())
        await do(app, pilot, "help")
        assert any("F9" in row and "Settings" in row for row in frame(app).splitlines())
        await pilot.press("escape", "f9")
        assert "Settings, saved in" in frame(app)


async def test_a_clash_in_ones_own_file_is_said_with_its_line() -> None:
    write_keys('# two on one key\nhelp = "f9"\n"menu.new" = "f9"\n')
    async with running((120, 40)) as (app, _):
        assert [n for n in app.keymap.notices if "line 3" in n and "f9" in n.lower()]


async def test_the_vim_preset_moves_with_hjkl() -> None:
    async with running(keys="vim") as (app, pilot):
        gallery = app.screen.query_one(Gallery)
        first, second = gallery.front.items()[0][:2]
        gallery.go(first)
        await pilot.press("l")
        assert gallery.at == second
        await pilot.press("h", "j")
        assert gallery.at == gallery.front.items()[1][0]


def test_no_mouse_is_passed_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from towergames.run_request import RunRequest
    from towergames.tui.app import TowerApp

    asked = []
    monkeypatch.setattr(TowerApp, "run", lambda self, mouse=True: asked.append(mouse))
    for mouse in (False, True):
        run_tui(RunRequest("menu", tmp_path, config=tmp_path, flags={"mouse": mouse}))
    assert asked == [False, True]


def test_where_letters_are_typed_no_command_keeps_one_that_has_another_key() -> None:
    keymap = KeyMap({"a": ("n", "f9"), "b": ("n",), "e": ("n",)}, (), True, frozenset(("a", "b", "e")))
    command = {name: Command(name, name, "", ("x", "f2"), (name,)) for name in ("a", "b", "d")}
    assert keymap.keys_of(command["a"]) == ("f9",) and keymap.keys_of(command["d"]) == ("f2",)
    assert keymap.keys_of(command["b"]) == ("f2",), "a file that has letters alone leaves the command its other keys"
    assert keymap.keys_of(Command("e", "", "", ("x", "f9"), ())) == (), "unless the file gives them away"
    assert keymap.keys_of(Command("only", "", "", ("C",), ())) == ("C",)


def test_keys_taken_on_purpose_are_no_clash() -> None:
    choose = Command("choose", "", "", ("enter",), ())
    play = Command("play", "Play", "", ("enter",), board=True)
    other = Command("other", "Other", "", ("enter",), board=True)
    assert clashes((play, choose), KeyMap({})) == clashes((choose, play), KeyMap({})) == []
    assert clashes((play, other), KeyMap({})) == ["Enter is both Play and Other"]


def test_a_letter_in_ones_file_clashes_with_no_letter_of_a_board() -> None:
    path = write_keys('undo = "n"\n"words.shuffle" = "f4"\n')
    found = load_keymap("word", path, known, lambda: contexts(letters_typed=True), letters_typed=True)
    assert [notice for notice in found.notices if "undo" in notice] == []
    assert any("F4 is both Mix the rack and Hint" in notice for notice in found.notices)
    assert not any("Mix" in notice for notice in load_keymap("default", path, known, contexts).notices)


def test_hint_score_menu_and_undo_have_one_key_each_in_every_game_and_preset() -> None:
    once = {"hint": "F4", "pad": "F8", "menu": "^L", "undo": "^Z"}
    for letters_typed in (False, True):
        for preset in ("default", "vim", "word"):
            keymap = load_keymap(preset, Path("none.toml"), tuple, letters_typed=letters_typed or preset == "word")
            tables = [commands for commands in contexts(letters_typed) if any(c.id == "undo" for c in commands)]
            assert tables
            for commands in tables:
                assert {c.id: keymap.label(c) for c in commands if c.id in once} == once
    answers = {command.id: KeyMap({}).label(command) for command in (*NEXT, *CurtainScreen.OWN, *WHILE_SMALL)}
    assert (answers["answer.pad"], answers["answer.menu"], answers["menu"]) == ("F8", "^L", "^L")
