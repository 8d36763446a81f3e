"""A second judge, written from the rule text and the readings alone: slow, plain, and without a look at the first.

A tower is turned into plain dicts first; nothing of the game's package is used but the cards' own data.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

from towergames.games.bricks.pieces import Tower
from towergames.games.bricks.rules import Readings

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plain(tower: Tower) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "brick": piece.letter != "",
                "letter": piece.letter,
                "printed": piece.weight,
                "shift": piece.adjust,
                "tons": piece.weight + piece.adjust if piece.letter else 0,
                "shape": piece.shape,
                "colour": piece.colour,
                "cards": list(piece.made_of),
            }
            for piece in level
        ]
        for level in tower
    ]


def broken_rules(tower: Tower, readings: Readings) -> set[int]:
    """The numbers of the building rules that are broken."""
    levels = plain(tower)
    out: set[int] = set()
    everything = [piece for level in levels for piece in level]
    bricks = [piece for piece in everything if piece["brick"]]
    weigh = [sum(piece["tons"] for piece in level) for level in levels]
    # 1
    if len(levels) < 4:
        out.add(1)
    for level in levels:
        row = [piece["letter"] for piece in level if piece["brick"]]
        if row != sorted(row):
            out.add(1)
    # 4
    for level in levels:
        for one, other in combinations(level, 2):
            if one["colour"] != other["colour"]:
                out.add(4)
    # 5
    for below, above in pairwise(weigh):
        if not above < below:
            out.add(5)
    # 6
    for digit in str(abs(sum(weigh))):
        if digit == "5":
            out.add(6)
    # 8
    for piece in everything:
        if piece["shift"] == 0:
            continue
        fine = piece["brick"] and piece["letter"] in ("J", "Q", "X", "Z") and piece["shift"] in (-1, 1)
        if piece["cards"] and not readings.wild_adjusts:
            fine = False
        if piece["tons"] < 0:
            fine = False
        if piece["tons"] == 0 and not readings.zero:
            fine = False
        if not fine:
            out.add(8)
    # 9
    for level in levels:
        if len([p for p in level if not p["brick"]]) > len([p for p in level if p["brick"]]):
            out.add(9)
    # 11
    if [len(level) for level in levels].count(2) >= 2:
        out.add(11)
    # 16
    for colour in ("red", "blue", "yellow"):
        if len([p for p in bricks if p["colour"] == colour]) >= 7:
            out.add(16)
    # 17
    if len([w for w in weigh if w in range(4, 1000, 4)]) != 1:
        out.add(17)
    # 21
    for level in levels:
        for letter in ALPHABET:
            if len([p for p in level if p["letter"] == letter]) >= 3:
                out.add(21)
    # 23
    if {"E", "A", "S", "T"} <= {p["letter"] for p in bricks}:
        out.add(23)
    # 24
    good = 0
    for level in levels:
        row = [p["letter"] for p in level if p["brick"]]
        if len(row) >= 2 and not set(row) & set("AEIOUY"):
            good += 1
    if good == 0:
        out.add(24)
    # 26
    if [] in levels:
        out.add(26)
    # 27
    if any(len(level) >= 7 for level in levels):
        out.add(27)
    # 31
    natural = [p for p in everything if p["cards"] == ["*"]]
    unnatural = [p for p in everything if p["cards"] and p["cards"] != ["*"]]
    if len(natural) >= 2 or len(unnatural) >= 2:
        out.add(31)
    for piece in unnatural:
        if len(piece["cards"]) != 2 or "*" in piece["cards"]:
            out.add(31)
    for piece in natural + unnatural:
        if not piece["brick"] and not readings.wild_window:
            out.add(31)
        if piece["brick"] and piece["printed"] not in range(readings.lightest, readings.heaviest + 1):
            out.add(31)
    # 35
    for level in levels:
        row_text = "".join(p["letter"] or "|" for p in level)
        for pair in (ALPHABET[i : i + 2] for i in range(25)):
            if pair in row_text or pair[::-1] in row_text:
                out.add(35)
    return out


def column_words(tower: Tower, words: Iterable[str], readings: Readings) -> list[str]:
    listed = set(words)
    rows = []
    for level in plain(tower):
        row = [p["letter"] or "|" for p in level]
        if readings.windows == "close-up":
            row = [cell for cell in row if cell != "|"]
        rows.append("".join(row))
    width = max([len(row) for row in rows] + [0])
    square = [row.ljust(width) for row in rows][::-1]
    found: list[str] = []
    for col in range(width):
        text = "".join(row[col] for row in square).strip(" |").replace("|", "")
        if " " in text:
            if readings.gaps == "break":
                continue
            text = text.replace(" ", "")
        if len(text) >= 3 and text in listed and not (readings.repeated == "once" and text in found):
            found.append(text)
    return found


def longest(tower: Tower, words: Iterable[str], readings: Readings) -> str:
    fixed, free = [], 0
    for level in plain(tower):
        for piece in level:
            if piece["brick"]:
                if piece["cards"] and readings.free_letters:
                    free += 1
                else:
                    fixed.append(piece["letter"])
    best = ""
    for word in sorted(words):
        if len(word) < 2 or len(word) <= len(best) or len(word) > len(fixed) + free:
            continue
        left, jokers = list(fixed), free
        for letter in word:
            if letter in left:
                left.remove(letter)
            else:
                jokers -= 1
        if jokers >= 0:
            best = word
    return best


def points(tower: Tower, words: Iterable[str], readings: Readings) -> dict[int, int]:
    """Rule number -> points."""
    words = list(words)
    levels = plain(tower)
    everything = [piece for level in levels for piece in level]
    bricks = [piece for piece in everything if piece["brick"]]
    windows = [piece for piece in everything if not piece["brick"]]
    present = {p["letter"] for p in bricks}
    cards = 0
    for piece in everything:
        cards += 2 if len(piece["cards"]) == 2 and readings.stack_cards == 2 else 1

    def nobody_weighs(tons: int) -> bool:
        return tons not in [p["tons"] for p in bricks]

    def shape(name: str) -> int:
        return len([p for p in bricks if p["shape"] == name])

    out = dict.fromkeys([3, 7, 10, 12, 13, 14, 15, 18, 19, 20, 22, 25, 28, 29, 30, 32, 33, 34, 36], 0)
    if nobody_weighs(5):
        out[3] = shape("triangle")
    if nobody_weighs(4):
        out[7] = shape("rectangle")
    if nobody_weighs(3):
        out[10] = shape("hexagon")
    if nobody_weighs(2):
        out[12] = len(levels)
    if nobody_weighs(1):
        out[13] = (cards - cards % 2) // 2
    if not any(len(one) == len(other) for one, other in combinations(levels, 2)):
        out[14] = 3 * len(levels)
    out[15] = 4 * len(column_words(tower, words, readings))
    out[18] = 4 * len(windows)
    for piece in bricks:
        if piece["letter"] in "JQXZ" and (readings.wild_rare or not piece["cards"]):
            out[18] += 2
    length = len(longest(tower, words, readings))
    out[19] = length
    if length == 8:
        out[19] += 2
    elif length == 9:
        out[19] += 3
    elif length >= 10:
        out[19] += 4
    for letter in present:
        out[20] = max(out[20], 2 * [p["letter"] for p in bricks].count(letter) - 2)
    if present >= set("TOWER"):
        out[22] = 6
    if shape("triangle") == 0:
        out[25] = len([p for p in everything if p["colour"] == "red"])
    if shape("rectangle") == 0:
        out[28] = len([p for p in bricks if p["letter"] in "AEIOUY"])
    if [p for p in bricks if p["colour"] == "red"] == []:
        out[29] = shape("hexagon")
    if not len([p for p in bricks if p["colour"] == "blue"]) >= 4:
        out[30] = 3
    for floor, level in enumerate(levels, start=1):
        worth = {3: 1, 4: 2, 5: 3, 6: 4}.get(floor, 0)
        if floor > 6 and readings.high_floors == "go-on":
            worth = floor - 2
        out[32] += worth * len([p for p in level if p["brick"]])
    out[33] = 26 - 2 * cards
    runs, here = [], 0
    for letter in ALPHABET + "!":
        if letter in present:
            here += 1
        else:
            runs.append(here)
            here = 0
    worths = [9 if run >= 9 else 7 if run in (7, 8) else 0 for run in runs]
    out[34] = sum(worths) if readings.runs == "each" else max(worths)
    if not windows:
        out[36] = -4
    return out
