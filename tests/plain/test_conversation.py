"""Whole games typed line by line: nothing hidden leaks, nothing is lost, every answer says what would be right."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.plain.helpers import converse, header_of, play, script_of, segments
from towergames import registry
from towergames.plain.vocabulary import WORDS, find
from towergames.run_request import RunRequest
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.save_file import load_file
from towergames.table.storage import OsStorage
from towergames.table.store import Store


@pytest.mark.usefixtures("null_game")
@pytest.mark.parametrize(("game", "people"), [("takethat", 2), ("takethat", 3), ("takethat", 4), ("null", 2)])
def test_a_whole_hot_seat_game_is_played_by_script(tmp_path: Path, game: str, people: int) -> None:
    header = header_of(*("Ann", "Bob", "Cleo", "Dan")[:people], game=game)
    lines, expected = script_of(header)
    code, text = play(tmp_path, header, lines)
    assert code == 0
    loaded = load_file(tmp_path / "test.jsonl")
    assert loaded.finished and loaded.damage is None
    assert loaded.history.game.totals(loaded.history.state) == expected.totals
    assert "Game over." in text and "total" in text
    assert "\x1b" not in text and "\r" not in text and "\b" not in text


def test_after_the_end_a_review_is_offered_only_where_the_game_has_one(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", "Cleo")
    lines, _ = script_of(header)
    _, text = play(tmp_path, header, [*lines, "help", "review"])
    assert "Game over. rematch, another, replay, menu or quit>" in text
    assert "Afterwards: rematch, another, replay." in text
    assert "games of three or four have no review" in text


def test_hidden_things_are_told_only_to_their_owner(tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cleo")
    header = header_of(*names)
    lines, _ = script_of(header)
    _, text = play(tmp_path, header, lines)
    before = text.split("Hand over to ")[0]
    assert "Hand of" not in before and "gets LOBBY" not in before
    told = segments(text.partition("Game over:")[0], names)
    assert len(told) > 10
    for name, part in told:
        for other in set(names) - {name}:
            assert f"Hand of {other}" not in part
            assert f"{other} gets" not in part
            assert f"{other} tucks" not in part
            private = [line for line in part.splitlines() if line.strip().startswith(f"{other} draws ")]
            assert all("card" in line or "nothing" in line for line in private)


def test_a_hand_is_pushed_away_before_the_next_player_comes(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob")
    lines, _ = script_of(header, stop=12)
    _, text = play(tmp_path, header, lines)
    handed = text.split("Hand over to ")
    assert len(handed) > 3
    assert all("\n" * 24 in part for part in handed[1:-1])


def test_only_enter_quit_and_menu_open_or_leave_the_curtain(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "Bob"), ["hand", "moves", "quit"])
    assert text.count("Press Enter to show the hand of Ann") == 2
    assert "Hand of" not in text
    assert "Saved as test." in text


def test_bots_alone_play_to_the_end_and_leave(tmp_path: Path) -> None:
    code, text = play(tmp_path, header_of("bot:easy", "bot:random", "bot:random"), [])
    assert code == 0
    assert "Game over." in text and "Gus" in text and "Karl" in text and "Ines" in text
    assert ">" not in text


def test_one_person_and_bots_never_see_a_curtain_and_no_you(tmp_path: Path) -> None:
    header = header_of("Ann", "bot:random", first=1)
    lines = ["moves"]
    code, text = play(tmp_path, header, lines)
    assert code == 0
    assert "Hand over" not in text
    assert " you " not in text.lower().replace("you hold", "").replace("you must", "")


def test_the_end_of_the_input_saves_and_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob")
    lines, expected = script_of(header)
    cut = len(lines) // 2
    code, _ = play(tmp_path, header, lines[:cut])
    assert code == 0
    half = load_file(tmp_path / "test.jsonl").history
    rest = lines[cut:] if lines[cut] == "" else ["", *lines[cut:]]
    code, text = converse(rest, RunRequest("open", tmp_path, save="test"))
    assert code == 0 and f"Move {len(half.plays)}. The end of the log:" in text
    assert load_file(tmp_path / "test.jsonl").history.state == expected.history.state


def test_a_refusal_cites_the_rule_and_how_to_read_it_and_why_repeats_it(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:easy", first=1), ["end", "why", "rules R-6", "rules X-1"])
    assert "Not allowed: Build 2 more floors first. R-6\nTo read the rule, type: rules R-6\n" in text
    assert text.count("Not allowed: Build 2 more floors first. R-6") == 2
    assert "R-6 Two floors" in text
    assert 'No rule "X-1". Did you mean "R-1"?' in text


def test_why_tells_the_reasons_of_every_bot_since_the_persons_last_turn(tmp_path: Path) -> None:
    header = header_of("Ann", "bot:random", "bot:easy", first=1)
    entry = registry.get("takethat")
    table = Table(History(entry.game, header))
    table.advance()
    legal = [table.game.notate(move) for move in table.legal()]
    first = legal[0]
    table.submit(0, table.parse(first))
    second = table.game.notate(table.legal()[0])
    _, text = play(tmp_path, header, ["why", first, second, "end", "zzz", "why"])
    before, after = text.split("Not understood", 1)
    assert "no bot has moved since" in before
    told = [line for line in after.splitlines() if ". Why: " in line]
    names = [seat.name for seat in header.seats]
    assert {name for name in names[1:] if any(line.startswith(name) for line in told)} == set(names[1:])
    assert len(told) >= 6, "each bot builds two floors and ends its turn"
    assert "Not understood" in after


def test_what_is_not_understood_is_told_what_would_be(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:easy", first=1), ["xyzzy", "", "x" * 9000, "build"])
    assert '"xyzzy" is not a move. A move begins with build now.' in " ".join(text.split())
    assert "Not understood: Build needs a floor and a tower, such as: build OFFICE A. Type help" in " ".join(
        text.split()
    )
    assert "Type a move, or help for all commands." in text


def test_every_word_is_answered_and_help_lists_it(tmp_path: Path) -> None:
    for word in WORDS:
        typed = word.typed
        if typed in ("quit", "menu", "hint", "best"):
            continue
        game = "words" if typed == "lookup" else "takethat"
        follow = {"try": "try build LOBBY A", "lookup": "lookup mood"}.get(typed, typed)
        header = header_of("Ann", "bot:random", game=game, first=1)
        _, text = play(tmp_path, header, [follow, "help all"], save=f"w-{typed}")
        assert "Not understood" not in text
        if word.command not in ("say", "result", "rematch", "another", "review"):
            assert f"{word.usage}: {word.help}" in " ".join(text.split())


def test_a_word_that_needs_another_says_so_and_help_knows_the_moves(tmp_path: Path) -> None:
    lines = ["lookup", "try", "help play", "help LOOKUP", "help plya"]
    _, text = play(tmp_path, header_of("Ann", "bot:random", game="words", first=1), lines)
    text = " ".join(text.split())
    assert "Type a word after lookup: lookup WORD." in text and "Type try, then a move: try play SQUARE" in text
    assert "A move: play SQUARE across|down WORD." in text and 'No command "plya"' in text


def test_words_find_themselves_and_leave_moves_alone() -> None:
    assert all(find(w.typed) for w in WORDS)
    assert find("score B") is None and find("build OFFICE A") is None
    assert find("?") is not None and find(":help") is not None


def test_a_hint_in_words_says_how_its_move_is_typed(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:easy", first=1), ["hint", "hint", "quit"])
    hints = [line for line in " ".join(text.split()).split("Hint: ")[1:] if line.startswith("Build ")]
    assert len(hints) == 2
    assert all(". Type: build " in line for line in hints)


def test_undo_redo_reset_and_the_pad(tmp_path: Path) -> None:
    header = header_of("Ann", "bot:random", first=1)
    move = script_of(header_of("Ann", "Bob", first=1), 2)[0][1]
    lines = ["undo", move, "undo", "redo", "reset", "redo", "score", "log 1", "log all", "name other name", "name"]
    _, text = play(tmp_path, header, lines)
    assert text.count("1 move undone.") == 2
    assert text.count("1 move done again.") == 2
    assert "nothing to undo".capitalize() in text
    assert "The game is now called other-name." in text and "Saved as other-name" in text
    assert len(load_file(tmp_path / "other-name.jsonl").history.plays) == 2
    assert not (tmp_path / "test.jsonl").exists()


def test_undo_past_new_information_asks_everybody_and_is_marked(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", first=1)
    lines, _ = script_of(header)
    turn = lines[: lines.index("", 1)]
    _, text = play(tmp_path, header, [*turn, "", "undo", "undo yes", "no", "", "undo yes", "yes", "", "log"])
    assert "Ann must agree" in " ".join(text.split())
    assert "Ann does not agree" in text
    assert load_file(tmp_path / "test.jsonl").history.assists == {"undo": 1}
    assert "Ann agreed" in text


def test_a_bot_that_fails_does_not_take_the_game_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> object:
        raise RuntimeError("boom")

    monkeypatch.setattr("towergames.plain.conversation.think", broken)
    code, text = play(tmp_path, header_of("bot:easy", "bot:random"), [])
    assert code == 0 and "failed with RuntimeError" in " ".join(text.split()) and "Game over" in text


def test_a_save_open_elsewhere_can_be_looked_at(tmp_path: Path) -> None:
    table = Store(tmp_path).begin(header_of("Ann", "Bob"), "held")
    try:
        _, text = converse(
            ["board", "hand", "build LOBBY A", "undo", "quit"], RunRequest("open", tmp_path, save="held")
        )
    finally:
        table.close()
    assert "You can only look at this game: it is open in another window." in text
    assert "No hand is shown now." in text
    assert "You only watched, so nothing was saved." in text and "Saved as" not in text
    assert "Hand of" not in text and "gets LOBBY" not in text and "LOBBY:" not in text
    assert "Tower A: free place." in text


def test_a_damaged_save_is_recovered_and_said_so(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob")
    lines, _ = script_of(header, stop=10)
    play(tmp_path, header, lines)
    path = tmp_path / "test.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[:-40])
    code, text = converse(["quit"], RunRequest("open", tmp_path, save="test"))
    assert code == 0
    said = " ".join(text.split())
    assert "The game goes on after move 9. The damaged file is kept as test.jsonl.damaged." in said


def test_what_is_said_of_a_damaged_save_that_cannot_be_recovered_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = header_of("Ann", "Bob")
    play(tmp_path, header, script_of(header, stop=10)[0])
    path = tmp_path / "test.jsonl"
    path.write_bytes(path.read_bytes()[:-40])

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(OsStorage, "replace", refuse)
    _, text = converse(["quit"], RunRequest("open", tmp_path, save="test"))
    said = " ".join(text.split())
    assert "test is damaged and cannot be recovered here: Read-only file system." in said
    assert "goes on" not in said and "kept as" not in said


def test_names_cannot_act_on_the_terminal(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("A\x1b[2Jnn", "Bo\u202eb"), ["", "\x1b[31mred", "quit"])
    assert "\x1b" not in text and "\u202e" not in text and "\u009b" not in text


def test_ascii_only_keeps_to_seven_bits(tmp_path: Path) -> None:
    request = RunRequest("play", tmp_path, header=header_of("Änn", "bot:random", first=1), save="x")
    _, text = converse(["picture", "board"], request, ascii_only=True)
    assert text.isascii() and "Ann" in text


def test_after_the_game_a_rematch_passes_the_start_on_and_a_replay_shows_it(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", first=1)
    lines, _ = script_of(header)
    _, text = play(tmp_path, header, [*lines, "rematch", "quit"])
    assert "Hand over to Bob" in text.partition("Game over")[2]
    _, text = converse(["replay", "", "end", "quit"], RunRequest("open", tmp_path, save="test"))
    assert "Replay of test" in text


@pytest.mark.parametrize("talk", [True, False])
def test_plain_mode_prints_what_the_bots_say_unless_talk_is_off(tmp_path: Path, talk: bool) -> None:
    header = header_of("bot:easy", "bot:casual", seed=5)
    _, text = converse([], RunRequest("play", tmp_path, header=header, save="test", flags={"talk": talk}))
    said = [line for line in text.splitlines() if line.strip().startswith(('Gus: "', 'Mira: "'))]
    assert bool(said) is talk
    assert "Take that! " in text, "the sentence of a highlight is no talk"


def test_after_a_game_the_news_are_those_of_each_person_at_the_table(tmp_path: Path) -> None:
    texts = []
    for seed, save in ((7, "first"), (8, "second")):
        header = header_of("Ann", "Bob", seed=seed)
        lines, _ = script_of(header)
        texts.append(play(tmp_path, header, lines, save=save)[1])
    assert "new: record" not in texts[0].lower(), "a first game breaks no record"
    told = [line for line in texts[1].splitlines() if "new: " in line.lower() or "your best is" in line]
    assert 1 <= len([line for line in told if line.startswith("Ann")]) <= 3
    assert 1 <= len([line for line in told if line.startswith("Bob")]) <= 3
