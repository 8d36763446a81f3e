"""Every sentence of the guide to Take That Towers is true of the table on which it is read."""

from __future__ import annotations

from typing import Any

from tests.guides import Fact, Step, check_sentences, steps
from towergames.core.contract import Decide, Nature
from towergames.core.dice import Dice
from towergames.games.takethat.game import GAME
from towergames.games.takethat.model import State
from towergames.games.takethat.rules import due_slots
from towergames.games.takethat.scoring import resolve_tower, sum_points
from towergames.games.takethat.tutorial import TUTORIAL

A, B = 0, 1


def floors(state: Any, slot: int) -> list[tuple[str, int | None]]:
    """The floors of a tower from the ground, with their owners."""
    tower = state.slots[slot]
    return [(storey.floor, storey.owner) for storey in tower.storeys] if tower else []


def points(state: Any, slot: int) -> tuple[int, ...]:
    return sum_points(resolve_tower(state.slots[slot].storeys, 2), 2)


def worth(step: Step, notation: str) -> int:
    """By how much the learner leads after a move, all towers scored as they stand."""
    state = step.does(notation)
    scored = [points(state, slot) for slot, tower in enumerate(state.slots) if tower]
    return sum(mine - other for mine, other in (*scored, state.points))


FACTS: dict[str, Fact] = {
    "Ada and Tess build the same towers.": lambda s: s.before.table.names == ("Ada", "Tess"),
    "A turn starts with two floors, built with cards from the hand.": lambda s: (
        s.state.phase == "build" and s.does("build OFFICE A", "build LOBBY B").phase == "claim"
    ),
    "OFFICE starts tower A.": lambda s: floors(s.state, A) == [] and floors(s.then, A) == [("OFFICE", None)],
    "A LOBBY scores 1 point for each floor above it, so build it low: it starts tower B.": lambda s: (
        floors(s.then, B) == [("LOBBY", None)]
    ),
    "An OFFICE scores its owner 2 points for each OFFICE in the tower: claim it.": lambda s: (
        points(s.then, A) == (2, 0)
    ),
    "At the end of your turn you draw 3 cards, then Tess plays.": lambda s: (
        len(s.then.hands[0]) == len(s.state.hands[0]) + 3 and len(s.after.news().split("Tess")) == 5
    ),
    "A tower with 6 floors or a SPIRE scores at the end of the turn.": lambda s: (
        s.state.terms.height == 6 and due_slots(s.state) == () and due_slots(s.then) == (B,)
    ),
    "Build SPIRE on B.": lambda s: floors(s.then, B)[-1] == ("SPIRE", None),
    "Tess owns the LANDLORD above your OFFICE.": lambda s: floors(s.state, A) == [("OFFICE", 0), ("LANDLORD", 1)],
    "Towers score from the top down, so it would take over your OFFICE first.": lambda s: points(s.state, A) == (0, 2),
    "A NOISE that you own evicts the owner of the floor below.": lambda s: (
        points(s.does("build NOISE A"), A) == (0, 2) and points(s.does("build NOISE A", "claim A3 LOBBY"), A) == (2, 0)
    ),
    "Build NOISE on A, then claim it.": lambda s: floors(s.then, A)[-1] == ("NOISE", None),
    "The NOISE is vacant and does nothing yet.": lambda s: (
        floors(s.state, A)[-1] == ("NOISE", None) and points(s.state, A) == (0, 2)
    ),
    "Tuck a card under it, floor 3 of A.": lambda s: floors(s.then, A)[2] == ("NOISE", 0),
    "Tower B scores this turn, so nobody can stop you.": lambda s: due_slots(s.state) == (B,),
    "A SPIRE scores its owner 3 points: tuck your last card under it.": lambda s: (
        len(s.state.hands[0]) == 1 and not s.then.hands[0] and points(s.then, B) == (3, 0)
    ),
    "Your SPIRE scores 3 points; SUITE and LOBBY are vacant and skipped.": lambda s: (
        floors(s.state, B) == [("LOBBY", None), ("SUITE", None), ("SPIRE", 0)]
        and s.then.points == (3, 0)
        and s.then.slots[B] is None
    ),
}
PLAIN = frozenset(
    (
        "The second floor goes on another tower.",
        "A floor without an owner does nothing.",
        "A card tucked under it face down makes it yours.",
        "A turn may have more claims, but cards in hand are worth keeping.",
        "Now end the turn.",
        "Build, claim, draw, score: that is the game.",
    )
)


def test_every_sentence_is_true() -> None:
    check_sentences("takethat", FACTS, PLAIN)


def test_no_better_move_of_a_kind_is_refused() -> None:
    """Of the claims there are the step asks for one that is worth as much as any other as the towers stand."""
    claims = 0
    for step in steps("takethat"):
        wanted = step.before.suggestion()
        if not wanted.startswith("claim"):
            continue
        claims += 1
        others = [GAME.notate(action) for action in step.before.table.legal()]
        best = max(worth(step, other) for other in others if other.startswith("claim"))
        assert worth(step, wanted) == best, step.lesson.title
    assert claims == 3


def test_the_noise_is_built_and_claimed_in_one_step() -> None:
    numbers = {step.before.suggestion(): step.before.number for step in steps("takethat")}
    assert numbers["build NOISE A"] == numbers["claim A3 LOBBY"]


def dealt() -> State:
    """The first position, dealt as a table deals it."""
    fresh = GAME.new(len(TUTORIAL.names), TUTORIAL.options)
    return GAME.apply_outcome(fresh, GAME.resolve(fresh, Nature("deal"), Dice(TUTORIAL.seed, 0, "deal"))).state


def play(line: str, state: State) -> State:
    return GAME.apply(state, GAME.parse(line, state)).state


def test_every_way_through_the_tutorial_is_legal_and_earns_three_points() -> None:
    ways = [dealt()]
    for lesson in TUTORIAL.lessons:
        onward = []
        for state in ways:
            turn = GAME.turn(state)
            assert isinstance(turn, Decide) and turn.seat == 0, lesson.title
            legal = [line for line in lesson.accept if GAME.judge(state, GAME.parse(line, state)).legal]
            assert bool(legal) == bool(lesson.accept), lesson.title
            for line in legal or [""]:
                after = play(line, state) if line else state
                for reply in lesson.then:
                    after = play(reply, after)
                onward.append(after)
        ways = onward
    assert {state.points for state in ways} == {(3, 0)}
    assert all(state.slots[1] is None for state in ways), "tower B has been scored"
