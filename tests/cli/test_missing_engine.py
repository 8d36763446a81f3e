"""A game whose engine is not on this machine: said everywhere, refused with exit code 2, and watched all the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.games.konexi.canned import CannedPhysics
from tests.games.leaning.canned import CannedTable
from tests.plain.helpers import converse
from towergames import registry
from towergames.core.dice import Dice
from towergames.games.konexi import requirements as konexi_requirements
from towergames.games.konexi.game import GAME as KONEXI
from towergames.games.leaning import requirements as leaning_requirements
from towergames.games.leaning.game import GAME as LEANING
from towergames.run_request import RunRequest
from towergames.table.records import SeatSetup
from towergames.table.setup import new_header
from towergames.table.store import Store
from towergames.tui.widgets.gallery import make_cards

WHY = "The physics engine (mujoco-core) is not installed. Get it with pip."


@dataclass(frozen=True)
class Missing:
    """A game of balance, and how it was played where the engine was."""

    game: Any
    requirements: ModuleType
    physics: tuple[str, Any]
    options: dict[str, Any]
    moves: int
    told: str

    @property
    def key(self) -> str:
        return self.game.info.key

    @property
    def title(self) -> str:
        return self.game.info.title


GAMES = (
    Missing(
        LEANING, leaning_requirements, ("_table", CannedTable), {"foundation": "ready"}, 6, "The Foundation stands"
    ),
    Missing(KONEXI, konexi_requirements, ("_physics", CannedPhysics), {"first": 1}, 4, "on the table"),
)


@pytest.fixture(params=GAMES, ids=lambda one: one.key)
def missing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Missing:
    """A game whose engine is not here; it is registered."""
    one: Missing = request.param
    if all(entry.key != one.key for entry in registry.ENTRIES):
        monkeypatch.setattr(registry, "ENTRIES", [*registry.ENTRIES, registry.Entry(one.key)])
    return one


@pytest.fixture
def saves(own_home: Path, monkeypatch: pytest.MonkeyPatch, missing: Missing) -> Path:
    """A game begun where the engine was, seen where it is not."""
    monkeypatch.setattr(missing.game, *missing.physics)
    monkeypatch.setattr(missing.requirements, "unavailable_reason", lambda: "")
    header = new_header(missing.game, [SeatSetup("Ann"), SeatSetup("Bob")], missing.options, 4)
    table = Store(own_home / "saves").begin(header, "elsewhere")
    for _ in range(missing.moves):
        table.submit(table.turn.seat, table.sample(Dice(table.moves)))
    table.close()
    monkeypatch.setattr(missing.requirements, "unavailable_reason", lambda: WHY)
    return own_home / "saves"


def test_no_game_is_begun_and_no_bots_play(run: Run, saves: Path, missing: Missing) -> None:
    for command in (
        ("play", missing.key, "--plain"),
        ("simulate", missing.key, "--seat", "bot:easy", "--seat", "bot:easy"),
    ):
        code, out, err = run(*command)
        assert (code, out) == (2, "")
        assert f"{missing.title} cannot be played here. You can watch its replays. The physics engine" in err
        assert "not installed" in err and "Traceback" not in err


def test_the_doctor_and_the_card_say_why(run: Run, saves: Path, missing: Missing) -> None:
    code, out, _ = run("doctor", "--json")
    found = json.loads(out)
    assert code == 0 and found["games"][missing.key] == WHY and found["games"]["takethat"] == "can be played"
    card = next(card for card in make_cards() if card.key == missing.key)
    assert card.why == f"cannot be played here. You can watch its replays. {WHY}"
    assert all(not card.why for card in make_cards() if card.key != missing.key)


def test_a_save_is_looked_at_and_replayed(run: Run, saves: Path, missing: Missing) -> None:
    before = (saves / "elsewhere.jsonl").read_bytes()
    code, text = converse(["board", "undo", "quit"], RunRequest("open", saves, save="elsewhere"))
    assert code == 0 and f"You can only look at this game: t{WHY[1:]}" in " ".join(text.split())
    code, text = converse([*["next"] * 9, "quit"], RunRequest("replay", saves, path=saves / "elsewhere.jsonl"))
    assert code == 0 and missing.told in " ".join(text.split())
    assert run("verify", "elsewhere")[0] == 0
    assert (saves / "elsewhere.jsonl").read_bytes() == before


def test_the_lesson_is_not_begun(saves: Path, missing: Missing) -> None:
    names = [entry.key for entry in registry.ENTRIES]
    _, text = converse(["learn", str(names.index(missing.key) + 1), "quit"], RunRequest("menu", saves))
    assert f"This game cannot be played here. {WHY}" in " ".join(text.split())
