"""Highlights of Take That Towers: a steal, an eviction, a large tower, the last round, and a lead taken at the end."""

from __future__ import annotations

from tests.feats import Game
from tests.games.takethat.tables import Given, table, tower
from towergames.core.contract import Decide
from towergames.core.highlight import Highlight
from towergames.games.takethat.model import State
from towergames.table.highlights import highlights_of

ANN, BOB, CLEO = 0, 1, 2


def turn(*floors: Given, **more: object) -> State:
    """Ann has built; when she ends her turn, tower A is scored if it is finished."""
    given: dict[str, object] = {"hands": ("OFFICE NOISE", "OFFICE"), "phase": "claim", "built": (0, 1), "active": ANN}
    return table(tower(*floors), **{**given, **more})  # type: ignore[arg-type]


def seen(state: State, *moves: str) -> list[Highlight]:
    """The highlights of the last of some moves."""
    game = Game("takethat", state, seats=len(state.points))
    game.move(*moves or ("end",))
    return list(highlights_of(game.history, len(game.history.plays) - 1))


def test_a_landlord_that_takes_a_floor_is_a_steal_with_the_points_it_brings() -> None:
    (steal,) = [one for one in seen(turn(("OFFICE", BOB), ("LANDLORD", ANN), "SPIRE")) if one.kind == "steal"]
    assert steal.seats == (ANN, BOB) and steal.points == 2 and steal.theme == "takes"
    assert steal.sentence == "Take that! {0} takes {1}'s OFFICE: +2."
    assert steal.data["storey"] == 1 and steal.data["floors"] == [0] and steal.data["owners"][0] == BOB


def test_noise_and_inferno_evict_the_owners_below() -> None:
    (one,) = [one for one in seen(turn(("OFFICE", BOB), ("NOISE", ANN), "SPIRE")) if one.kind == "eviction"]
    assert (one.seats, one.sentence) == ((ANN, BOB), "{0} evicts {1} from OFFICE.")
    both = turn(("OFFICE", BOB), ("LOBBY", CLEO), ("INFERNO", ANN), "SPIRE", hands=("OFFICE", "OFFICE", "OFFICE"))
    (two,) = [one for one in seen(both) if one.kind == "eviction"]
    assert two.seats == (ANN, CLEO, BOB) and two.sentence == "{0} evicts {2} and {1} from LOBBY and OFFICE."
    assert two.size > one.size


def test_a_floor_of_ones_own_or_a_vacant_one_is_no_loss() -> None:
    for below in (("OFFICE", ANN), "OFFICE"):
        for card in ("LANDLORD", "NOISE"):
            assert not seen(turn(below, (card, ANN), "SPIRE"))
    assert not seen(turn(("OFFICE", BOB), "LANDLORD", "SPIRE")), "nobody owns the LANDLORD"


def test_a_tower_that_pays_ten_points_is_large() -> None:
    spire = ("SPIRE", ANN)
    assert not seen(turn(spire, spire, spire, "SPIRE"))
    (large,) = seen(turn(spire, spire, spire, spire))
    assert (large.kind, large.points, large.theme) == ("large-tower", 12, "grows")
    assert large.sentence == "" and len(large.data["floors"]) == 4, "the event says it"


def test_the_last_round_is_a_highlight_once() -> None:
    (last,) = seen(turn(("OFFICE", ANN), deck=0, hands=("", "OFFICE")))
    assert (last.kind, last.theme) == ("last-round", "last")


def test_the_winner_who_was_behind_went_ahead_with_the_last_towers() -> None:
    spire = ("SPIRE", ANN)
    over = {"deck": 0, "turns": 9, "last_round": True, "hands": ("", "OFFICE")}
    (lead,) = [one for one in seen(turn(spire, spire, points=(0, 5), **over)) if one.theme == "win"]
    assert (lead.kind, lead.seats, lead.points) == ("lead", (ANN,), 5)
    assert lead.sentence == "{0} was 5 points behind and wins with the last towers."
    assert lead.data == {"before": [0, 5], "after": [6, 5]}
    (win,) = [one for one in seen(turn(spire, points=(9, 5), **over)) if one.theme == "win"]
    assert (win.kind, win.sentence, win.seconds) == ("win", "", 0)


def test_building_and_claiming_are_no_highlights() -> None:
    state = turn("OFFICE", "LOBBY")
    game = Game("takethat", state, seats=len(state.points)).move("claim A1 OFFICE")
    assert isinstance(game.history.turn, Decide) and not highlights_of(game.history, 0)
