"""The record book and the achievements of Brick Tower, from the towers that are shown at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from towergames.core.daily import MEDALS
from towergames.core.feat import (
    Achievement,
    Feats,
    FinishedGame,
    Habit,
    Mark,
    Marks,
    Play,
    RecordLine,
    note_result,
)

LONG_WORD, MANY_COLUMNS, LIGHT = 7, 4, 60
"""Letters of a long word, words in columns, and per cent of the cards, for an achievement each."""
SIZES = {"standard": "best-34", "mini": "best-16"}
"""Size of a deal -> the measure of the best tower of it."""
SILVER = MEDALS.index("silver") + 1

RECORDS = (
    RecordLine("Best of 34 cards", "best-34"),
    RecordLine("Best of 16 cards", "best-16"),
    RecordLine("Share of the search", "share", "{} %"),
    RecordLine("Longest word", "word", "{} letters"),
    RecordLine("Most column words", "columns"),
    RecordLine("Lightest silver", "light", "{} % of the cards", least=True),
    RecordLine("Best medal", "medal", names=("none", *MEDALS)),
    RecordLine("Best duel", "duel"),
)

ACHIEVEMENTS = (
    Achievement("it-stands", "It stands", "first", "You hand in a tower that keeps all building rules.", "legal"),
    Achievement("bronze-age", "Bronze age", "first", "You win a medal at today's task.", "medal"),
    Achievement(
        "silver-lining",
        "Silver lining",
        "good",
        "You win silver or gold at today's task.",
        "medal",
        SILVER,
        "bronze, {text}",
    ),
    Achievement(
        "mother-tongue",
        "Mother tongue",
        "good",
        f"The longest word of your tower has {LONG_WORD} letters or more.",
        "word",
        LONG_WORD,
        "{text}: {best} of {goal} letters",
    ),
    Achievement(
        "four-columns", "Four columns", "good", "Four columns of your tower are words.", "columns", MANY_COLUMNS
    ),
    Achievement(
        "lightweight",
        "Lightweight",
        "rare",
        f"You win silver or gold at today's task with at most {LIGHT} % of the cards.",
        "light",
        LIGHT,
        "best {best} % of the cards",
        least=True,
    ),
    Achievement(
        "beat-the-house",
        "Beat the house",
        "rare",
        "Your tower scores more than the day's search.",
        "share",
        101,
        "best {best} % of the search",
    ),
)

HABITS = (
    Habit("column-word", "{rival} has a word in a column in {count} of {games} games."),
    Habit("column-word", "You have a word in a column in {count} of {games} games.", mine=True),
)


def watch(game: FinishedGame, marks: Marks) -> None:
    """Note the legal towers that are shown at the end, and the result."""
    for play in game.plays:
        for event in play.events("reveal"):
            if event.data["legal"]:
                _note_tower(play, event.seat, event.data, marks)
    note_result(game, marks)


def _note_tower(play: Play, seat: int | None, data: Mapping[str, Any], marks: Marks) -> None:
    """Note a legal tower; one of cards that a person chose is none for the book."""
    from towergames.games.bricks.pieces import cards_of  # the title reads the record lines before its first frame

    state = play.step.state
    if seat is None or not state.code:
        return
    marks.note(seat, "legal", 1, play=play)
    if state.terms.mode == "duel":
        marks.note(seat, "duel", data["points"], play=play)
    elif state.terms.size in SIZES:
        marks.note(seat, SIZES[state.terms.size], data["points"], play=play)
    longest, columns = data["longest"], data["columns"]
    marks.note(seat, "word", len(longest), longest, play)
    if columns:
        marks.note(seat, "columns", len(columns), " ".join(columns), play)
        marks.note(seat, "column-word", 1, play=play)
    used = cards_of(state.benches[seat].tower).total()
    marks.note(seat, "cards", -(-100 * used // len(state.cards_of(seat))), play=play)


def beside_house(marks: Mapping[str, Mark], score: int, house: int) -> Mapping[str, Mark]:
    """The share of the day's search, the medal, and for silver and gold the share of the cards."""
    from towergames.games.bricks.judge import medal

    cards = marks.get("cards")
    if cards is None:
        return {}
    share = 100 * score // house
    if score > house:
        share = max(share, 101)  # a point more than the search is more than all of it
    found = {"share": Mark(share, f"{score} of {house}", cards.play)}
    won = medal(score, house)
    if won:
        found["medal"] = Mark(MEDALS.index(won) + 1, f"{score} of {house}", cards.play)
        if MEDALS.index(won) + 1 >= SILVER:
            found["light"] = cards._replace(text=f"{score} of {house}")
    return found


FEATS = Feats(1, watch, RECORDS, ACHIEVEMENTS, HABITS, usual=("size", "mode"), beside_house=beside_house)
