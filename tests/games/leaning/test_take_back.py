"""A fall that is taken back: who may, how often, what the save says, and that the game then counts nowhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.plain.helpers import converse
from tests.table.record_kit import counted_in
from tests.tui.frames import frame, until
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.leaning.game import LeaningTowers
from towergames.run_request import RunRequest
from towergames.session import commands
from towergames.session.text import help_used
from towergames.table.errors import TableError
from towergames.table.facts import facts
from towergames.table.history import History
from towergames.table.match import Table
from towergames.table.notes import TAKE_BACK
from towergames.table.records import SeatSetup, SeriesLink
from towergames.table.remarks import TAKEN_BACK, uncounted_reason
from towergames.table.save_file import load_file
from towergames.table.setup import next_of_match, rematch, series_line
from towergames.table.store import Store
from towergames.tui.app import TowerApp
from towergames.tui.dialogs import ChoiceDialog
from towergames.tui.screens.game.screen import GameScreen

LOT, BROKEN = 1, 7
"""Numbers of plays of the example: who starts is drawn by lot; its second player has broken the structure."""


@cache
def example() -> History:
    return load_file(Path(__file__).parents[3] / "saves" / "example-leaning-wreck.jsonl").history


def fallen(store: Store, *, players: str = "Hal:normal,Ann", name: str = "fallen", plays: int = BROKEN) -> Table:
    """A saved game with the plays of the example; ``players`` are names, and levels of bots."""
    seats = tuple(SeatSetup(*one.split(":")) for one in players.split(","))
    seed = len(store.names()) + 1
    options = {**example().header.options, "first": 1}
    table = store.begin(replace(example().header, seats=seats, seed=seed, series=None, options=options), name)
    table.copy_plays(example().plays[LOT:plays])
    return table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "saves")


def test_a_fall_is_taken_back_once_and_the_save_says_so(store: Store) -> None:
    table = fallen(store)
    assert table.history.plays[-1].step.events[-1].kind == "break"
    seat = commands.take_back_offer(store, table)
    assert seat == 1
    done = commands.take_back(table, seat)
    assert isinstance(done, commands.Done) and done.changed and "counts in no records" in done.text
    turn = table.turn
    assert isinstance(turn, Decide) and (turn.seat, turn.phase) == (1, "turn")
    assert table.moves == BROKEN - LOT - 2, "the let-go and its fall are undone"
    told = [line.text for line in table.log(None)]
    assert "Ann took a fall back, so the game leaves the records" in told and any("Ann undid" in text for text in told)
    table.close()
    opened = load_file(store.path("fallen")).history
    assert opened.assists == {TAKE_BACK: 1, "undo": 1} and not opened.counts
    assert "1 fall taken back" in help_used(opened.assists) and uncounted_reason(opened) == TAKEN_BACK
    again = store.open("fallen")
    again.copy_plays(example().plays[BROKEN - 2 : BROKEN])
    assert commands.take_back_offer(store, again) is None, "only once"
    again.close()


def test_a_person_who_lets_a_fall_count_is_not_asked_again_in_a_game_that_is_opened_again(store: Store) -> None:
    table = fallen(store)
    assert commands.ask_take_back(store, table) == 1
    assert commands.ask_take_back(store, table) is None
    table.close()
    again = store.open("fallen")
    assert again.history.counts and again.history.assists == {}, "the question is no help"
    assert commands.take_back_offer(store, again) is None
    assert Table(again.history.copy()).history.take_back_asked == {1}
    again.close()


def test_nobody_else_may_take_a_fall_back(store: Store) -> None:
    calm = fallen(store, name="calm", players="Ann,Bob", plays=BROKEN - 2)
    assert commands.take_back_offer(store, calm) is None, "nothing has fallen"
    calm.close()
    bots = fallen(store, players="Ann,Hal:normal", name="bots")
    assert commands.take_back_offer(store, bots) is None, "a bot has let go"
    bots.close()
    unsaved = Table(example().copy(BROKEN))
    assert commands.take_back_offer(store, unsaved) is None
    begun = fallen(store, name="begun", plays=LOT)
    assert commands.take_back_offer(store, begun) is None, "nobody has moved"
    assert commands.take_back(begun, 1) == commands.Refused("Nothing to undo: no move has been made yet.")
    begun.close()


def test_where_nothing_can_be_written_nothing_is_taken_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = fallen(store)

    def full() -> None:
        raise TableError("the saved game has no room for more undos")

    monkeypatch.setattr(table, "_may_grow", full)
    assert commands.take_back(table, 1) == commands.Refused("The saved game has no room for more undos.")
    assert table.history.counts and len(table.history.plays) == BROKEN - LOT
    assert commands.ask_take_back(store, table) == 1, "a question that cannot be noted is asked all the same"
    table.close()


def test_only_the_first_two_games_of_a_person_are_kind(store: Store) -> None:
    first = fallen(store, name="first")
    first.close()
    second = fallen(store, name="second", players="Hal:normal,ann")
    assert commands.take_back_offer(store, second) == 1, "Ann and ann are one person"
    second.close()
    others = fallen(store, name="others", players="Hal:normal,Bob")
    assert commands.take_back_offer(store, others) == 1, "it is the first game of Bob"
    others.close()
    third = fallen(store, name="third")
    assert commands.take_back_offer(store, third) is None
    third.close()


def test_all_other_people_must_agree(store: Store) -> None:
    table = fallen(store, players="Bob,Ann")
    asked = commands.take_back(table, 1)
    assert isinstance(asked, commands.Consent) and asked.others == (0,)
    assert table.history.counts and table.moves == BROKEN - LOT
    assert isinstance(commands.take_back(table, 1, asked.others), commands.Done)
    table.close()


def test_a_game_with_a_fall_taken_back_is_in_no_records_and_no_match(store: Store) -> None:
    """The example is over, so a note is all that is needed."""
    whole = example().copy()
    link = SeriesLink("series-1", 3, (10, 20), (1, 1))
    whole.header = replace(whole.header, series=link)
    assert facts(whole) is not None and next_of_match(whole) == 4 and series_line(whole)
    following = rematch(whole, 5).series
    assert following is not None and following.number == 4
    Table(whole).note(0, TAKE_BACK)
    assert facts(whole) is None and next_of_match(whole) == 0 and series_line(whole) == ""
    assert rematch(whole, 5).series == link, "the match goes on as before this game"
    kept = fallen(store, plays=len(example().plays))
    kept.advance()
    assert len(counted_in(store.folder)) == 1
    kept.note(1, TAKE_BACK)
    kept.close()
    assert counted_in(store.folder) == []


@pytest.fixture
def recorded_physics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is let go of falls as in the example."""
    outcomes = {play.notation: play.move for play in example().plays[BROKEN - 1 : BROKEN + 1] if play.by is None}

    def resolve(game: LeaningTowers, state: Any, nature: Any, dice: Dice) -> Any:
        return outcomes[nature.kind]

    monkeypatch.setattr(LeaningTowers, "resolve", resolve)


