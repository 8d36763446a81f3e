"""What the bots say: at most one line a round, never twice in a game, never about a person or about anything hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest

from tests.conformance.facts import canned_physics, random_move
from tests.table.helpers import null_table
from towergames import registry
from towergames.core.bot import CHARACTERS
from towergames.core.contract import Decide, Over
from towergames.core.dice import Dice
from towergames.core.feat import Play
from towergames.core.highlight import Highlight, Theme
from towergames.core.voices import LINES, Role, lines_for
from towergames.table.asides import SPOKEN, TOLD, asides_of, spoken_since
from towergames.table.history import History
from towergames.table.log import LogLine, log_lines
from towergames.table.match import Table
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header

EVERY_LINE = [(level, line) for level, lines in LINES.items() for said in lines.values() for line in said]


# --- the lines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "line"), EVERY_LINE)
def test_a_line_is_one_or_two_short_sentences(level: str, line: str) -> None:
    assert len(line) <= 48 and line[-1] in ".!?" and (line[0].isupper() or line.startswith("{points}"))
    assert (
        line.count("!") <= 2 and "!!" not in line and not re.search(r"\\b(you|your)\\b", line.lower())
    ) or line in ALLOWED


ALLOWED = {"You may keep the key.", "Can you see the sea from there?"}
"""Lines that say "you", but nothing about a person."""


def test_every_character_has_three_lines_for_each_subject_and_no_two_lines_are_alike() -> None:
    for level, lines in LINES.items():
        assert level in CHARACTERS
        assert all(len(said) >= 3 for said in lines.values()), level
        for theme, role in lines:
            assert theme in get_args(Theme) and role in get_args(Role)
    assert [line for line, count in Counter(line for _, line in EVERY_LINE).items() if count > 1] == []


def test_the_four_characters_of_the_first_evenings_speak_on_every_subject() -> None:
    themes = set(get_args(Theme)) - {""}
    for level in ("easy", "casual", "normal", "hard"):
        assert {theme for theme, _ in LINES[level]} == themes


def test_a_line_with_a_number_is_only_said_where_the_number_is_known() -> None:
    assert "Five. I had it at five." in lines_for("normal", "takes", "did", 5)
    assert "Five points. On schedule." not in lines_for("normal", "grows", "did", 0)
    assert "34. Yes, it adds up." in lines_for("normal", "scores", "saw", 34)
    assert lines_for("random", "takes", "did", 5) == () == lines_for("normal", "", "did", 5)


# --- whole games ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games() -> Iterator[dict[str, list[History]]]:
    """Two games of each game by bots that play at random, of whom the first two seats have characters."""
    with canned_physics():
        yield {entry.key: [_played(entry, seed) for seed in (1, 2)] for entry in registry.ENTRIES}


def _played(entry: registry.Entry, seed: int) -> History:
    levels = [level.name for level in entry.levels]
    seats = [SeatSetup("Gus", "easy"), SeatSetup("Odo", "hard"), SeatSetup("Ann")][: entry.game.info.seats[1]]
    header = new_header(entry.game, seats, {}, seed, levels=levels)
    table = Table(History(entry.game, header))
    table.advance()
    while isinstance(table.turn, Decide):
        dice = Dice(seed, table.history.records, "play")
        table.submit(table.turn.seat, random_move(table.game, table.history.state, dice))
    return table.history


def spoken(history: History) -> list[tuple[int, LogLine]]:
    found = asides_of(history, talk=True)
    return [(plays, line) for (plays, _), lines in found.items() for line in lines if line.kind == SPOKEN]


@pytest.mark.parametrize("key", registry.keys())
def test_at_most_one_line_a_round_and_none_twice(games: dict[str, list[History]], key: str) -> None:
    for history in games[key]:
        said = spoken(history)
        texts = [line.text.partition(": ")[2] for _, line in said]
        assert len(set(texts)) == len(texts)
        turns, owner, turn = [], None, -1
        for play in history.plays:
            if play.by is not None and play.by != owner:
                owner, turn = play.by, turn + 1
            turns.append(max(turn, 0) // len(history.header.seats))
        rounds = [turns[plays] for plays, _ in said]
        assert len(set(rounds)) == len(rounds)


@pytest.mark.parametrize("key", registry.keys())
def test_no_line_holds_a_card_or_a_letter_of_a_rack(games: dict[str, list[History]], key: str) -> None:
    """A line is one of the fixed lines with at most a number of points in it, which everyone has seen."""
    patterns = [re.escape(line).replace(re.escape("{points}"), r"\w+") for _, line in EVERY_LINE]
    for history in games[key]:
        for _, line in spoken(history):
            name, _, text = line.text.partition(": ")
            assert name in history.header.names and text[0] == text[-1] == '"'
            assert any(re.fullmatch(pattern, text[1:-1]) for pattern in patterns), text
            assert not re.search(r"\b(?:[A-HJ-Z]|[A-Z]{2,})\b", text), "a letter or a card by its name"


def test_lines_follow_from_the_game_and_talk_can_be_off(games: dict[str, list[History]]) -> None:
    (history, _) = games["takethat"]
    assert asides_of(history, talk=True) == asides_of(history, talk=True)
    kinds = {line.kind for lines in asides_of(history, talk=False).values() for line in lines}
    assert kinds <= {TOLD}


# --- one highlight --------------------------------------------------------------------------------------

Finder = Callable[[Play], list[Highlight]]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[Finder], None]:
    """Give every game highlights."""
    return lambda finder: monkeypatch.setattr("towergames.registry.Entry.highlights", property(lambda _: finder))


def at_play(number: int, *highlights: Highlight) -> Finder:
    return lambda play: list(highlights) if play.number == number else []


def table_of(*bots: str, moves: int = 4) -> Table:
    return null_table(*bots, moves=["take 1"] * moves, heap=40)


def last_decision(table: Table) -> int:
    return max(number for number, play in enumerate(table.history.plays, start=1) if play.by is not None)


def said_to(named: Callable[[Finder], None], table: Table, highlight: Highlight) -> str:
    named(at_play(last_decision(table), highlight))
    return spoken_since(asides_of(table.history, talk=True), 0)


def test_the_one_who_did_it_the_one_who_suffered_and_one_who_looked_on_have_their_own_lines(
    named: Callable[[Finder], None],
) -> None:
    takes = Highlight("steal", 0, 1, (0, 1), theme="takes")
    easy = LINES["easy"]
    for bots, role in ((("easy", ""), "did"), (("", "easy"), "suffered"), (("", "", "easy"), "saw")):
        told = said_to(named, table_of(*bots, moves=6), takes)
        lines = easy.get(("takes", role), ())  # type: ignore[call-overload]
        assert told.partition(": ")[2].strip('"') in lines if lines else told == ""


def test_people_and_silent_levels_say_nothing(named: Callable[[Finder], None]) -> None:
    fall = Highlight("fall", 0, 1, (0,), theme="fall")
    assert said_to(named, table_of("", ""), fall) == ""
    assert said_to(named, table_of("random", "random"), fall) == ""
    assert said_to(named, table_of("", "easy"), fall).startswith("Bob: ")


def test_a_sentence_of_a_highlight_stands_in_the_log_after_its_event(named: Callable[[Finder], None]) -> None:
    table = table_of("", "")
    number = last_decision(table)
    three = [Highlight(f"kind {size}", 0, size, (0,), sentence=f"{{0}} is {size}.") for size in (1, 3, 2)]
    picture = Highlight("picture", 0, 1, (0,), 0.8)
    named(lambda play: [picture] if play.number < number else at_play(number, *three)(play))
    lines = log_lines(table.history, None, number - 1, number, asides=asides_of(table.history, talk=False))
    assert [line.text for line in lines if line.kind == TOLD] == ["Ann is 3.", "Ann is 2."]
    assert lines[0].kind != TOLD, "the event comes first"
    assert [line for line in table.log(None) if line.kind == TOLD] == [line for line in lines if line.kind == TOLD]


def test_what_is_shown_once_is_told_once(named: Callable[[Finder], None]) -> None:
    table = table_of("", "")
    named(lambda _: [Highlight("first", 0, 1, (0,), sentence="{0} is first.", once=True)])
    lines = [line for some in asides_of(table.history, talk=False).values() for line in some]
    assert [line.text for line in lines] == ["Ann is first."]


def test_the_winner_of_a_game_without_highlights_has_a_word(named: Callable[[Finder], None]) -> None:
    named(lambda _: [])
    table = null_table("easy", "", heap=1)
    while isinstance(table.turn, Decide):
        table.submit(table.turn.seat, table.parse("take 1"))
    assert isinstance(table.turn, Over)
    told: Any = spoken_since(asides_of(table.history, talk=True), 0)
    winners = table.turn.ranking[0]
    role = "did" if 0 in winners else "saw"
    assert told.partition(": ")[2].strip('"') in LINES["easy"][("win", role)]  # type: ignore[index]
    assert spoken_since(asides_of(table.history, talk=True), len(table.history.plays)) == ""
