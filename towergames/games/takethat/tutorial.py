"""A first game in eight steps: building, claiming, defending a floor, and scoring a tower."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Build a floor",
        say="Ada and Tess build the same towers. A turn starts with two floors, built with cards from the hand. OFFICE "
        "starts tower A.",
        keys="It is chosen: Enter builds it.",
        ready=("slot:A", "hand:OFFICE"),
        accept=("build OFFICE A",),
        wrong="Build OFFICE on A.",
        point_at="slot:A",
    ),
    Lesson(
        title="A second tower",
        say="The second floor goes on another tower. A LOBBY scores 1 point for each floor above it, so build it low: "
        "it starts tower B.",
        keys="It is chosen: Enter builds it. 1 to 3 choose another card, n another place.",
        ready=("slot:B", "hand:LOBBY"),
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
        say="A turn may have more claims, but cards in hand are worth keeping. At the end of your turn you draw 3 "
        "cards, then Tess plays.",
        keys="e ends the turn.",
        accept=("end",),
        wrong="End your turn.",
        then=("build LANDLORD A", "build SUITE B", "claim A2 ELEVATOR", "end"),
        point_at="control:takethat.end",
    ),
    Lesson(
        title="Finish a tower",
        say="A tower with 6 floors or a SPIRE scores at the end of the turn. Build SPIRE on B.",
        keys="It is chosen: Enter builds it.",
        ready=("slot:B", "hand:SPIRE"),
        accept=("build SPIRE B",),
        wrong="Build SPIRE on B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Take that!",
        say="Tess owns the LANDLORD above your OFFICE. Towers score from the top down, so it would take over your "
        "OFFICE first. A NOISE that you own evicts the owner of the floor below. Build NOISE on A, then claim it.",
        keys="It is chosen: Enter builds it.",
        ready=("slot:A", "hand:NOISE"),
        accept=("build NOISE A",),
        wrong="Build NOISE on A, above the LANDLORD.",
        point_at="slot:A",
    ),
    Lesson(
        title="Take that!",
        say="The NOISE is vacant and does nothing yet. Tuck a card under it, floor 3 of A.",
        keys="The cursor is on it: Enter tucks the chosen card there.",
        ready=("storey:A3",),
        accept=("claim A3 LOBBY", "claim A3 INFERNO", "claim A3 ELEVATOR"),
        wrong="Claim floor 3 of A, the NOISE.",
        point_at="storey:A3",
        joined=True,
    ),
    Lesson(
        title="A safe claim",
        say="Tower B scores this turn, so nobody can stop you. A SPIRE scores its owner 3 points: tuck your last card "
        "under it.",
        keys="The cursor is on it: Enter tucks the card there.",
        ready=("storey:B3",),
        accept=("claim B3 LOBBY", "claim B3 INFERNO", "claim B3 ELEVATOR"),
        wrong="Claim floor 3 of B, the SPIRE.",
        point_at="storey:B3",
    ),
    Lesson(
        title="Top to ground",
        say="Now end the turn. Your SPIRE scores 3 points; SUITE and LOBBY are vacant and skipped. Build, claim, "
        "draw, score: that is the game.",
        keys="e ends the turn.",
        accept=("end",),
        wrong="End your turn.",
        point_at="control:takethat.end",
    ),
)
"""Eight steps, of which one has two moves; the learner is player 1 and begins."""

TUTORIAL = Tutorial("takethat", 3357, ("Ada", "Tess"), LESSONS, {"first": 1})
"""The deal of this seed gives both players the cards that the script needs (tested)."""