@pytest.mark.parametrize("answer", ["yes", "no", "score"])
@pytest.mark.usefixtures("recorded_physics")
def test_plain_mode_asks_too_and_a_line_for_the_game_is_no_answer(store: Store, answer: str) -> None:
    fallen(store, players="Hal:normal,Ann", plays=BROKEN - 2).close()
    move = example().plays[BROKEN - 2].notation
    code, text = converse([move, answer, "quit"], RunRequest("open", store.folder, save="fallen"))
    assert code == 0
    assert "Ann, take it back? The game then counts in no records" in text
    assert ("The fall is taken back." in text) == (answer == "yes")
    assert ("Score sheet" in text or "total" in text) == (answer == "score")
    history = load_file(store.path("fallen")).history
    assert history.counts == (answer != "yes")
    assert history.state.phase == ("turn" if answer == "yes" else "rebuild")
    assert history.take_back_asked == {1}


@pytest.mark.parametrize("answer", ["t", "g"])
@pytest.mark.usefixtures("recorded_physics")
async def test_the_screen_asks_after_the_fall_was_seen(store: Store, tmp_path: Path, answer: str) -> None:
    fallen(store, players="Hal:normal,Ann", plays=BROKEN - 2).close()
    request = RunRequest(
        "open", store.folder, save="fallen", config=tmp_path / "config", flags={"motion": "none", "pace": "instant"}
    )
    app = TowerApp(request)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.session.context().may_act)
        screen.flow.act(example().plays[BROKEN - 2].move)
        await until(pilot, lambda: screen.stage.heap_lies)
        assert not isinstance(app.screen, ChoiceDialog), "first the fall is seen"
        screen.stage._deaf_until = 0.0
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChoiceDialog))
        assert "Take it back?" in frame(app) and "in no records" in frame(app)
        await pilot.press(answer)
        await until(pilot, lambda: app.screen is screen)
        assert screen.session.table.history.counts == (answer == "g")
        assert screen.session.table.history.take_back_asked == {1}
        assert screen.session.table.history.state.phase == ("turn" if answer == "t" else "rebuild")
        if answer == "t":
            assert (
                screen.session.message.text
                == "The fall is taken back. This game now counts in no records and no match."
            )
