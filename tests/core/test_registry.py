"""Games of other distributions: found by their entry points, checked, and left out where they are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.example.distribution import NIM, found_in, write_example_metadata, write_metadata, write_package
from towergames import registry
from towergames.board.canvas import Canvas
from towergames.cli.main import main
from towergames.tui.widgets.gallery import draw_emblem, first_cards, make_cards

BUILT_IN = ("bricks", "konexi", "leaning", "words", "takethat")

GOOD = {
    "game": """
from dataclasses import replace
from tests.null.game import NullGame
class Other(NullGame):
    info = replace(NullGame.info, key="other")
GAME = Other()
""",
    "board": "from tests.null.board import BOARD",
}

TAKEN = """
from towergames.board.palette import Palette, Role, add
PALETTE = add(Palette({"text": Role("#000000", "#000000", "#000000", "black")}))
"""


def other(folder: Path, key: str = "other", package: str = "other_game", **modules: str | None) -> None:
    """A distribution with a game that works, but for the modules given; None leaves one out."""
    made = {name: text for name, text in (GOOD | modules).items() if text is not None}
    write_package(folder, package, made)
    write_metadata(folder, package, f"[{registry.GROUP}]\n{key} = {package}\n")


def test_the_example_game_is_found_after_the_built_in_ones(tmp_path: Path) -> None:
    write_example_metadata(tmp_path)
    with found_in(tmp_path) as found:
        assert found == registry.Foreign((NIM,))
        assert registry.keys() == (*BUILT_IN, "nim")
        assert registry.get("nim").game.info.title == "Nim"


def test_a_built_in_game_is_had_without_a_look_at_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "foreign", lambda: pytest.fail("nothing foreign is needed"))
    assert registry.get("words").key == "words"


def test_a_game_with_a_board_alone_is_enough(tmp_path: Path) -> None:
    other(tmp_path)
    with found_in(tmp_path) as found:
        assert [entry.key for entry in found.entries] == ["other"]
        assert found.entries[0].levels == ()


def test_a_foreign_game_says_what_the_pixels_of_its_emblem_are_painted_with(tmp_path: Path) -> None:
    emblem = """
from towergames.board.palette import Palette
PALETTE = Palette(emblem={"g": "good", "A": "bad"})
"""
    game = GOOD["game"].replace('key="other"', 'key="other", emblem=("gA............",) * 8')
    other(tmp_path, palette=emblem, game=game)
    with found_in(tmp_path):
        card, canvas = make_cards()[-1], Canvas(20, 5)
        assert card.key == "other" and first_cards()[-1].roles == card.roles == {"g": "good", "A": "bad"}
        draw_emblem(canvas, 0, 0, 20, card)
        assert {run.ink.fg for run in canvas.runs(1)} >= {"good", "bad"}, "its own pixels before the platform's"


@pytest.mark.parametrize(
    ("key", "modules", "why"),
    [
        ("other", {"game": "import nothing_of_this_name"}, "its game cannot be loaded: ModuleNotFoundError: No module"),
        ("other", {"game": None}, "its game cannot be loaded: ModuleNotFoundError"),
        ("other", {"game": "GAMES = 1"}, "its game cannot be loaded: AttributeError"),
        ("other", {"game": "GAME = 1"}, "its game cannot be loaded: AttributeError"),
        ("other", {"game": "raise SystemExit('bye')"}, "its game cannot be loaded: SystemExit: bye"),
        ("other", {"game": "raise ValueError('\\x1b[2Jred\\n' + 'x' * 999)"}, "ValueError: [2Jred xxx"),
        ("another", {}, "its GAME has the key 'other'"),
        ("other", {"board": None}, "its board cannot be loaded: ModuleNotFoundError"),
        ("other", {"board": "1 / 0"}, "its board cannot be loaded: ZeroDivisionError"),
        ("other", {"bots": "LEVEL = ()"}, "its levels cannot be loaded: AttributeError"),
        ("other", {"tutorial": "import nothing_of_this_name"}, "its tutorial cannot be loaded: ModuleNotFoundError"),
        ("other", {"game": GOOD["game"] + "Other.rule_sheet = None"}, "its rules cannot be loaded: AttributeError"),
        ("other", {"palette": TAKEN}, "its palette cannot be loaded: ValueError: the role 'text' has other colours"),
        ("takethat", {}, "another game has this key"),
        ("Bad.Key", {}, "a key is 2 to 16 small letters and digits"),
    ],
)
def test_a_broken_game_is_left_out_and_the_doctor_says_why(
    tmp_path: Path, key: str, modules: dict[str, str | None], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other(tmp_path, key, **modules)
    write_example_metadata(tmp_path)
    with found_in(tmp_path) as found:
        assert registry.keys() == (*BUILT_IN, "nim")
        told = found.faults[f"{key} (other_game)"]
        assert why in told
        assert told.isprintable() and len(told) < 220
        assert main(["list"]) == 0
        assert main(["doctor"]) == 0
        assert f"{key} (other_game): left out: {told}" in capsys.readouterr().out


def test_of_two_games_with_one_key_the_first_stays(tmp_path: Path) -> None:
    other(tmp_path)
    other(tmp_path, package="zother_game")
    with found_in(tmp_path) as found:
        assert [entry.package for entry in found.entries] == ["other_game"]
        assert found.faults == {"other (zother_game)": "another game has this key"}


def test_metadata_that_cannot_be_read_costs_only_the_foreign_games(tmp_path: Path) -> None:
    write_example_metadata(tmp_path)
    write_metadata(tmp_path, "broken", "[towergames.games]\nno equals sign\n")
    with found_in(tmp_path) as found:
        assert found.entries == ()
        assert "cannot be read" in found.faults["entry points"]
        assert registry.keys() == BUILT_IN


def test_help_imports_no_foreign_game_that_has_no_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_example_metadata(tmp_path)
    with found_in(tmp_path):
        monkeypatch.setattr(registry, "foreign", lambda: pytest.fail("the example game has no commands"))
        assert main(["--help"]) == 0
    assert "score" in capsys.readouterr().out


def test_a_foreign_game_brings_its_commands_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other(tmp_path, tools="from tests.null.tools import TOOLS")
    with found_in(tmp_path):
        assert main(["score", "other", "--help"]) == 0
    assert "other" in capsys.readouterr().out


def test_a_save_of_a_game_that_is_gone_says_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installed, saves = tmp_path / "installed", ["--saves", str(tmp_path / "saves")]
    write_example_metadata(installed)
    with found_in(installed):
        assert main([*saves, "play", "nim", *("--seat", "bot:easy") * 2, "--name", "one", "--plain"]) == 0
    assert main([*saves, "saves"]) == 0
    assert 'one: cannot be read, the game "nim" of this saved game is not installed' in capsys.readouterr().out
