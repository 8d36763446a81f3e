"""The game screen played: layout, every route to every command, refusals, undo, history, sizes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from tests.combinations import combined
from tests.tui.desktop import SIZES
from tests.tui.frames import check_goldens
from tests.tui.game_kit import played, playing
from towergames.session.session import Session
from towergames.table.history import History
from towergames.table.match import Table
from towergames.tui.commands import named_for_key
from towergames.tui.dialogs import ConsentScreen
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.finder import PaletteScreen
from towergames.tui.screens.game.handover import CurtainScreen
from towergames.tui.screens.game.panes import Scene
from towergames.tui.screens.game.phone_menu import OPEN
from towergames.tui.screens.game.screen import COMMANDS, GameScreen
from towergames.tui.screens.score_pad import PadScreen
from towergames.tui.widgets.canvas import CanvasView

pytestmark = pytest.mark.usefixtures("null_game")


@pytest.mark.parametrize("game", ["null", "takethat"])
async def test_layout_golden(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, "Ann,Hal:random", game=game, first=1) as play:
        await check_goldens(play.app, play.pilot, f"game-{game}", SIZES)


async def test_every_command_has_a_key_or_a_word_and_a_handler(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        screen = play.game
        assert set(screen.handlers) == {command.id for command in (*COMMANDS, *OPEN)}
        assert set(screen.session.moment().refused) < set(screen.handlers)
        for command in (*COMMANDS, *screen.commands()):
            assert command.id in screen.board_input.controller.verbs or screen.handler(command.id), command.id
            assert command.keys or command.typed, command.id
            assert command.typed or command.group == "now", f"{command.id} cannot be typed"
            if any(key.startswith("ctrl+") for key in command.keys):
                assert len(command.keys) > 1, f"{command.id} sits on a ctrl key alone"
            assert not any(("shift+" in k and k != "shift+tab") or "alt+" in k for k in command.keys), command.id
        typing = KeyMap({}, letters_typed=True)
        for command in COMMANDS:  # where letters are typed onto a board no command may need one
            assert not any(len(key) == 1 for key in typing.keys_of(command)), command.id


async def test_keys_typed_words_and_mouse_all_move(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        assert "Ann +1" in play.text
        await play.press("right", "enter")
        assert play.table.moves == 2 and "Takes 2" in play.text
        play.game.typed("take 3")
        await play.pilot.pause()
        assert "Takes 3" in play.text
        await play.pilot.click("#board", offset=(1, 0))
        assert "take 3" in play.text.split("\n")[1] or "take" in play.text
        before = play.game.session.memory.ui
        play.game.post_message(CanvasView.SpotClicked(play.game.board, "heap"))
        await play.pilot.pause()
        assert play.game.session.memory.ui != before


async def test_a_decision_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    repaint = GameScreen.repaint
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        monkeypatch.setattr(GameScreen, "repaint", lambda self, *zones: drawn.append(1) or repaint(self, *zones))
        play.game.flow.go_on()
        assert len(drawn) == 1


async def test_a_paint_keeps_the_context_and_another_size_does_not(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        board, before = play.game.board_input, play.game.board_input.context()
        play.game.repaint()
        await play.pilot.pause()
        assert board.context() is before
        await play.pilot.resize_terminal(100, 40)
        await play.until(lambda: board.context().room != before.room)


async def test_the_zones_draw_a_frozen_value_that_holds_no_table(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        panes, scene = play.game.panes, play.game.panes.scene()
        assert scene == panes.scene() and scene is not panes.scene()
        assert not any(isinstance(getattr(scene, one.name), Session | Table | History) for one in fields(scene))
        with pytest.raises(FrozenInstanceError):
            scene.banner = "new"  # type: ignore[misc]
        await play.press("right", "enter")
        assert panes.scene() != scene


async def test_a_board_that_moves_is_drawn_alone_and_all_zones_are_drawn_of_one_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        made: list[Scene] = []
        panes = play.game.panes
        make = panes._make_scene
        monkeypatch.setattr(panes, "_make_scene", lambda: made.append(make()) or made[-1])
        shown = {name: panes.zone(name).picture for name in panes.boxes}
        play.game.repaint_board()
        changed = [name for name, picture in shown.items() if panes.zone(name).picture is not picture]
        assert changed == ["board"] and not made
        play.game.repaint()
        assert all(panes.zone(name).picture is not picture for name, picture in shown.items()) and len(made) == 1


async def test_a_refusal_says_why_with_its_rule_and_loses_nothing(tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []
    async with playing(tmp_path, "Ann", first=1) as play:
        play.app.open_rules = lambda game, rule="": asked.append((game, rule))  # type: ignore[method-assign]
        pointer = play.game.session.memory.ui
        play.game.typed("take 9")
        await play.pilot.pause()
        assert "Take 1 to 3. N-3: / opens the rule" in play.said and play.game.session.memory.ui == pointer
        await play.press("slash")
        assert asked == [("null", "N-3")] and play.table.moves == 1
        play.game.typed("fly away")
        await play.pilot.pause()
        assert "Take N, or swap" in play.text


async def test_undo_and_redo_say_what_they_did_or_why_not(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        assert play.game.why_not("undo") == "Nothing to undo: no move has been made yet."
        assert play.game.why_not("redo") == "There is nothing to redo."
        play.game.typed("take 1")
        await play.press("u")
        assert play.table.moves == 1 and "1 move undone." in play.text
        await play.press("r")
        assert play.table.moves == 2 and "1 move done again." in play.text
        play.game.typed("take 2")
        await play.press("ctrl+s")
        await play.press("escape")


async def test_taking_back_behind_new_information_asks_every_other_person(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Bob", first=1) as play:
        await play.press("1")
        play.game.typed("take 1")
        await play.until(lambda: isinstance(play.app.screen, CurtainScreen))
        await play.press("2", "u")
        assert isinstance(play.app.screen, ConsentScreen) and "Ann, do you agree?" in play.text
        assert "secret" not in "\n".join(play.game.board.picture.canvas.text() for _ in "x")
        await play.press("enter")  # the safe answer is under the cursor
        assert play.table.moves == 2 and "Ann does not agree" in play.text
        await play.press("u", "y")
        await play.until(lambda: play.table.moves == 1)
        assert isinstance(play.app.screen, CurtainScreen) and play.table.history.assists == {"undo": 1}


async def test_undo_against_bots_asks_goes_back_to_the_last_own_decision_and_is_marked(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", first=1, heap=40) as play:
        play.game.typed("take 1")
        await play.until(lambda: play.table.moves >= 3 and play.game.session.context().may_act)
        before = play.table.moves
        await play.press("u")
        assert isinstance(play.app.screen, ConsentScreen) and "will show it" in play.text
        await play.press("enter")  # the safe answer is under the cursor
        assert play.table.moves == before and "No move was undone." in play.text and play.table.history.assists == {}
        await play.press("u", "y")
        await play.until(lambda: play.table.moves == 1)
        assert "The log shows it." in play.text


async def test_earlier_positions_can_be_looked_at_without_leaving(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1, heap=40) as play:
        play.game.typed("take 3")
        play.game.typed("take 1")
        await play.press("left_square_bracket")
        assert "Looking back  Move 2 of 3." in play.text and "heap 37" in play.text.split("\n")[1]
        await play.press("enter")
        assert "earlier position" in play.text
        await play.press("escape")
        assert "Looking back" not in play.text and play.game.session.context().may_act


async def test_pad_and_log_share_a_pane_or_stand_side_by_side(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        assert "[Log]" in play.text
        await play.press("p")
        assert "[Score]" in play.text and "1. █1 Ann" in play.text
        await play.press("f")
        assert "[Score]" not in play.text
        await play.pilot.resize_terminal(120, 40)
        await play.press("f")
        assert "─ Score ─" in play.text and "─ Log ─" in play.text


async def test_a_save_open_elsewhere_is_read_only_and_says_so(tmp_path: Path) -> None:
    from tests.tui.game_kit import opened
    from towergames.table.store import Store

    name = played(tmp_path, "Ann", ["take 1"], first=1)
    other = Store(tmp_path / "saves").open(name)
    async with opened(tmp_path, name) as play:
        assert "You can only look at this game: it is open in another window." in play.text
        assert "view only" in play.text.split("\n")[0]
        play.game.typed("take 1")
        await play.pilot.pause()
        assert play.table.moves == 2 and play.game.why_not("undo")
    other.close()


async def test_save_as_copies_or_renames(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        play.game.typed("save My copy")
        await play.pilot.pause()
        assert "my-copy" in play.text
        await play.press("c")
        assert "Copied to my-copy" in play.text and "my-copy" in play.app.store.names()
        play.game.typed("save Other")
        await play.press("r")
        await play.pilot.pause(0.1)
        assert isinstance(play.app.screen, GameScreen)
        await play.press("enter")
        assert play.table.journal is not None and play.table.journal.path.stem == "other" and play.table.moves == 2


async def test_leaving_says_that_all_is_saved(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        said: list[str] = []
        play.app.say = lambda text, **more: said.append(text)  # type: ignore[method-assign]
        await play.press("m")
        await play.pilot.pause()
        assert not any(isinstance(s, GameScreen) for s in play.app.screen_stack)
        assert said == ["Saved as null-ann."]


async def test_every_command_runs_by_key_by_word_and_by_palette(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parity matrix: each route is taken, and ends in the same command. The palette itself is left only once."""
    async with playing(tmp_path, "Ann,Hal:random", game="takethat", first=1) as play:
        screen, app = play.game, play.app
        ran: list[str] = []

        def record(command_id: str, argument: str = "") -> bool:
            ran.append(command_id)
            return True

        monkeypatch.setattr(screen, "run_command", record)
        commands = screen.commands()
        palette = PaletteScreen(screen)
        app.push_screen(palette, lambda chosen: app.program.run_on(screen, chosen))
        await play.pilot.pause()
        rows = {row.key: row for row in palette.listing().rows}
        with monkeypatch.context() as patch:
            patch.setattr(palette, "dismiss", lambda chosen: app.program.run_on(screen, chosen))
            for command in commands:
                if command.id == "palette" or named_for_key(command):
                    continue
                row = rows[command.id]
                assert row.why == screen.why_not(command.id)
                if not row.why:
                    ran.clear()
                    palette.chosen(row)
                    assert ran == [command.id]
        ran.clear()
        palette.chosen(rows["help"])
        await play.pilot.pause()
        assert ran == ["help"] and app.screen is screen
        for command in commands:
            for key in app.keymap.keys_of(command):
                ran.clear()
                await play.press(key)
                sharing = [c for c in app.keymap.lookup(key, commands) if not screen.why_not(c.id)]
                assert ran == [sharing[0].id if sharing else command.id], (command.id, key)
            ran.clear()
            screen.typed(command.word)
            assert ran == [command.id], command.word


