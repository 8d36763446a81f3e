"""The games that come with the program: found wherever the saves are, and counted for nobody."""

from __future__ import annotations

import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.table.helpers import null_header, saved_game
from tests.table.record_kit import counted_in
from towergames.cli.app import HELP, functions
from towergames.games.words import turn_review
from towergames.games.words.bots import LEVELS
from towergames.lexicon.word_lists import load
from towergames.table.examples import example_file, example_names, is_example
from towergames.table.save_file import load_file
from towergames.table.store import Store

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", example_names())
def test_every_example_is_a_finished_game_and_known_as_one(name: str) -> None:
    loaded = load_file(example_file(name))
    assert loaded.damage is None and loaded.finished and is_example(loaded.history.header)


def test_the_readme_names_the_words_of_examples_that_the_present_list_has_not() -> None:
    """A word that was challenged and taken back never stood."""
    present, stood, taken_back = load("standard").words, set[str](), set[str]()
    for name in example_names():
        for play in load_file(example_file(name)).history.plays:
            for event in play.step.events:
                found = event.data.get("words") or [event.data.get("word")]
                words = {word for word in found if isinstance(word, str)}
                if event.kind == "challenge":
                    taken_back |= words
                elif event.kind in ("play", "word"):
                    stood |= words
    gone = sorted(word for word in stood - taken_back if word not in present)
    assert f"{', '.join(gone[:-1])} and {gone[-1]}." in (ROOT / "saves" / "README.md").read_text()


def test_every_example_is_in_the_wheel() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    shipped = {Path(source).stem: target for source, target in build["force-include"].items() if "example-" in source}
    assert shipped == {name: f"towergames/examples/{name}.jsonl" for name in example_names()}


def test_help_names_examples_that_are_there_wherever_it_is_read() -> None:
    told = " ".join(function.__doc__ or "" for function in functions().values()) + HELP
    assert set(re.findall(r"example-[a-z-]+", told)) <= set(example_names())
    assert "saves/" not in told


def test_examples_are_nobodys_under_any_name(store: Store, tmp_path: Path) -> None:
    for name in example_names():
        shutil.copy(example_file(name), tmp_path / f"{name}.jsonl")
    shutil.copy(example_file(example_names()[0]), tmp_path / "mine.jsonl")
    assert counted_in(store.folder) == [] and list(store.headers()) == []
    saved_game(tmp_path, moves=1000)
    assert len(counted_in(store.folder)) == len(list(store.headers())) == 1
    assert not is_example(null_header("", ""))


@pytest.mark.parametrize(
    "command", [("verify",), ("export",), ("review",), ("replay", "--plain")], ids=lambda command: command[0]
)
def test_an_example_is_found_by_its_name_where_the_saves_are_elsewhere(
    run: Run,  # noqa: F811
    tmp_path: Path,
    command: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turn_review, "WORLDS", 1)
    monkeypatch.setattr(turn_review, "LEVELS", (replace(LEVELS[-1], iterations=20),))
    code, out, err = run(*command, "example-words", "--saves", str(tmp_path / "elsewhere"), given=b"quit\n")
    assert (code, err) == (0, "") and out
    assert not (tmp_path / "elsewhere").exists()


def test_an_example_is_watched_and_not_played_in_its_place(run: Run, tmp_path: Path) -> None:  # noqa: F811
    code, _, err = run("load", "example-words", "--saves", str(tmp_path))
    assert code == 2 and "Watch it with: towergames replay example-words" in err
    code, _, err = run("replay", "exampel-words", "--saves", str(tmp_path))
    assert code == 2 and 'Did you mean "example-words"?' in err
