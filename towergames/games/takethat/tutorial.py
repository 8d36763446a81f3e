"""A first game in nine steps: building, claiming, defending a floor, and scoring a tower."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Build a floor",
        say="Ada and Tess build the same towers. A turn starts with two floors, built with cards from the hand. OFFICE "
        "starts tower A.",
        keys="It is chosen: Enter builds it.",
        ready=("hand:OFFICE",),
        accept=("build OFFICE A",),
        wrong="Build OFFICE on A.",
        point_at="slot:A",
    ),
    Lesson(
        title="A second tower",
        say="The second floor goes on another tower. A LOBBY scores 1 point for each floor above it, so build it low: "
        "it starts tower B.",
        keys="It is chosen: Enter builds it. Left and Right choose another card, n another place.",
        accept=("build LOBBY B",),
        wrong="Build LOBBY on B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Claim it",
        say="A floor without an owner does nothing. A card tucked under it face down makes it yours. An OFFICE scores "
        "its owner 2 points for each OFFICE in the tower: claim it.",
        keys="The cursor is on it: Enter tucks the chosen card there.",
        ready=("storey:A1",),
        accept=("claim A1 ELEVATOR", "claim A1 INFERNO"),
        wrong="Claim floor 1 of A, the OFFICE.",
        point_at="storey:A1",
    ),
    Lesson(
        title="End the turn",
        say="You may claim more, but cards in hand are worth keeping. At the end of your turn you draw 3 cards, then "
        "Tess plays.",
        keys="e ends the turn.",
        accept=("end",),
        wrong="End your turn.",
        then=("build LANDLORD A", "build ELEVATOR B", "claim A2 SUITE", "end"),
        point_at="control:takethat.end",
    ),
    Lesson(
        title="Take that!",
        say="Tess owns the LANDLORD above your OFFICE. Towers score from the top down, so it would take over your "
        "OFFICE first. NOISE evicts the owner of the floor below: build it on A.",
        keys="Choose NOISE with Left and Right; Enter builds it.",
        accept=("build NOISE A",),
        wrong="Build NOISE on A, above the LANDLORD.",
        point_at="storey:A2",
    ),
    Lesson(
        title="Finish a tower",
        say="A tower with 6 floors or a SPIRE scores at the end of the turn. Build SPIRE on B.",
        keys="Choose SPIRE; Enter builds it.",
        accept=("build SPIRE B",),
        wrong="Build SPIRE on B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Claim the NOISE",
        say="The NOISE is vacant and does nothing yet. Tuck a card under it, floor 3 of A.",
        keys="Left and Right choose a card, n goes to the next floor, Enter tucks the card there.",
        accept=("claim A3 LOBBY", "claim A3 INFERNO", "claim A3 ELEVATOR"),
        wrong="Claim floor 3 of A, the NOISE.",
        point_at="storey:A3",
    ),
    Lesson(
        title="A safe claim",
        say="Tower B scores this turn, so nobody can stop you. Tuck your last card under the LOBBY; 2 floors stand "
        "above it.",
        keys="n goes to floor 1 of B; Enter claims it.",
        accept=("claim B1 LOBBY", "claim B1 INFERNO", "claim B1 ELEVATOR"),
        wrong="Claim floor 1 of B, the LOBBY.",
        point_at="storey:B1",
    ),
    Lesson(
        title="Top to ground",
        say="Now end the turn. SPIRE and ELEVATOR are vacant and skipped; your LOBBY scores 2 points. Build, claim, "
        "draw, score: that is the game.",
        keys="e ends the turn.",
        accept=("end",),
        wrong="End your turn.",
        point_at="control:takethat.end",
    ),
)
"""Nine steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial("takethat", 3357, ("Ada", "Tess"), LESSONS, {"first": 1})
"""The deal of this seed gives both players the cards that the script needs (tested)."""
