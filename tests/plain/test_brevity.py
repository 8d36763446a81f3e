"""A turn tells what has changed, and long lists tell their headings first: a screen reader is not flooded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.facts import canned_physics
from tests.plain.helpers import converse, header_of, play, script_of
from towergames import registry
from towergames.plain.commands import moves_told
from towergames.run_request import RunRequest
from towergames.session.commands import matching
from towergames.table.store import Store


def turns_of(text: str, name: str) -> list[str]:
    """What was said at the beginning of each turn of a player, up to the first prompt of that turn."""
    return [part.split(f"{name}> ")[0] for part in text.split(f"{name}, press Enter.")[1:]]


def test_the_first_turn_tells_the_whole_table_and_the_next_what_changed(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", first=1)
    lines, _ = script_of(header, stop=40)
    _, text = play(tmp_path, header, lines)
    first, second = turns_of(text, "Ann")[:2]
    assert "Tower A: free place." in first and "New on the table" not in first
    assert "New on the table:" in second and "Since your last turn:" in second
    assert "So far:" in first and "Since your last turn" not in first and "So far" not in second
    assert "Score: Ann 0, Bob 0." in first and "Score:" not in second, "it has not changed"
    assert len(second.splitlines()) < len(first.splitlines()) + 8


def test_the_setting_full_tells_the_whole_table_every_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOWERGAMES_TURN_REPORT", "full")
    header = header_of("Ann", "Bob", first=1)
    lines, _ = script_of(header, stop=40)
    _, text = play(tmp_path, header, lines)
    assert "New on the table" not in text and "Each turn tells only what changed" not in text
    assert all("Score: Ann" in turn and "towers stand" in turn for turn in turns_of(text, "Ann")[:-1])


@pytest.mark.parametrize("key", registry.keys())
def test_all_of_the_table_is_told_on_demand_in_every_game(tmp_path: Path, key: str) -> None:
    with canned_physics():
        header = header_of("Ann", "bot:easy", game=key)
        _, text = play(tmp_path, header, ["board", "hand", "quit"])
    board, hand = text.split("> board\n")[1].split("> hand\n")
    begun = text.split("> board\n")[0]
    assert all(line in begun for line in board.splitlines()[:-1])
    assert all(line.strip() in begun for line in hand.splitlines()[:-2])


def test_people_round_an_open_table_are_not_told_twice_what_happened(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob", first=1, open=True)
    lines, _ = script_of(header, stop=60)
    _, text = play(tmp_path, header, [line for line in lines if line])
    assert "Since your last turn:" not in text
    assert text.count("So far:") <= 2, "only where a player has not sat here before"


def test_many_moves_are_told_by_groups_and_one_group_on_demand(tmp_path: Path) -> None:
    header = header_of("Ann", "bot:random", first=1)
    floor = script_of(header_of("Ann", "Bob", first=1), 2)[0][1].split()[1]
    _, text = play(tmp_path, header, ["moves", f"moves build {floor.lower()}", "moves claim", "quit"])
    said = " ".join(text.split())
    assert f"3 moves: build {floor} A, build {floor} B, build {floor} C." in said
    assert 'No move with "claim" is possible now' in said


def test_the_rules_tell_their_sections_first(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:random"), ["rules", "rules the turn", "rules 7", "rules all"])
    heads, section, one, every = [part.split("Ann> ")[0] for part in text.split("> rules")[1:]]
    assert "44 rules in 6 sections." in heads and "The turn: 10 rules, R-5 to R-14" in heads
    assert len(heads.splitlines()) < 12
    assert "The turn, 10 rules:" in section and "R-7 Two towers" in section
    assert "R-7 Two towers" in one and "R-8" not in one.partition("See also")[0]
    assert len(every.splitlines()) > 100


def test_help_tells_the_words_by_groups_and_one_on_demand(tmp_path: Path) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:random"), ["help", "help pad", "help bord", "quit"])
    assert "The game: board, picture, hand, moves, score, log, clock, why, rules." in text
    assert "score: show the score sheet, round by round; also pad" in text.split("help pad")[1]
    assert 'No command "bord". Did you mean "board"?' in text


def test_many_saves_are_counted_and_the_newest_told(tmp_path: Path) -> None:
    for _ in range(15):
        Store(tmp_path).begin(header_of("Ann", "Bob")).close()
    _, text = converse(["load", "all", "15", "", "quit"], RunRequest("menu", tmp_path))
    first, every = text.split("goes back: all")
    assert "15 saved games, the newest first; here are 12, type all for all of them:" in " ".join(first.split())
    assert "\n12 " in first and "\n13 " not in first and "\n15 " in every


@pytest.mark.parametrize(
    ("typed", "meant"), [("bord", "board"), ("hnad", "hand"), ("mvoes", "moves"), ("biuld OFFICE A", "build")]
)
def test_a_misspelt_word_gets_a_suggestion(tmp_path: Path, typed: str, meant: str) -> None:
    _, text = play(tmp_path, header_of("Ann", "bot:random", first=1), [typed, "quit"])
    assert f'Did you mean "{meant}"?' in text


def test_a_misspelt_word_of_the_replay_or_the_hand_gets_a_suggestion(tmp_path: Path) -> None:
    header = header_of("Ann", "Bob")
    lines, _ = script_of(header)
    play(tmp_path, header, lines)
    request = RunRequest("replay", tmp_path, path=tmp_path / "test.jsonl")
    _, text = converse(["picure", "as An", "quit"], request)
    assert 'No command "picure". Did you mean "picture"?' in text and 'Did you mean "Ann"?' in text
    with canned_physics():
        _, text = play(tmp_path, header_of("Ann", "bot:easy", game="konexi"), ["plcaes R"], save="k")
    assert 'No command "plcaes". Did you mean "places"?' in text


def test_a_long_list_of_moves_is_grouped_by_its_next_word() -> None:
    texts = [
        f"claim {place} {card}"
        for place in ("A1", "A2", "B1")
        for card in ("OFFICE", "LOBBY", "SUITE", "NOISE", "SPIRE")
    ]

    def moves(texts: list[str], asked: str = "") -> list[str]:
        return moves_told(matching(texts, asked))

    assert moves([*texts, "end"]) == [
        "16 moves in 2 groups: claim 15, end 1.",
        "For one group, type: moves claim",
    ]
    assert moves([*texts, "end"], "claim") == [
        "15 moves with claim in 3 groups: A1 5, A2 5, B1 5.",
        "For one group, type: moves claim A1",
    ]
    told = "5 moves: claim A1 OFFICE, claim A1 LOBBY, claim A1 SUITE, claim A1 NOISE, claim A1 SPIRE."
    assert moves([*texts, "end"], "claim a1") == [told]
    assert moves(texts, "spire")[0].startswith("3 moves: claim A1 SPIRE")
    assert moves(texts, "clam") == ['No move with "clam" is possible now. Did you mean "claim"?']
