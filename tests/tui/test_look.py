"""What every screen shows, whatever the game: the task, one main chip on Enter, the score, whole words, no empty panel.

Most of it is asked of the session layer, which needs no screen; frames are read from one running program a game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.board.player import Player
from tests.board.test_palette import contrast
from tests.combinations import sample
from tests.conformance.facts import canned_physics
from tests.conformance.playing import Case, trace
from tests.tui.desktop import ALL, do, running
from tests.tui.frames import GOLDENS, frame, settled
from tests.tui.mid_games import decisions, example, mid_game
from towergames import registry
from towergames.board.canvas import Ink
from towergames.board.palette import PLAYERS, THEMES, resolve
from towergames.board.protocol import AnyContext, Context, KeyInput
from towergames.core.contract import Decide
from towergames.export.svg import ANSI
from towergames.session.session import Session
from towergames.session.ui_memory import plain_look
from towergames.tui.keymap import KeyMap
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.theme import style_of
from towergames.tui.widgets.action_bar import chips_of
from towergames.tui.widgets.canvas import CanvasView

pytestmark = pytest.mark.usefixtures("every_game")

SIZES = ((80, 24), (80, 23), (100, 30), (120, 40), (160, 45), (200, 60))
KEYS = ("left", "right", "up", "down", "next", "back", "1", "2", "e", "a")
CUT = re.compile(r"\S~(?=\s|$)")
"""The sign of a text that was cut."""

POSITIONS = {
    "bricks": (2, 30),
    "bricks-duel": (2, 40),
    "konexi": (4, 29),
    "leaning": (1, 24),
    "takethat": (1, 26, 27),
    "words": (5, 33),
}
"""Examples -> numbers of plays after which seat 0 decides, each in another phase."""


# --- the session layer ------------------------------------------------------------------------------------


def random_contexts(game: str) -> Iterator[AnyContext]:
    """What the players who decide see in a random game, and where a few random keys lead them."""
    entry, dice = registry.get(game), random.Random(1)
    least, most = entry.game.info.seats
    for seats in {least, min(2, most)}:
        for moment in trace(Case(entry, seats, ())).some(12):
            assert isinstance(moment.turn, Decide)
            seat = moment.turn.seat
            view, names = entry.game.view(moment.state, seat), ("Ann", "Bob", "Cleo", "Dan")[:seats]
            c: AnyContext = Context(entry.game, view, moment.turn, seat, names, None, may_act=True, room=(80, 18))
            player = Player(entry.board, plain_look(entry.board, c))
            yield player.context
            for _ in range(6):
                player.take(entry.board.input(player.context, KeyInput(dice.choice(KEYS))))
                yield player.context


def example_contexts(name: str, every: int = 3) -> Iterator[AnyContext]:
    """What the players who decide see in an example game."""
    source, table, done = example(name), mid_game(name, 0), 0
    for plays in decisions(source)[::every]:
        table.copy_plays(source.plays[done:plays])
        done = plays
        session = Session(table, registry.get(source.header.game).board)
        session.opened = session.decider
        yield session.context()


def check_context(c: AnyContext) -> list[str]:
    """What is wrong with what the action bar would show."""
    board, keymap = registry.get(c.game.info.key).board, KeyMap({})
    told, controls = board.describe(c), board.controls(c)
    main = [control for control in controls if control.place == "main"]
    wrong = []
    if not told.task.strip():
        wrong.append("no task")
    if len(main) != 1:
        wrong.append(f"{len(main)} main chips: {[control.label for control in main]}")
    blocked = [control for control in main if control.blocked is not None and len(control.blocked.text) < 10]
    wrong += [f"{control.label} is blocked without a reason" for control in blocked]
    chips = chips_of(controls, keymap)
    wrong += [f"{chip.label} is not on Enter" for chip in chips if chip.main and chip.key != "Enter"]
    labels = [told.task, *(text for text, _ in told.steps), *(chip.label for chip in chips)]
    wrong += [f"cut: {label}" for label in labels if CUT.search(label)]
    return wrong


@pytest.mark.parametrize("game", ["bricks", "konexi", "leaning", "takethat", "words"])
def test_every_playable_state_has_a_task_and_one_main_chip_on_enter(game: str) -> None:
    with canned_physics():
        found = {(wrong, c.phase): str(c.ui)[:300] for c in random_contexts(game) for wrong in check_context(c)}
    assert found == {}


@pytest.mark.parametrize("name", POSITIONS)
def test_so_has_every_state_of_the_examples(name: str) -> None:
    found = {(wrong, c.phase): str(c.ui)[:300] for c in example_contexts(name) for wrong in check_context(c)}
    assert found == {}


# --- frames -------------------------------------------------------------------------------------------------


def zone_words(screen: GameScreen, zone: str) -> str:
    """The text of a zone in one line."""
    return " ".join(screen.zone(zone).picture.canvas.text().replace("▌", " ").split())


def check_frame(screen: GameScreen, text: str) -> list[str]:
    """What is missing in a frame of a playable state."""
    session = screen.session
    told, controls = session.board.describe(session.context()), session.board.controls(session.context())
    main = next(control for control in controls if control.place == "main")
    bar = zone_words(screen, "actions")
    wrong = [f"no {words!r} in {bar!r}" for words in (told.task.rstrip("."), main.label) if words not in bar]
    for name, total in zip(session.table.names, session.table.totals, strict=True):
        # In Brick Tower points are given at the end; until then its score sheet says what the tower is worth.
        own = session.game.info.key == "bricks" and re.search(r"rules? to go|\d points", text)
        if not own and not re.search(rf"{re.escape(name)}\W.{{0,60}}?\b{total}\b", text):
            wrong.append(f"no score {total} of {name}")
    wrong += [f"cut: {row.strip()}" for row in text.splitlines() if CUT.search(row)]
    for zone in ("hand", "log", "pad"):
        view = screen.zone(zone)
        if view.display and view.size.height > 1 and not re.search(r"\w", zone_words(screen, zone)):
            wrong.append(f"nothing in {zone}")
    return wrong


@pytest.mark.parametrize("name", POSITIONS)
async def test_at_every_size_a_frame_has_task_chips_and_score_and_no_cut_word(name: str) -> None:
    found: dict[str, list[str]] = {}
    first, every = list(POSITIONS).index(name), sample(3, 1)  # the games together have every size
    async with running(SIZES[-1], motion="none", pace="instant", glyphs="full") as (app, pilot):
        for number, plays in enumerate(POSITIONS[name]):
            app.tables.open_table(mid_game(name, plays, app.store, "easy"))
            await settled(app, pilot)
            screen = app.screen
            assert isinstance(screen, GameScreen)
            if screen.look_back.recap_open:
                await pilot.press("escape")
            tasks = {screen.session.board.describe(screen.session.context()).task}
            for width, height in SIZES[(first + number) % every :: every]:
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                tasks.add(screen.session.board.describe(screen.session.context()).task)
                if wrong := check_frame(screen, frame(app)):
                    found[f"{name} after {plays} at {width}x{height}"] = wrong
            assert len(tasks) == 1, tasks
            app.to_menu()
            await pilot.pause()
    assert found == {}


ASCII_KEYS = {"bricks": "right", "konexi": "down", "leaning": "3", "takethat": "right", "words": "up"}
"""Keys that move the cursor."""


@pytest.mark.parametrize("game", ASCII_KEYS)
async def test_ascii_without_colour_names_owner_cursor_and_main_action(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running((80, 24), motion="none", pace="instant", glyphs="ascii") as (app, pilot):
        app.tables.open_table(mid_game(game, POSITIONS[game][1], app.store, "easy"))
        await settled(app, pilot)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        if screen.look_back.recap_open:
            await pilot.press("escape")
        before = frame(app)
        assert before.isascii() and "?" not in before.replace("? Keys", ""), "every sign of ours has a stand-in"
        assert screen.session.table.names[0] in zone_words(screen, "actions")
        main = next(c for c in screen.session.board.controls(screen.session.context()) if c.place == "main")
        assert f"[Enter] {main.label} <" in " ".join(before.replace("|", " ").split())
        seen = [screen.zone(zone).picture.canvas.text(ascii_only=True) for zone in ("board", "hand")]
        await pilot.press(ASCII_KEYS[game])
        await settled(app, pilot)
        assert seen != [screen.zone(zone).picture.canvas.text(ascii_only=True) for zone in ("board", "hand")]


@pytest.mark.parametrize(
    ("reach", "key"),
    [
        ("menu", "right"),
        ("newgame", "down"),
        ("settings", "down"),
        ("learn", "down"),
        ("palette", "down"),
        ("rules", "down"),
        ("saves", "down"),
    ],
)
async def test_the_cursor_of_every_list_is_a_character(reach: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running((80, 24), motion="none", glyphs="ascii") as (app, pilot):
        for name in ("takethat", "words"):
            mid_game(name, 30, app.store).close()
        await ALL[reach](app, pilot)
        before = frame(app).splitlines()
        assert "\n".join(before).isascii()
        assert reach == "rules" or any("Enter" in row for row in before), "the rule under the cursor is open already"
        await pilot.press(key)
        await settled(app, pilot)
        mark = re.compile(r"\W*")
        moved = [was for was, now in zip(before, frame(app).splitlines(), strict=True) if was != now]
        same = {mark.sub("", row, count=1) for row in before} & {mark.sub("", row, count=1) for row in moved}
        after = {row for row in frame(app).splitlines() if mark.sub("", row, count=1) in same}
        assert reach == "menu" or len(after - set(before)) >= 2, "the mark stands before another row"
        assert moved


# --- all screens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted([*GOLDENS.glob("*.txt"), *(GOLDENS.parent / "boards").glob("*.txt")]), ids=str)
def test_no_label_is_cut_in_any_golden(path: Path) -> None:
    assert [row for row in path.read_text(encoding="utf-8").splitlines() if CUT.search(row)] == []


EMPTY = {
    "menu.load": "no saved games yet",
    "menu.replays": "no finished game yet",
    "menu.records": "no finished game yet",
}


async def test_every_empty_list_says_what_will_be_here() -> None:
    async with running((80, 24), motion="none") as (app, pilot):
        for command, line in EMPTY.items():
            await do(app, pilot, command)
            await settled(app, pilot)
            assert line in frame(app).lower(), frame(app)
            await do(app, pilot, "back")
        app.tables.open_table(mid_game("takethat", 1, app.store, "easy"))
        await settled(app, pilot)
        await do(app, pilot, "pad.sheet")
        await settled(app, pilot)
        assert "no points yet" in frame(app).lower()


# Strokes of the pictures that contain letters by chance or say what stands beside them in another way.
DRAWN = frozenset({"crane", "scaffold", "line", "ground", "wall", "far", "ledge", "dark", "lit"})
SIXTEEN = ANSI | {"bright_black": "#666666"}
"""The sixteen colours of a usual terminal, with a darker grey than exports have."""


def measured(theme: str, ink: Ink) -> float:
    """The contrast of an ink; of the terminal's own ground only that it is no plate of black letters is known."""
    if theme != "terminal":
        return contrast(resolve(theme, ink.fg or "text"), resolve(theme, ink.bg or "surface"))
    style = style_of(ink, theme)
    fg, bg = (color.name if color is not None else "default" for color in (style.color, style.bgcolor))
    if "default" in (fg, bg):
        return 1.0 if "black" in (fg, bg) else 21.0
    return contrast(SIXTEEN[fg], SIXTEEN[bg])


