"""A first game in ten steps: building, claiming, defending a floor, and scoring a tower."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Shared towers",
        say="Ada and Tess build the same towers. Ada's 4 cards can be floors, or be tucked under a floor to claim it.",
        point_at="hand:OFFICE",
    ),
    Lesson(
        title="Build a floor",
        say="A turn starts with two floors. An OFFICE scores its owner 2 points for each OFFICE in the tower. Choose "
        "OFFICE with the arrows; Enter starts tower A.",
        accept=("build OFFICE A",),
        wrong="Build OFFICE on A.",
        point_at="slot:A",
    ),
    Lesson(
        title="A second tower",
        say="The second floor goes on another tower. A LOBBY scores 1 point for each floor above it, so build it low: "
        "choose LOBBY; Enter starts tower B.",
        accept=("build LOBBY B",),
        wrong="Build LOBBY on B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Claim it",
        say="A floor without an owner does nothing. Choose a card, go to the OFFICE with n; Enter tucks the card there "
        "face down: the OFFICE is yours.",
        accept=("claim A1 ELEVATOR", "claim A1 INFERNO"),
        wrong="Claim floor 1 of A, the OFFICE.",
        point_at="storey:A1",
    ),
    Lesson(
        title="End the turn",
        say="You may claim more, but cards in hand are worth keeping. e ends the turn: you draw 3 cards, then Tess "
        "plays.",
        accept=("end",),
        wrong="End your turn.",
        then=("build LANDLORD A", "build ELEVATOR B", "claim A2 SUITE", "end"),
        point_at="control:takethat.end",
    ),
    Lesson(
        title="Take that!",
        say="Tess owns the LANDLORD above your OFFICE. Towers score from the top down, so it would take over your "
        "OFFICE first. NOISE evicts the owner of the floor below: build NOISE on A.",
        accept=("build NOISE A",),
        wrong="Build NOISE on A, above the LANDLORD.",
        point_at="storey:A2",
    ),
    Lesson(
        title="Finish a tower",
        say="A tower with 6 floors or a SPIRE scores at the end of the turn. Build SPIRE on B.",
        accept=("build SPIRE B",),
        wrong="Build SPIRE on B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Claim the NOISE",
        say="Vacant, it does nothing. Tuck a card under it, floor 3 of A.",
        accept=("claim A3 LOBBY", "claim A3 INFERNO", "claim A3 ELEVATOR"),
        wrong="Claim floor 3 of A, the NOISE.",
        point_at="storey:A3",
    ),
    Lesson(
        title="A safe claim",
        say="Tower B scores this turn, so nobody can stop you. Tuck your last card under the LOBBY; 2 floors stand "
        "above it.",
        accept=("claim B1 LOBBY", "claim B1 INFERNO", "claim B1 ELEVATOR"),
        wrong="Claim floor 1 of B, the LOBBY.",
        point_at="storey:B1",
    ),
    Lesson(
        title="Top to ground",
        say="e ends the turn. SPIRE and ELEVATOR are vacant and skipped; your LOBBY scores 2 points. Build, claim, "
        "draw, score: that is the game.",
        accept=("end",),
        wrong="End your turn.",
        point_at="control:takethat.end",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial("takethat", 3357, ("Ada", "Tess"), LESSONS, {"first": 1})
"""The deal of this seed gives both players the cards that the script needs (tested)."""
