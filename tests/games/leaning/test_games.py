"""Whole games at random on a table without physics; what the contract promises of them stands in conformance."""

from __future__ import annotations

import dataclasses
from collections import Counter

import msgspec
import pytest

from tests.combinations import first
from tests.conformance.playing import walk
from tests.games.leaning.canned import CannedTable, game
from tests.games.leaning.making import HERE, letting_go, state
from towergames.core.contract import Decide, NotationError
from towergames.core.dice import Dice
from towergames.games.leaning.game import LeaningTowers
from towergames.games.leaning.model import RestingPiece, TableSettled
from towergames.games.leaning.notation import parse
from towergames.physics.recording import MOST_RECORD, fitted

OPTIONS = (
    {},
    {"contacts": "placed", "three": "break", "rebuild": "restore", "bump": "table", "tries": 1, "passing": "free"},
    {"held": "other", "alone": "end", "bump": "players", "foundation": "ready", "tries": 5, "first": 1},
    {"bump": "nudge", "tries": 2, "passing": "free", "tremor": "shaky", "surface": "glass"},
)


@pytest.mark.parametrize("count", first(1, [12, 400]))
def test_many_games_end_and_show_every_kind_of_fall(count: int) -> None:
    seen: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    longest = 0
    for seed in range(2, 2 + count):
        seats = 2 + seed % 9
        options = OPTIONS[seed % len(OPTIONS)]
        plies, last = 0, None
        for _, turn, _, step in walk(game(8 + seed % 8), seats, options, seed):
            seen.update(event.kind for event in step.events)
            last, plies = step.state, plies + 1
            if isinstance(turn, Decide):
                assert not step.reveals or step.state.phase == "over", "nothing has moved, so it can be taken back"
            elif turn.kind in ("release", "clear", "bump", "search"):
                assert step.reveals, "nobody takes back what the table showed"
        longest = max(longest, plies)
        reasons[last.ending.replace("{", "").split("0")[0][:20]] += 1
    for kind in ("slip", "break", "wreck", "bump", "fallen", "rebuilt", "put-back", "forfeit", "hold", "place", "keep"):
        assert seen[kind], kind
    assert len(reasons) >= 3, reasons
    assert longest <= game().info.longest // 2


class LongTraces(CannedTable):
    """Records more movement than a journal has room for."""

    def let_go(self, state, dice):
        return dataclasses.replace(super().let_go(state, dice), trace="A" * 20_000)


def test_a_movement_too_long_for_the_journal_is_left_out_and_the_rest_kept() -> None:
    s = letting_go(state())
    played = LeaningTowers(LongTraces)
    outcome = played.resolve(s, played.turn(s), Dice(3))
    assert outcome == dataclasses.replace(CannedTable().let_go(s, Dice(3)), trace="")
    crowd = tuple(
        RestingPiece(n, HERE._replace(x=-400_000 - n, w=-707_107, i=-707_107), 4, 99_999, 179_999)
        for n in range(1, 153)
    )
    full = TableSettled(crowd, tuple((n, n + 1) for n in range(1, 152)), trace="A" * 6_000)
    assert fitted(full).trace == ""
    assert len(msgspec.json.encode(fitted(full))) <= MOST_RECORD, "ten players' pieces fit on a line"
    few = dataclasses.replace(full, rests=crowd[:30])
    assert fitted(few) == few


BAD = """fly|p|place big at 1 2 3 turn 1 0 0 0|hold|put P0 at 1|nudge x|pass now|found small|keep
place small at 1 2 3.0001 turn 1 0 0 0|place small at 1 2 3 turn 1 0 0 0 expect 9|place small on 3 at 1 2"""


@pytest.mark.parametrize("text", ["", *BAD.replace("\n", "|").split("|")])
def test_a_text_that_is_no_move_says_what_would_be(text: str) -> None:
    played = game()
    with pytest.raises(NotationError) as caught:
        played.parse(text, played.new(2, {}))
    assert str(caught.value).isprintable()


def test_what_a_piece_is_expected_to_touch_is_named() -> None:
    with pytest.raises(NotationError, match="expect CORNERS touch P1"):
        parse("place small at 0 0 0 turn 1 0 0 0 expect 1 touch")
