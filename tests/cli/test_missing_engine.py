"""A game whose engine is not on this machine: said everywhere, refused with exit code 2, and watched all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.leaning.canned import CannedTable
from tests.plain.helpers import converse
from towergames import registry
from towergames.cli.main import main
from towergames.core.contract import Decide
from towergames.core.dice import Dice
from towergames.games.leaning import needs
from towergames.games.leaning.game import GAME
from towergames.request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.widgets.cards import make_cards

WHY = "The physics engine (mujoco-core) is not installed. Get it with pip."

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    if all(entry.key != "leaning" for entry in registry.ENTRIES):
        monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry("leaning")])


@pytest.fixture
def saves(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game begun where the engine was, seen where it is not."""
    monkeypatch.setattr(GAME, "_table", CannedTable)
    monkeypatch.setattr(needs, "missing", lambda: "")
    header = new_header(GAME, [SeatSetup("Ann"), SeatSetup("Bob")], {"foundation": "ready"}, 4)
    table = Store(own_home / "saves").begin(header, "elsewhere")
    for _ in range(6):
        assert isinstance(table.turn, Decide)
        table.submit(table.turn.seat, table.sample(Dice(table.moves)))
    table.close()
    monkeypatch.setattr(needs, "missing", lambda: WHY)
    return own_home / "saves"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def runner(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return runner


def test_no_game_is_begun_and_no_bots_play(run: Run, saves: Path) -> None:
    for command in (
        ("play", "leaning", "--plain"),
        ("simulate", "leaning", "--seat", "bot:easy", "--seat", "bot:easy"),
    ):
        code, out, err = run(*command)
        assert (code, out) == (2, "")
        assert "Leaning Towers cannot be played here" in err and "not installed" in err and "Traceback" not in err


def test_the_doctor_and_the_card_say_why(run: Run, saves: Path) -> None:
    code, out, _ = run("doctor", "--json")
    found = json.loads(out)
    assert code == 0 and found["games"]["leaning"] == WHY and found["games"]["takethat"] == "can be played"
    card = next(card for card in make_cards() if card.key == "leaning")
    assert card.why == f"cannot be played here, only watched. {WHY}"
    assert all(not card.why for card in make_cards() if card.key != "leaning")


def test_a_save_is_looked_at_and_replayed(run: Run, saves: Path) -> None:
    before = (saves / "elsewhere.jsonl").read_bytes()
    code, text = converse(["board", "hold small", "quit"], RunRequest("open", saves, save="elsewhere"))
    assert code == 0 and f"This save can only be looked at: {WHY}" in " ".join(text.split())
    code, text = converse(["next", "next", "quit"], RunRequest("replay", saves, path=saves / "elsewhere.jsonl"))
    assert code == 0 and "The Foundation stands" in text
    assert run("verify", "elsewhere")[0] == 0
    assert (saves / "elsewhere.jsonl").read_bytes() == before


def test_the_lesson_is_not_begun(saves: Path) -> None:
    names = [entry.key for entry in registry.ENTRIES]
    _, text = converse(["learn", str(names.index("leaning") + 1), "quit"], RunRequest("menu", saves))
    assert f"This game cannot be played here. {WHY}" in " ".join(text.split())
