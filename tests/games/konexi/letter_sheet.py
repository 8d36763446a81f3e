"""Letters drawn in plain characters: every cell is two wide, plugs and sockets are seen.

``LETTERS.md`` is made here: ``python -m tests.games.konexi.letter_sheet > towergames/games/konexi/LETTERS.md``.
"""

from __future__ import annotations

from towergames.games.konexi.letters import ALPHABET, HEIGHT, PLASTIC, WIDTH, mass, poses, upright
from towergames.games.konexi.tower import stands

_TEETH = {0: ">", 1: "/\\", 2: "<", 3: "\\/"}
"""Side -> how a plug looks that points there; a socket shows the plug that would fill it."""
_A_ROW = 6


def draw(letter: str) -> tuple[str, ...]:
    """The letter upright in rows of equal length, the highest row first, with one empty cell around it."""
    rows = [[" "] * (2 * (WIDTH + 2)) for _ in range(HEIGHT + 2)]

    def put(x: int, y: int, at: int, text: str) -> None:
        column = 2 * (x + 1) + at
        rows[HEIGHT - y][column : column + len(text)] = text

    for x, y in upright(letter).cells:
        put(x, y, 0, "##")
    for one in upright(letter).connectors:
        tooth = _TEETH[one.side if one.plug else (one.side + 2) % 4]
        cell = one.beyond if one.plug else (one.x, one.y)
        # a plug stands at the near end of the next cell, a socket at the far end of its own
        near = {0: 0, 2: 1}[one.side] if one.plug and one.side in (0, 2) else int(one.side == 0)
        put(*cell, near, tooth)
    return tuple("".join(row) for row in rows)


def letters_page() -> str:
    lines = [
        "# The 26 letters",
        "",
        "Made from `letters.toml` by `python -m tests.games.konexi.letter_sheet`; a test compares them.",
        "",
        "A plug is a tooth beside the letter, a socket the same tooth cut into it: `>` and `<`, `/\\` and `\\/`.",
        "A plug fits the socket that shows the same tooth.",
        "",
        f"A cell is {PLASTIC.cell_um / 1000:g} mm wide, the plastic {PLASTIC.thick_um / 1000:g} mm thick. "
        "*Stands* names the quarter turns",
        "(counter-clockwise) in which the letter stands by itself.",
        "",
    ]
    for start in range(0, len(ALPHABET), _A_ROW):
        row = ALPHABET[start : start + _A_ROW]
        drawn = [draw(letter) for letter in row]
        lines += ["```text", *("  ".join(parts).rstrip() for parts in zip(*drawn, strict=True)), "```", ""]
    lines += ["| Letter | Cells | Grams | Plugs | Sockets | Stands |", "|---|---|---|---|---|---|"]
    for letter in ALPHABET:
        one = upright(letter)
        turns = ", ".join(str(pose.turn) for pose in poses(letter)[:4] if stands(pose))
        plugs = sum(c.plug for c in one.connectors)
        sockets = len(one.connectors) - plugs
        lines.append(f"| {letter} | {len(one.cells)} | {mass(letter) / 1000:.1f} | {plugs} | {sockets} | {turns} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(letters_page(), end="")
