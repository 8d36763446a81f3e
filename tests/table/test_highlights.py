"""Beats: at most two highlights of a turn have a picture, the larger ones; it takes the place of the event's frames."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.table.helpers import null_table
from towergames import registry
from towergames.core.contract import Event
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.session.animation import BEAT_FRAME_SECONDS, STILL_SECONDS, Frame, frames_of
from towergames.session.context import context_at
from towergames.session.replay import Replay
from towergames.table.highlights import beats_by_event, beats_of, highlights_of, turn_start
from towergames.table.match import Table

Finder = Callable[[Play], list[Highlight]]


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[Finder], None]:
    """Give every game highlights."""
    return lambda finder: monkeypatch.setattr("towergames.registry.Entry.highlights", property(lambda _: finder))


def sized(*sizes: int, seconds: float = 0.8) -> list[Highlight]:
    return [Highlight(f"size {size}", 0, size, seconds=seconds) for size in sizes]


def played(*bots: str) -> Table:
    """A game of a few decisions; Nature begins."""
    return null_table(*bots, moves=("take 1", "take 1", "take 2", "take 1"), heap=40)


def decisions(table: Table) -> list[int]:
    return [number for number, play in enumerate(table.history.plays) if play.by is not None]


def test_two_beats_a_turn_the_larger_ones_in_the_order_of_events(named: Callable[[Finder], None]) -> None:
    table = played()
    at = decisions(table)[1]
    named(lambda play: sized(3, 1, 2) if play.number == at + 1 else [])
    assert [one.size for one in highlights_of(table.history, at)] == [3, 1, 2]
    assert [one.size for one in beats_of(table.history, at)] == [3, 2]
    assert beats_of(table.history, at - 1) == ()
    (only,) = beats_by_event(table.history, at).values()
    assert only.size == 3, "one event has one beat"


def test_what_a_turn_has_shown_before_counts_and_what_has_no_picture_does_not(named: Callable[[Finder], None]) -> None:
    history = played("").history  # alone each decision is a turn, and what Nature does next belongs to it
    first, second = decisions(played(""))[:2]
    assert turn_start(history, second) == second
    named(lambda _: sized(5))
    between = [number for number in range(first, second) if history.plays[number].by is None]
    shown = [len(beats_of(history, number)) for number in (first, *between[:2])]
    assert shown == [1, 1, 0][: len(shown)]
    named(lambda _: sized(9, 8, seconds=0.0))
    assert not beats_of(history, first)


def test_a_turn_is_all_decisions_of_one_player_in_a_row() -> None:
    table = played()
    starts = {number: turn_start(table.history, number) for number in range(len(table.history.plays))}
    for number, play in enumerate(table.history.plays):
        assert starts[number] <= number
        if play.by is not None:
            assert starts[number] == number, "the players of this game take turns"
    assert starts[0] == 0, "Nature begins before any turn"


def test_an_event_that_not_everyone_may_know_is_no_highlight(
    named: Callable[[Finder], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played()
    at = decisions(table)[0]
    named(lambda _: sized(1))
    secret = Event("deal", "", seen_by=frozenset({0}))
    step = table.history.plays[at].step
    monkeypatch.setattr(type(step), "events", property(lambda _: (secret,)), raising=False)
    assert highlights_of(table.history, at) == ()


def frames(motion: str, *highlights: Highlight) -> list[Frame]:
    """The frames of a play that scores three points."""
    table, event = played(), Event("take", "", 0, {"points": 3})
    board = registry.get("null").board
    beats = {id(event): one for one in highlights}
    return list(frames_of(board, context_at(table.history, None, 1), (event,), 1, motion, beats))


def test_a_beat_is_drawn_in_steps_of_time_and_its_points_count_at_its_end() -> None:
    assert not frames("full"), "nothing moves in this game"
    shown = frames("full", *sized(1))
    assert all(one.highlight is not None and one.highlight.size == 1 for one in shown)
    times = [one.context.beat_seconds for one in shown]
    assert times == pytest.approx([n * BEAT_FRAME_SECONDS for n in range(11)])
    assert sum(one.seconds for one in shown) == pytest.approx(0.8 + BEAT_FRAME_SECONDS)
    assert [one.counted for one in shown] == [(0, 0)] * 10 + [(3, 0)]
    assert shown[-1].fresh == ((0, 3),) and not shown[0].fresh


def test_without_movement_a_beat_is_its_last_frame_and_without_motion_nothing() -> None:
    (still,) = frames("basic", *sized(1))
    assert (still.seconds, still.context.beat_seconds, still.counted) == (STILL_SECONDS, 0.8, (3, 0))
    assert frames("none", *sized(1)) == []


def test_a_replay_shows_the_same_beats(named: Callable[[Finder], None]) -> None:
    table = played()
    at = decisions(table)[1]
    named(lambda play: sized(1) if play.number == at + 1 else [])
    replay = Replay(table.history)
    replay.seek(at + 1)
    assert any(one.highlight is not None for one in replay.frames("full"))
    replay.seek(at)
    assert not any(one.highlight is not None for one in replay.frames("full"))
