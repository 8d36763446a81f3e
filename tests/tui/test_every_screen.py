"""What holds for every screen: goldens, glyphs, and that everything can be done by key, word, mouse and palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region

from tests.tui.desktop import ALL, MINE, SIZES, do, running
from tests.tui.frames import check_golden, settled, shown, until
from tests.tui.key_clashes import clashes
from towergames.tui import setup_form
from towergames.tui.app import TowerApp
from towergames.tui.command_screen import CommandMixin
from towergames.tui.commands import PAGES, named_for_key
from towergames.tui.glyph_filter import TRIANGLES
from towergames.tui.keymap import PRESETS, KeyMap, load_keymap
from towergames.tui.notices import BUTTONS, KEPT_WIDGETS
from towergames.tui.screens.finder import PaletteScreen
from towergames.tui.widgets.canvas import CanvasView
from towergames.tui.widgets.keybar import KeyBar


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Screens show the seed and where the settings are; both must not differ between runs."""
    monkeypatch.setattr(setup_form, "random_seed", lambda: 123456)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MINE)
async def test_layout(name: str) -> None:
    async with running(SIZES[0], home=Path()) as (app, pilot):
        for columns, rows in SIZES:
            await pilot.resize_terminal(columns, rows)
            await MINE[name](app, pilot)
            assert len(shown(app)) == rows
            await check_golden(app, pilot, f"{name}-{columns}x{rows}")
            app.to_menu()
            await settled(app, pilot)


@pytest.mark.parametrize("name", ALL)
async def test_everything_can_be_done_in_every_way_and_is_shown_in_lines_and_blocks_or_ascii_alone(name: str) -> None:
    async with running((100, 30), glyphs="full") as (app, pilot):
        await ALL[name](app, pilot)
        if commanded := name not in ("jump", "line", "palette"):
            check_ways(app.screen, app.keymap)
        app.say("a … ● ✓ ▼ done")
        await pilot.pause()
        odd = {ch for row in shown(app) for ch in row if not ch.isascii() and not "\u2500" <= ch <= "\u259f"}
        assert odd <= {"·", *TRIANGLES}, "the dot between facts and the triangles have stand-ins in ASCII"
        app.change_settings({"glyphs": "ascii"})
        app.say("Zoë")
        await pilot.pause()
        assert [row for row in shown(app) if not row.isascii()] == []
        if commanded:
            commands = app.screen.commands()
            keys_alone = {c.id for c in commands if named_for_key(c) or c in PAGES}
            await do(app, pilot, "palette")
            assert isinstance(app.screen, PaletteScreen)
            listed = {row.key for row in app.screen.listing().rows}
            assert listed == {command.id for command in commands} - {"palette"} - keys_alone


@pytest.mark.parametrize("name", ALL)
async def test_a_passing_message_covers_no_button_and_not_the_hand(name: str) -> None:
    async with running((80, 24)) as (app, pilot):
        await ALL[name](app, pilot)
        app.say("The file exports/a-game-with-a-long-name-move-20.svg has been written.")
        await until(pilot, lambda: covered(app) == [])
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: covered(app) == [])


def covered(app: TowerApp) -> list[str]:
    """The buttons and zones that passing messages cover, or the fact that there is no message."""
    messages = [toast.region for toast in app.screen.query("Toast") if toast.region.area]
    if not messages:
        return ["no message"]
    kept = [(str(widget), widget.region) for widget in app.screen.query(KEPT_WIDGETS)]
    for view in app.screen.query(CanvasView):
        if view.id in ("hand", "actions", "lines"):
            kept.append((view.id, view.region))
        kept += [
            (spot.key, Region(spot.x, spot.y, spot.width, spot.height).translate(view.region.offset))
            for spot in view.spots
            if spot.key.startswith(BUTTONS)
        ]
    return [name for name, region in kept if any(region.overlaps(message) for message in messages)]


def check_ways(screen: object, keymap: KeyMap) -> None:
    """Each command has a name, a key that nothing else has, a typed word of its own, and a method."""
    assert isinstance(screen, CommandMixin)
    commands = screen.commands()
    need = screen.minimum()
    assert need[0] <= 80 and need[1] <= 24
    ids = [command.id for command in commands]
    assert len(set(ids)) == len(ids)
    words = [command.typed for command in commands if command.typed]
    assert sorted({w for w in words if words.count(w) > 1}) == [], "a typed word means two commands"
    for command in commands:
        assert command.title and command.help and command.typed, command.id
        wordy = command.group == "in words"
        assert wordy or keymap.keys_of(command) or _by_digits(screen, command.id), f"{command.id} has no key"
        assert _handled(screen, command.id), f"nothing handles {command.id}"
    for preset in PRESETS:
        assert clashes(commands, load_keymap(preset, Path("none.toml"), tuple)) == [], f"preset {preset}"
    bars = list(screen.query(KeyBar))  # type: ignore[attr-defined]
    for bar in bars:
        assert "palette" in [command_id for _, command_id, _ in bar.places()], "the mouse reaches all through it"
        assert len(bar.items) <= 8 and not any(screen.why_not(command_id) for command_id, *_ in bar.items)


def _by_digits(screen: CommandMixin, command_id: str) -> bool:
    """Whether its control on the board names digits, such as 1-4, and each of them works."""
    guide = getattr(screen, "guide", None)
    controls = guide.controls() if guide is not None else ()
    named = next((control.keys_shown for control in controls if control.spec.id == command_id), "")
    first, _, last = named.partition("-")
    digits = range(int(first), int(last) + 1) if last else ()
    return bool(digits) and {f"digit.{n}" for n in digits} <= {command.id for command in screen.commands()}


def _handled(screen: CommandMixin, command_id: str) -> bool:
    board = screen.board_shown() or getattr(screen, "board", None)
    return screen.handler(command_id) is not None or board is not None
