"""Questions in plain mode: help, menu and quit work inside each, and no question survives another command."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.konexi.canned import CannedPhysics
from tests.plain.helpers import flat, header_of, menu, play, script_of
from towergames import registry
from towergames.board.protocol import Hint
from towergames.games.bricks.board.analysis import BricksAnalysis
from towergames.games.konexi import requirements
from towergames.games.konexi.game import GAME
from towergames.games.words.board.ui_state import RACK
from towergames.games.words.board.ui_state import begin as begin_ui
from towergames.plain.console import Console
from towergames.plain.lessons import LessonConversation
from towergames.plain.menu import ENTRIES
from towergames.plain.prepared_move import DROPPED
from towergames.plain.questions import ALWAYS, QUITS
from towergames.table.records import OPEN_FORMAT
from towergames.table.save_file import load_file
from towergames.table.store import Store


def asked(saves: Path, *lines: str) -> tuple[str, int]:
    """A conversation of Stacked Words in which the pass is asked about first; what was said, and the moves made."""
    _, text = play(saves, header_of("Ann", "Bob", game="words", first=1), ["", "pass", *lines], save="test")
    moves = load_file(saves / "test.jsonl").history.plays
    return flat(text), sum(1 for one in moves if one.by is not None)


@pytest.mark.parametrize(
    "line", ["board", "rules", "play z9 across Q", "xyzzy", "log", "exchange", "try pass", "hint", "picture", "shuffle"]
)
def test_another_command_drops_an_open_question_and_says_so(tmp_path: Path, line: str) -> None:
    text, moves = asked(tmp_path, line, "y")
    assert DROPPED in text and "No question is open." in text and moves == 0


@pytest.mark.parametrize(("answer", "made"), [("yes", 1), (":Y", 1), ("pass", 1), ("no", 0)])
def test_an_answer_and_the_move_again_are_no_other_command(tmp_path: Path, answer: str, made: int) -> None:
    text, moves = asked(tmp_path, answer)
    assert DROPPED not in text and moves == made


@pytest.mark.parametrize("line", ["help", "?", ""])
def test_help_and_enter_ask_again_and_keep_the_question(tmp_path: Path, line: str) -> None:
    text, moves = asked(tmp_path, line, "yes")
    assert text.count("Type yes to pass, or no.") == 2 and "Every other command closes the question." in text
    assert moves == 1 and DROPPED not in text


@pytest.mark.parametrize(("line", "told"), [("quit", "Saved as test."), ("menu", "Menu>")])
def test_a_question_can_be_left(tmp_path: Path, line: str, told: str) -> None:
    text, moves = asked(tmp_path, line)
    assert told in text and DROPPED not in text and moves == 0


def test_another_move_is_asked_about_instead(tmp_path: Path) -> None:
    header = header_of("Ann", game="bricks", puzzle="M-G2XEW", longest="typed")
    _, text = play(tmp_path, header, ["submit", "submit SHOT", "no", "y"], save="test")
    assert flat(text).count("Type yes to hand it in, or no.") == 2
    assert "Nothing was done." in text and "No question is open." in text and DROPPED not in text


def test_a_question_of_a_lesson_is_dropped_too() -> None:
    tutorial = registry.get("bricks").tutorial
    assert tutorial is not None
    moves = ["".join(lesson.accept[:1]) for lesson in tutorial.lessons]
    out = io.StringIO()
    source = io.StringIO("\n".join([*moves, "help", "board", "yes", "quit"]) + "\n")
    assert not LessonConversation(tutorial, Console(source, out)).run()
    assert "Every other command closes the question." in flat(out.getvalue())
    assert DROPPED in flat(out.getvalue())


# --- questions that wait for one line ---------------------------------------------------------------------


def consent(saves: Path, *lines: str) -> tuple[str, int]:
    """Bob asks for an undo that Ann must agree to; what was said, and how many moves were undone."""
    header = header_of("Ann", "Bob", first=1)
    made, _ = script_of(header)
    turn = made[: made.index("", 1)]
    _, text = play(saves, header, [*turn, "", "undo yes", *lines], save="test")
    return flat(text), load_file(saves / "test.jsonl").history.assists.get("undo", 0)


def test_help_menu_and_quit_work_where_others_must_agree(tmp_path: Path) -> None:
    text, undone = consent(tmp_path / "help", "help", "perhaps", "yes")
    assert text.count("Type yes or no.") == 2 and ALWAYS in text and undone == 1
    for word, told in (("quit", "Saved as test."), ("menu", "Menu>"), ("exit", "Saved as test.")):
        text, undone = consent(tmp_path / word, word)
        assert told in text and undone == 0 and "does not agree" not in text


WAYS = {
    "new": [("new",), ("new", "takethat"), ("new", "takethat", ""), ("new", "takethat", "", "")],
    "load": [("load",)],
    "replay": [("replay",)],
    "learn": [("learn",)],
    "rules": [("rules",), ("rules", "takethat")],
    "settings": [("settings",)],
    "join": [("join",), ("join", "1"), ("join", "1", "Bob")],
    "person": [("person",)],
}


def test_every_entry_of_the_menu_that_asks_is_tried() -> None:
    assert set(WAYS) == {name for name, _ in ENTRIES} - {"continue", "today", "records", "quit"}


@pytest.mark.parametrize("way", [way for ways in WAYS.values() for way in ways], ids=" ".join)
def test_help_menu_and_quit_work_in_every_question_of_the_menu(tmp_path: Path, way: tuple[str, ...]) -> None:
    with_table(tmp_path)
    text = flat(menu(tmp_path, *way, "help", "menu", "quit"))
    assert text.count(ALWAYS) == 1 and text.count("Menu>") == 2
    assert text.endswith("Menu> quit")
    text = flat(menu(tmp_path, *way, "quit", "records"))
    assert text.count("Menu>") == 1 and text.endswith("quit")


def with_table(saves: Path) -> None:
    """A folder with a saved game and an open table, at which Bob's seat has a PIN."""
    play(saves, header_of("Ann", "Bob"), ["quit"], save="game")
    table = Store(saves).begin(replace(header_of("Ann", "Bob"), format=OPEN_FORMAT), "open", "1234")
    table.close()
    bob = Store(saves).join("open", (1,), new_pin="1234")
    bob.close()


