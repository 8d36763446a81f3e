"""Saves of earlier rules: replayed and continued by those, while new games begin by the newest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.make import SAVES
from towergames import registry
from towergames.core.contract import Decide
from towergames.table.save_file import load_file
from towergames.table.setup import rematch
from towergames.table.store import Store

FORMER = sorted((entry.key, game.info.rules_version) for entry in registry.ENTRIES for game in entry.former)


@pytest.mark.parametrize(("key", "rules"), FORMER)
def test_every_earlier_rules_version_has_a_golden_save(key: str, rules: int) -> None:
    assert rules < registry.get(key).game.info.rules_version
    assert list(SAVES.glob(f"{key}-r{rules}-*.jsonl"))


def test_a_branch_of_an_old_save_goes_on_by_its_rules(tmp_path: Path) -> None:
    old = load_file(SAVES / "words-r1-2-taken-back.jsonl").history
    table = Store(tmp_path).branch(old, 8, "old")  # Ann's second play was challenged
    try:
        assert table.header.rules == table.game.info.rules_version == 1
        assert isinstance(table.turn, Decide) and table.turn.seat == 1
    finally:
        table.close()


def test_the_rematch_of_an_old_save_is_played_by_the_newest_rules() -> None:
    old = load_file(SAVES / "words-r1-2-taken-back.jsonl").history
    assert rematch(old, 5).rules == registry.get("words").game.info.rules_version == 2
