"""What seats may know before the towers are shown."""

from __future__ import annotations

import msgspec

from tests.games.bricks.tables import GOOD, do, run, table
from towergames.core.contract import Decide, visible
from towergames.core.dice import Dice
from towergames.games.bricks.game import GAME


def test_drafts_and_towers_handed_in_are_hidden_until_the_reveal() -> None:
    s = run(table(2), f"build {GOOD}", "copy secret", "submit", "place D5TB 0+")
    assert GAME.view(s, 0).benches[1] is None and GAME.view(s, 1).benches[0] is None
    assert GAME.view(s, None).benches == (None, None)
    assert "secret" in msgspec.json.encode(GAME.view(s, 0)).decode()
    assert "secret" not in msgspec.json.encode(GAME.view(s, 1)).decode()
    assert GAME.reveal(s).benches == s.benches and GAME.view(s, 1).has_submitted(0)
    assert not GAME.view(s, 1).has_submitted(1)
    over = run(s, "submit")
    assert GAME.view(over, None).benches == over.benches


def test_building_is_told_to_the_builder_only_and_handing_in_to_all() -> None:
    s = table(2, discovery=True)
    events = [event for text in (f"build {GOOD}", "ask 36", "draft b") for event in do(s, text).events]
    assert events
    assert all(visible(event, 0) and not visible(event, 1) and not visible(event, None) for event in events)
    (event,) = do(s, "submit").events
    assert visible(event, None)


def test_cards_taken_in_a_duel_are_seen_by_all() -> None:
    s = table(2, mode="duel")
    step = do(s, f"pick {s.pool[3]}")
    assert visible(step.events[0], None)
    assert GAME.view(step.state, None).picked == ((s.pool[3],), ())


def test_the_word_typed_is_hidden_with_the_tower() -> None:
    s = run(table(2, longest="typed"), f"build {GOOD}", "submit DOLOURS")
    assert "DOLOURS" not in msgspec.json.encode(GAME.view(s, 1)).decode()


def test_imagined_towers_differ_and_choices_and_verdicts_do_not() -> None:
    s = run(table(2), f"build {GOOD}", "submit", "place D5TB 0+", "place L5HB 1.2")
    worlds = [GAME.imagine(GAME.view(s, 1), Dice(n)) for n in range(6)]
    assert len({world.benches[0] for world in worlds}) > 3
    listed = list(GAME.choices(s))
    for world in worlds:
        assert world.benches[1] == s.benches[1] and list(GAME.choices(world)) == listed
        assert GAME.judge(world, listed[0]) == GAME.judge(s, listed[0])


def test_choices_list_each_placing_taking_a_tower_and_handing_in() -> None:
    s = run(table(), "build D5TB L5HB / A4HR")
    listed = [GAME.notate(move) for move in GAME.choices(s)]
    assert len(set(listed)) == len(listed)
    cards, goals = 12, (3 + 2) + 3  # ordinary cards left; inside the levels, new levels
    assert len([text for text in listed if text.startswith("place")]) == cards * goals
    assert [text for text in listed if text.startswith("take")] == ["take 1.1", "take 1.2", "take 2.1"]
    assert listed[-1] == "submit"
    assert {text.split()[0] for text in listed} == {"place", "take", "clear", "build", "submit"}
    assert all(GAME.judge(s, move).legal for move in GAME.choices(s))
    assert isinstance(GAME.turn(s), Decide)
