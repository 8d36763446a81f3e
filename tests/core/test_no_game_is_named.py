"""No module outside ``games`` and ``registry.py`` knows a game: it imports none, and no name or text in it names one.

A text may name a game where it shows people an example. Such lines are written out in ``ALLOWED``; the list may only
shrink, since a line that is gone must go from it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from towergames import registry

PACKAGE = Path(registry.__file__).parent
KEYS = {entry.key for entry in registry.ENTRIES}
PLAIN = "words"
"""The key that is also an English word: it names the game as a whole text on a line that speaks of games or keys."""
OF_GAMES = re.compile(r"game|registry|key(?!=)", re.I)
NAMED = re.compile("|".join([*sorted(KEYS - {PLAIN}), *(entry.game.info.title for entry in registry.ENTRIES)]), re.I)

ALLOWED: dict[str, tuple[str, ...]] = {
    "__init__.py": (
        '"""A game as a PettingZoo AEC environment: ``env("takethat", seats=3, open=True)``. Needs the extra ``rl``.',
    ),
    "cli/app.py": (
        "towergames play takethat --seat Ann --seat bot:normal",
        "towergames play takethat --seat Ann --seat Bob --plain",
        "towergames replay example-takethat           watch a finished game",
        "towergames rules takethat R-7                one rule",
    ),
    "cli/arena.py": (
        "towergames simulate takethat --games 200 --seat bot:hard --seat bot:easy",
        "towergames simulate takethat --games 1000 --seat bot:easy --seat bot:random",
        "towergames ladder takethat --results takethat.jsonl",
        "towergames ladder takethat --cluster tcp://192.168.0.7:8786",
    ),
    "cli/play.py": (
        "towergames play takethat --seat Ann --seat Bob",
        "towergames play takethat --seat Ann --seat bot:hard --seed 7",
        "towergames play takethat --seat Ann --seat bot:even",
        "towergames play takethat --seat Ann --seat Carl=bot:easy --option height=5",
        "towergames play takethat --seat Ann --seat Bob --clock 10+5",
        "towergames play takethat --seat bot:easy --seat bot:hard --plain",
        "towergames play takethat --seat Ann --seat Bob --seat bot:hard --open",
        "towergames play bricks --seat Ann --option puzzle=today",
        "towergames play bricks --seat Ann --seat Bob --option puzzle=S-Y2FN9",
        "towergames join takethat-ann-bob --seat Bob --pin",
        "towergames join takethat-ann-bob --watch",
        "towergames load takethat-ann-bob",
        "towergames replay example-takethat",
    ),
    "cli/reports.py": (
        "towergames rules takethat",
        "towergames rules takethat R-7",
        "towergames rules bricks 36",
        "towergames records takethat --person Ann",
    ),
    "cli/save_files.py": (
        "towergames verify example-takethat",
        "towergames export example-takethat                   log, board, score sheet",
        "towergames export example-takethat --format json > game.json",
        "towergames export example-takethat --format svg > board.svg",
        "towergames export example-takethat --format film > game.svg",
        "towergames export example-konexi --format film --moments 1 > moment.svg",
        "towergames export example-takethat --format cast > game.cast",
    ),
    "cli/serve.py": (
        "towergames serve takethat --seat Ann --seat Ben --seat bot:hard",
        "towergames serve takethat --seat Ann --guests 2",
        "towergames serve takethat-ann-ben --seat Ben",
        "towergames serve --table takethat-ann-ben --watch",
        "towergames serve konexi --seat Ann --seat Ben --public https://example.org",
    ),
    "cli/today.py": ("towergames today takethat --person Ann --plain",),
}


def modules() -> Iterator[tuple[str, str]]:
    """The path and the source of each module that may know no game."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("games/") and name != "registry.py":
            yield name, path.read_text(encoding="utf-8")


def lines_that_name_a_game(source: str) -> list[str]:
    """The lines with an import of a game, with a name that is a game's, or with a text that names one."""
    lines, found = source.splitlines(), set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            span = range(node.lineno - 1, node.end_lineno or node.lineno)
            if node.value == PLAIN and OF_GAMES.search(lines[node.lineno - 1]):
                found.add(node.lineno - 1)
            if NAMED.search(node.value):
                found.update(at for at in span if NAMED.search(lines[at]))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
            if any(name.startswith("towergames.games") for name in names) or {"games"} & set(names):
                found.add(node.lineno - 1)
        elif any(str(getattr(node, of, "")).lower().strip("_") in KEYS - {PLAIN} for of in ("id", "attr", "name")):
            found.add(node.lineno - 1)  # type: ignore[attr-defined]
    return [lines[at].strip() for at in sorted(found)]


def test_no_module_names_a_game_but_in_an_example() -> None:
    named = {name: lines for name, source in modules() if (lines := lines_that_name_a_game(source))}
    expected = {name: list(lines) for name, lines in ALLOWED.items()}
    assert named == expected, "ask the registry, or let the game say it; an example for people goes to ALLOWED"


@pytest.mark.parametrize(
    "source",
    [
        "from towergames.games.konexi.game import GAME",
        "import towergames.games.words",
        "from towergames.games import takethat",
        "from towergames import games",
        "def f(key):\n    return key == 'words'",
        "SIZES = {'bricks': 4}",
        "path = f'example-{1}-takethat'",
        "LEANING = 3",
        "def konexi(): ...",
        "table.bricks = 1",
        "'''Played as in\n    Stacked Words.'''",
        "def f():\n    say('take that towers')",
        "first = registry.get('words')",
        "if key == 'words': pass",
    ],
)
def test_each_way_of_naming_a_game_is_found(source: str) -> None:
    assert len(lines_that_name_a_game(source)) == 1


def test_an_english_word_is_no_game() -> None:
    source = "say('so many words')\nwords = game.words\nfrom towergames.table import words\nmost = option(key='words')"
    assert lines_that_name_a_game(source) == []
