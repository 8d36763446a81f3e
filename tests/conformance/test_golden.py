"""Old saves replay to the same states for ever (R14), and the same seeds still tell the same stories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.combinations import THOROUGH, long
from tests.conformance.playing import Case
from tests.golden.make import SAVES, TEXTS, facts_of, golden_cases, playthrough, told
from towergames.table.save_file import load_file, verify

INDEX = json.loads((SAVES / "index.json").read_text())


@pytest.mark.parametrize("name", sorted(INDEX))
def test_a_golden_save_still_replays_to_the_same_state(name: str) -> None:
    loaded = load_file(SAVES / name)
    assert loaded.damage is None
    assert facts_of(loaded.history) == INDEX[name]
    kinds = {record.kind for record in loaded.contents.records}
    assert kinds == {"action", "outcome", "retract", "note", "end"}
    assert not THOROUGH or verify(SAVES / name).ok


def test_no_golden_save_has_gone_and_none_is_unlisted() -> None:
    assert sorted(path.name for path in SAVES.glob("*.jsonl")) == sorted(INDEX)


def everyday(case: Case) -> bool:
    """The fewest and the most seats of a game, and every game with settings of its own."""
    return case.seats in case.game.info.seats or bool(case.options)


NAMES = [given for name, case in golden_cases().items() for given in ([name] if everyday(case) else long(name))]


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_playthrough_is_told_in_the_same_words(name: str, tmp_path: Path) -> None:
    """After a wanted change of words: ``python -m tests.golden.make --texts GAME``."""
    told_now = told(playthrough(name, tmp_path))
    assert told_now == (TEXTS / f"{name}.txt").read_text(encoding="utf-8")
