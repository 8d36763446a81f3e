"""What is typed after : on the game screen: every word of plain mode, and what a misspelt one may mean."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual import events

from tests.tui.fixtures import REGISTERED
from tests.tui.game_kit import Play, playing
from tests.tui.lesson_kit import teaches
from towergames.registry import Entry
from towergames.tui.dialogs import AskScreen, TextDialog
from towergames.tui.screens.finder import CommandLine, HelpScreen
from towergames.tui.screens.game.screen import GameScreen
from towergames.tui.screens.menu import MenuScreen
from towergames.tui.screens.rules import RulesScreen
from towergames.tui.screens.score_pad import PadScreen

PAGE = (Path(__file__).parents[2] / "docs" / "players" / "playing.md").read_text(encoding="utf-8")
NOTHING = re.compile(r"did you mean|nothing is called|there is no|not understood", re.IGNORECASE)


def words_of_the_page() -> list[str]:
    """Those that the section on plain mode names as words."""
    told = PAGE[PAGE.index("## Plain mode") : PAGE.index("A turn begins with what has changed")]
    return [word.split()[0] for word in re.findall(r"`([^`]+)`", told.partition("or a word:")[2])]


def said(play: Play) -> str:
    return " ".join(play.game.zone("lines").picture.canvas.text().replace("▌", "").split())


async def typed(play: Play, line: str) -> None:
    await play.press("colon")
    play.app.screen.query_one("Field").value = line  # type: ignore[attr-defined]
    await play.press("enter")
    await play.pilot.pause()


def test_the_page_names_the_words() -> None:
    assert {"board", "hand", "moves", "try", "score", "log", "best", "name", "help"} <= set(words_of_the_page())


@pytest.mark.usefixtures("every_game")
@pytest.mark.parametrize("game", [entry.key for entry in REGISTERED])
async def test_every_word_of_the_page_is_a_command(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, "Ann,Hal:easy" if game != "bricks" else "Ann", game=game) as play:
        known = [word for command in play.game.commands() for word in command.typed]
        assert set(words_of_the_page()) <= set(known)
        for word, shown in (("board", "The table"), ("hand", "Your hand"), ("log", "Log")):
            await typed(play, word)
            assert isinstance(play.app.screen, TextDialog), word
            assert shown in play.app.screen.heading and play.app.screen.lines
            await play.press("escape")
        assert isinstance(play.app.screen, GameScreen)


async def test_the_words_show_what_plain_mode_tells(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", first=1, heap=40) as play:
        await typed(play, "moves")
        assert isinstance(play.app.screen, TextDialog) and "take 3" in play.text and "swap" in play.text
        await play.press("escape")
        await typed(play, "moves sw")
        assert "swap" in play.text and "take 3" not in "\n".join(play.app.screen.lines)  # type: ignore[attr-defined]
        await play.press("enter")
        await typed(play, "try take 3")
        assert "+ legal" in said(play) and play.table.moves == 1
        await typed(play, "try take 9")
        assert "not allowed" in said(play) or "N-3" in said(play)
        await typed(play, "try")
        assert "try take" in said(play)
        await typed(play, "score")
        assert isinstance(play.app.screen, PadScreen)
        await play.press("escape")
        await typed(play, "rules N-3")
        assert isinstance(play.app.screen, RulesScreen)
        await play.press("escape")
        await typed(play, "name")
        assert isinstance(play.app.screen, AskScreen)
        await play.press("escape")
        await typed(play, "best")
        assert "has no search" in said(play).lower()
        await typed(play, "take 2")
        await play.until(lambda: play.game.session.context().may_act and play.table.moves >= 3)
        await typed(play, "why")
        assert "Why: the most." in play.text
        await play.press("escape")
        await typed(play, "undo")
        await play.press("y")
        await typed(play, "redo")
        await typed(play, "help")
        assert isinstance(play.app.screen, HelpScreen)
        await play.press("escape")
        await typed(play, "menu")
        await play.until(lambda: isinstance(play.app.screen, MenuScreen))


async def test_a_misspelt_word_gets_a_suggestion(tmp_path: Path, null_game: Entry) -> None:
    async with playing(tmp_path, "Ann", first=1) as play:
        for line, meant in (("baord", "board"), ("rulse R-7", "rule"), ("moevs", "moves"), ("tkae 2", "take")):
            await typed(play, line)
            assert f'Did you mean "{meant}"?' in said(play)
        await typed(play, "qqqqq 7")
        assert "Did you mean" not in said(play) and "A move begins with take or swap now." in said(play)


async def test_a_move_that_begins_with_such_a_word_stays_a_move(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", game="takethat", first=1) as play:
        await typed(play, "score B")
        assert isinstance(play.app.screen, GameScreen) and "Nothing to choose" in said(play)


@pytest.mark.usefixtures("every_game")
async def test_the_games_own_questions_are_answered_in_a_dialog(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann", game="bricks") as play:
        await typed(play, "ledger")
        assert isinstance(play.app.screen, TextDialog) and play.app.screen.lines


async def test_what_is_typed_while_the_line_opens_keeps_its_order(
    tmp_path: Path, null_game: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_key = GameScreen.on_key

    async def late(self: GameScreen, event: events.Key) -> None:
        await asyncio.sleep(0.02)  # a busy machine
        await on_key(self, event)

    monkeypatch.setattr(GameScreen, "on_key", late)
    async with playing(tmp_path, "Ann") as play:
        for character in ":abcdefghij":
            play.app.post_message(events.Key("colon" if character == ":" else character, character))
            await asyncio.sleep(0.005)
        await play.until(lambda: isinstance(play.app.screen, CommandLine) and len(play.app.screen.field.value) == 10)
        assert isinstance(play.app.screen, CommandLine) and play.app.screen.field.value == "abcdefghij"


# --- what the command line says before Enter ---------------------------------------------------------


def told(play: Play, text: str) -> str:
    """What the command line says of a text."""
    line = CommandLine(play.app.screen)  # type: ignore[arg-type]
    shown: list[str] = []
    line.query_one = lambda *_: SimpleNamespace(update=shown.append)  # type: ignore[method-assign, assignment]
    line._show_completions(text)
    return shown[-1]


UNKNOWN = "no command starts like that"


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("takethat", ("a: lobby", "LOBBY A", "b off a", "build spire a", "put lobby on A", ":lobby a")),
        ("konexi", ("letter R", "hold", "places", "put 1")),
        ("bricks", ("ledger 3", "compare b", "N4HR +", "place N4 0+", "take")),
        ("words", ("pass", "exchange E")),
    ],
)
@pytest.mark.usefixtures("every_game")
async def test_the_command_line_knows_whatever_works(tmp_path: Path, game: str, lines: tuple[str, ...]) -> None:
    options = {"puzzle": "M-G2XEW"} if game == "bricks" else {}
    seats = "Ann" if game == "bricks" else "Ann,Hal:easy"
    async with playing(tmp_path, seats, game=game, first=1, **options) as play:
        works = [word for command in play.game.commands() for word in command.typed]
        works += [f"{word} {rest}" for word in ("save", "pace", "rules", "say", "lookup") for rest in ("x", "7 8")]
        for line in (*works, *lines):
            if play.game._typed_command(line.removeprefix(":")) or line in lines:
                assert told(play, line) != UNKNOWN, line
        assert told(play, "qqqqq 7") == UNKNOWN and told(play, "") != UNKNOWN


async def test_the_command_line_shows_the_move_that_a_text_means(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", game="takethat", first=1) as play:
        assert told(play, "spire a") == "Enter: build SPIRE A"
        assert told(play, "build a spire").startswith("Enter: build SPIRE A")
        assert told(play, "build sp") == "build FLOOR TOWER"
        assert told(play, "say hello") == "Only one window is open at this table."
        await typed(play, "spire a")
        await play.press("colon", *"lobby b")
        await play.until(lambda: "Enter: build LOBBY B" in play.text)


async def test_the_command_line_shows_in_which_direction_a_word_runs(tmp_path: Path) -> None:
    seed = 7  # Bob begins with A C F H H M S
    async with playing(tmp_path, "Bob,Hal:easy", game="words", first=1, seed=seed) as play:
        rack = play.table.view(0).racks[0]
        pair = f"{rack[0]}{rack[1]}"
        assert told(play, f"e5 {pair}") == f"Enter: play e5 down {pair}"
        assert told(play, f"5e {pair.lower()}") == f"Enter: play e5 across {pair}"
        assert told(play, f"play e5 {pair}").startswith(f"Enter: play e5 across {pair}")


async def test_the_command_line_of_a_lesson_shows_the_move_too(tmp_path: Path) -> None:
    async with playing(tmp_path, "Ann,Hal:easy", game="takethat", first=1) as play:
        play.app.open_tutorial("takethat")
        await play.until(lambda: teaches(play.app) and "Step 1" in play.text)
        assert told(play, "spire a") == "Enter: build SPIRE A"
        assert told(play, "next") != UNKNOWN and told(play, "qqqqq 7") == UNKNOWN