@pytest.mark.usefixtures("every_game", "remembered_releases")
@combined(game=["bricks", "konexi", "leaning", "takethat", "words"], size=[(80, 24), (120, 40)])
async def test_the_key_of_the_score_closes_what_it_opens(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, "Ann" if game == "bricks" else "Ann,Ben", game=game, size=size, seed=7) as play:
        if isinstance(play.app.screen, CurtainScreen):
            await play.press(str(1 + play.app.screen.seat))
        for way in ((), ("ctrl+f",), ("ctrl+f",)):
            await play.press(*way)
            await play.pilot.pause()
            before = play.text
            await play.press("f8")
            assert play.text != before and "Score" in play.text, way
            await play.press("f8")
            assert play.text == before, way


async def test_the_score_sheet_is_closed_by_the_keys_that_open_it_and_by_that_of_the_score(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:random", game="takethat") as play:
        for key in ("ctrl+d", "P", "f8"):
            await play.press("ctrl+d")
            await play.until(lambda: isinstance(play.app.screen, PadScreen))
            await play.press(key)
            await play.until(lambda: play.app.screen is play.game)


async def test_a_click_on_a_tab_shows_it_and_a_second_click_changes_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:random", game="takethat") as play:
        log, game = play.game.zone("log"), play.game
        for tab, heading in (("tab:score", "[Score]"), ("tab:score", "[Score]"), ("tab:log", "[Log]")):
            game.post_message(CanvasView.SpotClicked(log, tab))
            await play.pilot.pause()
            assert heading in play.text