def test_menu_itself_knows_help_and_menu(tmp_path: Path) -> None:
    text = flat(menu(tmp_path, "help", "menu", "quit"))
    assert QUITS in text and "leaves the question" not in text
    assert text.count("Towergames. Type a number or a word.") == 2


# --- what plain mode says ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["bricks", "konexi", "takethat", "words"])
def test_plain_mode_names_no_key_that_it_has_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Every word of a board, typed while something is prepared and while nothing is."""
    monkeypatch.setattr(BricksAnalysis, "search", lambda *_: Hint("Nothing was searched for."))
    monkeypatch.setattr("towergames.games.bricks.board.text.richest", lambda *_: ())  # slow, and names moves alone
    physics = CannedPhysics(9)
    monkeypatch.setattr(GAME, "_physics", lambda: physics)
    monkeypatch.setattr(requirements, "unavailable_reason", lambda: "")
    spec = registry.get(key).board.spec
    words = [word for one in spec.specs for word in one.typed]
    begin = {"konexi": ["put 1", "", "hold"], "words": ["hint"], "takethat": ["hint"], "bricks": ["place * 0+"]}[key]
    options = {"konexi": {"bump": "nudge"}}.get(key, {})
    header = header_of("Ann", "Bob", game=key, first=1, **options)
    passes = [words, words[::-1]]
    if key in ("konexi", "words"):  # other boards prepare nothing by these two words
        passes.append([one for word in words for one in (word, "hold", "exchange")])
    for n, rest in enumerate(passes):
        _, text = play(tmp_path, header, ["", *begin, *rest], save=f"n{n}")
        assert "Esc" not in text


def test_a_hint_to_exchange_a_tile_names_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = registry.get("words").board

    def advise(self: object, c: Any, action: Any) -> Any:
        return Hint("Exchange a tile", action, ui=replace(begin_ui(c), zone=RACK, swapping=True))

    monkeypatch.setattr(type(board), "advise", advise)
    _, text = play(tmp_path, header_of("Ann", "Bob", game="words", first=1), ["", "hint", "hand"])
    assert "for a new tile. That is your whole turn." in flat(text) and "Esc" not in text
