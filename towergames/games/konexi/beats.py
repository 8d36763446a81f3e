"""The highlights of Konexi: a joint that hardly holds, a tall tower, a long word, a fall, and the winner."""

from __future__ import annotations

from towergames.core.contract import Event, Seat
from towergames.core.feat import Play
from towergames.core.highlight import Highlight
from towergames.games.konexi.model import FALLS

NEAR_MISS, TALL, LONG_WORD, FALL, WIN = "near-miss", "tall", "long-word", "fall", "win"
NEAR_MISS_SECONDS, TALL_SECONDS, WORD_SECONDS = 1.2, 1.6, 1.6
NEAR_MISS_LOAD = 700
"""A joint that bears more, in thousandths of its strength, and holds is a near miss."""
TALL_TOWERS = (10, 15)
"""Numbers of letters with which a tower is a highlight."""
LETTERS_OF_A_LONG_WORD = 5
NEAR_MISS_SIZE, FALL_SIZE = 12, 30
"""Sizes beside the number of letters of a tower or a word."""


def highlights(play: Play) -> list[Highlight]:
    """The highlights of a play, in the order of its events."""
    found: list[Highlight] = []
    for number, event in enumerate(play.step.events):
        seat = event.seat
        if seat is None:
            continue
        if event.kind == "place":
            found += _placed(play, number, event, seat)
        elif event.kind == "word" and len(event.data["word"]) >= LETTERS_OF_A_LONG_WORD:
            word = event.data["word"]
            data = {"word": word}
            found.append(Highlight(LONG_WORD, number, len(word), (seat,), WORD_SECONDS, "", "scores", len(word), data))
        elif event.kind == "fall" and event.data["kind"] in FALLS:
            found.append(Highlight(FALL, number, FALL_SIZE, (seat,), theme="fall", points=event.data["points"]))
        elif event.kind == "over" and len(event.data["winners"]) == 1 and play.step.state.seats > 1:
            found.append(Highlight(WIN, number, 0, (seat,), theme="win", points=play.step.state.points[seat]))
    return found


def _placed(play: Play, number: int, event: Event, seat: Seat) -> list[Highlight]:
    """The highlights of a letter that stands."""
    letters, load = len(play.before.tower) + 1, event.data["load"]
    found = []
    told = near_miss(event)
    if told and load > play.before.balance.load:
        data = {"letter": event.data["loaded"], "load": load}
        found.append(Highlight(NEAR_MISS, number, NEAR_MISS_SIZE, (seat,), NEAR_MISS_SECONDS, told, data=data))
    if letters in TALL_TOWERS:
        told = f"The tower has {letters} letters."
        found.append(Highlight(TALL, number, letters, (seat,), TALL_SECONDS, told, "grows", letters))
    return found


def near_miss(event: Event) -> str:
    """A sentence about a joint that hardly holds after a letter was placed; '' where there is none."""
    letter, load = event.data.get("loaded", ""), event.data.get("load", 0)
    if event.kind != "place" or not letter or load <= NEAR_MISS_LOAD:
        return ""
    return f"A near miss: the joint of {letter} bears {load / 10:.0f}% of what it can."
