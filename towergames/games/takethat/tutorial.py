"""A first game in ten played steps: building, claiming, defending a floor, and scoring a tower."""

from __future__ import annotations

from towergames.core.tutorial import Lesson, Tutorial

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        title="Towers belong to nobody",
        say="Welcome to Take That Towers. You play Ann, against Tess. Both build on the same towers; what counts is "
        "who owns a floor when its tower is scored. Each of Ann's four cards is a floor to build, or a card to "
        "tuck under a floor as its owner's mark. Go on when you have looked at the hand.",
        point_at="hand:OFFICE",
    ),
    Lesson(
        title="Build a floor",
        say="Every turn begins with two builds. An OFFICE earns 2 points for each OFFICE in its tower. Begin "
        "tower A with it: build OFFICE A.",
        accept=("build OFFICE A",),
        wrong="That would be allowed in a game, but here the OFFICE goes first: build OFFICE A.",
        point_at="slot:A",
    ),
    Lesson(
        title="Two floors, two towers",
        say="The second floor has to go to another tower. A LOBBY earns 1 point for each floor above it, so it "
        "belongs at the ground: build LOBBY B.",
        accept=("build LOBBY B",),
        wrong="Begin tower B with the LOBBY: build LOBBY B. Tower A is closed to you for the rest of this turn (R-7).",
        point_at="slot:B",
    ),
    Lesson(
        title="Claim a floor",
        say="Floors do nothing for anybody until they are claimed. Tuck one of your cards face-down under the "
        "OFFICE and it is yours: claim A1 ELEVATOR, or with the other card.",
        accept=("claim A1 ELEVATOR", "claim A1 INFERNO"),
        wrong="Claim storey 1 of tower A, the OFFICE: claim A1 ELEVATOR.",
        point_at="storey:A1",
    ),
    Lesson(
        title="End the turn",
        say="You could claim more, but a card in hand is worth having too. End your turn: you draw three cards."
        " Then watch what the other player does: end.",
        accept=("end",),
        wrong="One claim is enough for now. End your turn: end.",
        then=("build LANDLORD A", "build ELEVATOR B", "claim A2 SUITE", "end"),
        point_at="control:takethat.end",
    ),
    Lesson(
        title="A hostile LANDLORD",
        say="Take that: a LANDLORD on your OFFICE, owned by the other player. Scoring runs from the top to the "
        "ground, so LANDLORD would take the OFFICE before it earns. A NOISE complaint empties the floor "
        "below it. Build it on top: build NOISE A.",
        accept=("build NOISE A",),
        wrong="Defend the OFFICE first: build NOISE A puts a noise complaint right above the LANDLORD.",
        point_at="storey:A2",
    ),
    Lesson(
        title="A SPIRE finishes a tower",
        say="A tower is scored when it is six floors high, or at the end of the turn in which a SPIRE is built "
        "on it. Finish tower B, where your LOBBY stands: build SPIRE B.",
        accept=("build SPIRE B",),
        wrong="Put the SPIRE on tower B: build SPIRE B.",
        point_at="slot:B",
    ),
    Lesson(
        title="Wake the neighbours",
        say="A floor without an owner does nothing, and the NOISE complaint is no exception. Claim it: claim A3"
        " LOBBY, or with your other card.",
        accept=("claim A3 LOBBY", "claim A3 INFERNO", "claim A3 ELEVATOR"),
        wrong="Claim storey 3 of tower A, the NOISE complaint, with any card: claim A3 LOBBY.",
        point_at="storey:A3",
    ),
    Lesson(
        title="Claim before scoring",
        say="Tower B is scored at the end of this turn, so a claim there cannot be spoilt any more. Your LOBBY "
        "has two floors above it. Tuck your last card under it: claim B1 and the name of the card.",
        accept=("claim B1 LOBBY", "claim B1 INFERNO", "claim B1 ELEVATOR"),
        wrong="Claim storey 1 of tower B, the LOBBY, with your last card.",
        point_at="storey:B1",
    ),
    Lesson(
        title="Top to ground",
        say="End your turn and watch tower B being scored: the vacant SPIRE and ELEVATOR are passed over, then "
        "the LOBBY earns you 2 points. From here you know the game; each card tells its effect, and the "
        "rules are one key away: end.",
        accept=("end",),
        wrong="Everything is prepared: end your turn.",
        point_at="control:takethat.end",
    ),
)
"""Ten steps; the learner is player 1 and begins."""

TUTORIAL = Tutorial("takethat", 3357, ("Ann", "Tess"), LESSONS, {"first": 1})
"""The deal of this seed gives both players the cards that the script needs (tested)."""
