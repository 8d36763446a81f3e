"""Rule sheets are read once, strictly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.null.entry import NULL
from towergames import registry
from towergames.core.rulesheet import AIM_CELLS, load_rule_sheet


def test_a_rule_is_found_by_its_id_whatever_its_case() -> None:
    sheet = NULL.game.rule_sheet
    rule = sheet.find(" n-2 ")
    assert (rule.id, rule.see) == ("N-2", ("N-3", "N-5"))
    assert sheet.find("N-99") is None and sheet.find("99") is None
    assert {sheet.find(text) for text in ("2", "02", "n2", "N 2")} == {rule}
    assert sheet.unknown_rule_error("N-99") == 'no rule "N-99". Rules: N-1 to N-6'
    assert sheet.unknown_rule_error("M-2") == 'no rule "M-2". Did you mean "N-2"? Rules: N-1 to N-6'
    assert sheet.unknown_rule_error("chess") == 'no rule "chess". Rules: N-1 to N-6'
    assert sheet.ids == tuple(f"N-{i}" for i in range(1, 7))
    assert [title for title, _ in sheet.sections] == ["Play", "End"]


@pytest.mark.parametrize("entry", registry.ENTRIES, ids=registry.keys())
def test_the_aim_of_every_game_has_three_whole_lines(entry: registry.Entry) -> None:
    aim = entry.game.rule_sheet.aim
    assert len(aim) == 3 and len(set(aim)) == 3
    assert all(len(line) <= AIM_CELLS and line.endswith(".") for line in aim)
    assert NULL.game.rule_sheet.aim == ()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "a_sheet_of_the_tests"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "a_sheet_of_the_tests", raising=False)
    return folder


RULE = '[[section.rule]]\nid = "{}"\ntitle = "t"\ntext = " x "\nsee = {}\n'


@pytest.mark.parametrize(
    ("rules", "match"),
    [((("A", "[]"), ("A", "[]")), "used twice"), ((("A", '["B", "C"]'), ("B", "[]")), "unknown rules C")],
)
def test_double_ids_and_loose_ends_are_errors(package: Path, rules: tuple[tuple[str, str], ...], match: str) -> None:
    text = 'title = "T"\n[[section]]\ntitle = "S"\n' + "".join(RULE.format(*rule) for rule in rules)
    (package / "rules.toml").write_text(text)
    with pytest.raises(ValueError, match=match):
        load_rule_sheet("a_sheet_of_the_tests")
