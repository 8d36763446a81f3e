"""Stacked Words line by line: whole games, challenges, time, meanings, and saves whose word list is missing."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.plain.helpers import converse, header_of, play, script_of, segments
from tests.table.test_editions import begun
from towergames.lexicon import add, word_lists
from towergames.plain.console import Console
from towergames.plain.run import run_plain
from towergames.run_request import RunRequest
from towergames.table import clock
from towergames.table.records import Header
from towergames.table.save_file import load_file
from towergames.table.store import Store

SEED = 7
"""Bob begins with A C F H H M S, Ann has A D E F M O Y."""


def words_header(*names: str, **options: object) -> Header:
    return header_of(*names, game="words", seed=SEED, **options)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_task_of_a_day_offers_no_exchange(tmp_path: Path) -> None:
    _, text = play(tmp_path, words_header("Ann", deal="2026-11-27"), ["board"])
    assert "Ann's turn: play a word or pass." in flat(text) and "exchange a tile" not in text


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("Ann",), {}),
        (("Ann", "Bob"), {"board": 8}),
        (("Ann", "Bob", "Cleo"), {"board": 8, "checking": "challenge"}),
        (("Ann", "Bob"), {"board": 8, "checking": "loser-loses-turn"}),
    ],
)
def test_a_whole_game_is_played_by_script(tmp_path: Path, names: tuple[str, ...], options: dict[str, object]) -> None:
    header = words_header(*names, **options)
    lines, expected = script_of(header)
    code, text = play(tmp_path, header, lines)
    assert code == 0 and "Game over" in text and "\x1b" not in text
    loaded = load_file(tmp_path / "test.jsonl")
    assert loaded.finished and loaded.history.game.totals(loaded.history.state) == expected.totals
    assert "wins" not in text or len(names) > 1, "alone there is nobody to win against"


def test_a_game_with_a_bot_goes_from_turn_to_turn(tmp_path: Path) -> None:
    header = words_header("Ann", "Hal=bot:easy", first=1)
    lines = ["picture", "try play d5 across FOAMED", "try play d5 across DOLLY", "play d5 across DOLLY"]
    lines += ["why", "undo", "board"]
    _, text = play(tmp_path, header, lines)
    assert "Not allowed: FOAMED" not in text and "R-6" in text
    assert "Ann +10: DOLLY, flat. R-17" in text
    assert text.count("Ann plays DOLLY") == 1 and "Hal plays " in text and "dolly: noun, " in text
    assert "Across: DOLLY d5" in text and "Row 5: d D, e O, f L, g L, h Y" in text
    assert "To do it, type: undo yes" in flat(text)
    picture = text.split("> picture")[1].split("Ann> ")[0]
    assert " e   f " in picture and "[" not in picture, "nobody points at anything in a picture"


def test_racks_are_told_only_to_their_owner(tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cleo")
    header = words_header(*names, board=8, checking="challenge")
    lines, _ = script_of(header)
    _, text = play(tmp_path, header, lines)
    told = segments(text.partition("Game over")[0], names)
    assert len(told) > 20
    for name, part in told:
        for other in set(names) - {name}:
            assert f"Hand of {other}" not in part
            verbs = (f"{other} draws ", f"{other} gives ")
            private = [line for line in part.splitlines() if line.strip().startswith(verbs)]
            assert all("tile" in line for line in private), private


def test_a_false_word_is_challenged_and_taken_back(tmp_path: Path) -> None:
    header = words_header("Ann", "Bob", checking="challenge")
    lines = ["", "play e2 down FACH", "", "challenge", "yes"]
    lines += ["", "exchange C", "play e2 down CHAM", "", "accept", "pass", "pass"]
    _, text = play(tmp_path, header, lines)
    assert "FACH is not in the word list. Bob takes it back: -8" in text
    assert "Bob's turn: play another word, or pass." in text
    assert "Not allowed: After taking a play back you can play or pass, not exchange. R-24" in text
    assert "To read the rule, type: rules R-24" in text and "Bob plays CHAM down from e2: 8" in text
    assert "No play waits for your answer. Take your turn. U-12" in flat(text)
    assert "Ann passes" in text


@pytest.mark.parametrize(
    ("word", "fact"), [("pass", "You play no word"), ("challenge", "The word list decides on FACH")]
)
def test_passing_and_challenging_are_confirmed(tmp_path: Path, word: str, fact: str) -> None:
    header = words_header("Ann", "Bob", checking="challenge")
    first = ["", "play e2 down FACH", ""]
    _, text = play(tmp_path, header, [*first, word, "no", "hand", word, "lookup fach", "exchange A"], save="left")
    assert flat(text).count(fact) == 2 and f"Type yes to {word}, or no." in flat(text)
    assert "Ann passes" not in text and "Ann challenges" not in text and "Ann exchanges" in text
    _, text = play(tmp_path, header, [*first, word, word], save="made")
    assert flat(text).count(fact) == 1 and ("Ann passes" in text or "Ann challenges" in text)


def test_meanings_do_not_judge_a_play_that_may_be_challenged(tmp_path: Path) -> None:
    lines = ["", "play e2 down MASH", "", "challenge", "yes"]
    _, text = play(tmp_path, words_header("Ann", "Bob", checking="challenge"), lines)
    before, after = text.split("Ann challenges MASH", 1)
    assert "mash: " not in before and "mash: " in after and "The play stands" in after
    _, text = play(tmp_path, words_header("Ann", "Bob"), lines[:2], save="checked")
    assert "mash: noun, " in text or "mash: verb, " in text


def test_whoever_answers_before_the_game_goes_on_accepts_or_challenges(tmp_path: Path) -> None:
    header = words_header("Ann", "Bob", "Cid", checking="challenge")
    lines = ["", "play e2 down FACH", "", "pass", "accept", "", "challenge", "yes"]
    _, text = play(tmp_path, header, lines)
    assert "Ann's turn: challenge FACH, or let it stand." in text
    assert "The last play is open. Challenge it or let it stand. U-12" in flat(text)
    assert "Ann lets the play stand" in text and "Cid challenges FACH" in text


def test_a_word_is_looked_up_in_the_list_of_the_game(tmp_path: Path) -> None:
    own = add("own", ["mood", "wood"])
    try:
        lines = ["lookup mood", "lookup food yes", "lookup 7"]
        _, text = play(tmp_path, words_header("Ann", words=own.reference), lines)
    finally:
        word_lists.forget(own.sha256)
    assert "MOOD: in the list own." in text and "FOOD: not in the list own." in text
    assert '7" is not a word' in text
    assert not load_file(tmp_path / "test.jsonl").history.assists


def test_looking_up_is_help_where_words_can_be_challenged(tmp_path: Path) -> None:
    _, text = play(tmp_path, words_header("Ann", "Bob", checking="challenge"), ["", "lookup fach", "", ""])
    assert "a look-up counts as help. To look the word up, type: lookup fach yes" in flat(text)
    assert "FACH: not in" not in text and not load_file(tmp_path / "test.jsonl").history.assists
    _, text = converse(["", "lookup fach yes", "log", "quit"], RunRequest("open", tmp_path, save="test"))
    assert "FACH: not in the list standard." in text and "Bob looked up a word" in text
    assert load_file(tmp_path / "test.jsonl").history.assists == {"lookup": 1}


def test_a_game_without_words_has_nothing_to_look_up(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:easy", first=1), ["lookup mood", "help"])
    assert "This game uses no word list." in text and "lookup WORD" not in text


class Hands:
    """A clock whose hands are moved by the test."""

    def __init__(self, *steps: float) -> None:
        self.now, self.steps = 0.0, list(steps)

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    made = Hands()
    monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=made.monotonic))
    return made


class Slow:
    """Typed lines, each after some seconds."""

    def __init__(self, hands: Hands, *lines: tuple[float, str]) -> None:
        self.hands, self.lines = hands, list(lines)

    def readline(self, _: int = -1) -> str:
        if not self.lines:
            return ""
        seconds, line = self.lines.pop(0)
        self.hands.now += seconds
        return f"{line}\n"

    def isatty(self) -> bool:
        return False


def timed(saves: Path, hands: Hands, *lines: tuple[float, str], **options: object) -> str:
    out = io.StringIO()
    header = words_header("Ann", "Bob", timer=30, open=True, **options)
    request = RunRequest("play", saves, header=header, save="test")
    assert run_plain(request, Console(Slow(hands, *lines), out)) == 0  # type: ignore[arg-type]
    return out.getvalue()


def test_an_answer_after_the_limit_passes_the_turn(tmp_path: Path, hands: Hands) -> None:
    text = timed(tmp_path, hands, (10, "hint"), (15, "try play e2 down MASH"), (6, "play e2 down MASH"))
    assert "Bob, 30 seconds>" in text and "Bob, 20 seconds>" in text and "Bob, 5 seconds>" in text
    assert "Time is up for Bob. This move was made: pass." in flat(text)
    assert "Bob passes" in text and "Bob plays" not in text and "Ann, 30 seconds>" in text


def test_an_answer_in_time_counts_and_leaving_late_passes_first(tmp_path: Path, hands: Hands) -> None:
    text = timed(tmp_path, hands, (29, "play e2 down MASH"), (31, "quit"))
    assert "Bob plays MASH" in text and "Ann passes" in text and "Saved as test." in text


def test_a_play_that_should_be_answered_to_stands_after_the_limit(tmp_path: Path, hands: Hands) -> None:
    header = words_header("Ann", "Bob", "Cid", timer=30, open=True, checking="challenge")
    out = io.StringIO()
    lines = Slow(hands, (1, "play e2 down FACH"), (40, "challenge"))
    run_plain(RunRequest("play", tmp_path, header=header, save="test"), Console(lines, out))  # type: ignore[arg-type]
    assert "This move was made: accept." in flat(out.getvalue()) and "Ann lets the play stand" in out.getvalue()


def test_a_save_whose_list_is_missing_is_played_on(tmp_path: Path) -> None:
    own = add("own", ["mash", "cam"])
    header = words_header("Ann", "Bob", words=own.reference, open=True)
    play(tmp_path, header, ["play e2 down MASH"])
    word_lists.forget(own.sha256)
    lines = ["lookup mash", "try play f2 across FOXY", "hint", "play e3 across XYZ"]
    lines += ["pass", "yes", "pass", "yes", "rematch", "quit"]
    code, text = converse(lines, RunRequest("open", tmp_path, save="test"))
    assert code == 0
    assert "The word list own of this game is not on this machine." in flat(text)
    assert "towergames load test --words FILE" in flat(text)
    assert "MASH: in standard, common and wide." in text and "Hint: " in text
    assert "Game over" in text
    assert 'The word list "own@' in text and "is not on this machine. Give its file" in flat(text)
    assert load_file(tmp_path / "test.jsonl").damage is None and Store(tmp_path).names() == ["test"]


def test_a_save_of_an_earlier_edition_goes_on_with_the_present_one_and_says_so_once(tmp_path: Path) -> None:
    begun(tmp_path)
    lines = ["", "play a1 across OUI", "hint", "name other", "log", "quit"]
    code, text = converse(lines, RunRequest("open", tmp_path, save="game"))
    assert code == 0 and "is not on this machine" not in text and "used help" not in text
    assert flat(text).count("The standard word list has changed since this game began. The game goes on") == 1
    assert flat(text).count("From here the standard word list is another edition") == 1  # in the log
    assert "Hint: " in text and "is missing" not in text
    _, text = converse(["quit"], RunRequest("open", tmp_path, save="other"))
    assert "has changed since" not in text


def test_after_the_game_it_is_reviewed(tmp_path: Path) -> None:
    header = words_header("Ann", "Bob", open=True)
    lines = ["review", "play e2 down MASH", "pass", "yes", "pass", "yes", "review", "review all", "quit"]
    code, text = play(tmp_path, header, lines)
    assert code == 0 and "Game over. rematch, another, replay, review, menu or quit>" in text
    early, _, late = text.partition("Game over")
    assert "missed" not in early
    assert "Missed " in late and "Bob: pass for 0; best " in flat(late)
    assert flat(late).count("Bob: pass for 0") == 2


def test_the_menu_takes_a_list_from_a_file_whose_name_has_blanks(tmp_path: Path) -> None:
    file = tmp_path / "my words.txt"
    file.write_text("mood\nParis\ndoom\n", encoding="utf-8")
    saves = tmp_path / "saves"
    lines = ["new", "words", "Ann, Bob", f"words={file} height=4", "7", "", "quit"]
    code, text = converse(lines, RunRequest("menu", saves))
    assert code == 0 and "Word list my-words. A stack has at most 4 tiles." in text
    assert "line 2: 'Paris' has a capital letter" in text
    word_lists.forget(word_lists.load(file).sha256)
    _, text = converse(["new", "words", "Ann", "words=nope", "7", "quit"], RunRequest("menu", saves))
    assert 'Words: no word list "nope". Lists: standard, common, wide' in flat(text)


def test_a_replay_looks_words_up_as_well(tmp_path: Path) -> None:
    play(tmp_path, words_header("Ann"), ["pass", "yes"])
    request = RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl")
    _, text = converse(["help", "lookup mood", "lookup 7", "quit"], request)
    assert "lookup WORD: " in text and "MOOD: in the list standard." in text and '7" is not a word' in text


def test_alone_nobody_wins(tmp_path: Path) -> None:
    _, text = play(tmp_path, words_header("Ann"), ["pass", "yes"])
    assert "Game over. " in text and "wins" not in text