@pytest.mark.parametrize("name", POSITIONS)
async def test_every_pair_of_colours_under_letters_can_be_read(name: str) -> None:
    """The inks of letters and figures in the zones of a table: 4.5 to 1, single ones and plates of players 3 to 1."""
    words: set[Ink] = set()
    signs: set[Ink] = set()
    async with running((120, 40), motion="none", pace="instant", glyphs="full") as (app, pilot):
        app.tables.open_table(mid_game(name, POSITIONS[name][-1], app.store, "easy"))
        await settled(app, pilot)
        for size in ((120, 40), (160, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for view in app.screen.query(CanvasView):
                canvas = view.picture.canvas
                for y in range(canvas.height if view.display and view.size.height else 0):
                    for run in canvas.runs(y):
                        if re.search(r"[A-Za-z]{2}", run.text):
                            words.add(run.ink)
                        elif re.search(r"\w", run.text):
                            signs.add(run.ink)
    assert len(words) > 5 and signs
    faint = {}
    for theme in THEMES:
        for ink in words | signs:
            least = 4.5 if ink in words and ink.bg not in PLAYERS and theme != "terminal" else 3
            if ink.fg not in DRAWN and measured(theme, ink) < least:
                faint[theme, ink.fg, ink.bg] = round(measured(theme, ink), 1)
    assert faint == {}
