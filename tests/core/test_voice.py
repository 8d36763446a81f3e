"""The words that people read: what the program says keeps to its glossary, to one sentence form, and to ``count``.

``voice.toml`` beside this file lists the exceptions by file, each with its reason. It may only shrink: an entry that is
no longer needed fails as well. ``python -m tests.core.test_voice`` takes such entries out; it adds none.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = Path(__file__).with_name("voice.toml")
PARTS = ("games", "board", "bots", "tui", "plain", "cli", "session", "table", "core", "lexicon")

BANNED = (
    *("pads?", "ledger", "journal", "recap", "assists", "consent", "behind new information", "new information"),
    *("curtain", "spectators?", "viewer", "storeys?", "(?<!by )(?<!a )lot", "slots?", "due", "forfeits?", "bench"),
    *("workshop", "bingo"),
    *("notch", "notched", "notches", "comes? to rest", "settles?", "tremor", "ejected", "whoever", "somebody"),
    *("everybody", "at any", "let go blindly", "the others' eyes", "comes? to light", "gives? way"),
    *("is no play", "is no move", "is no word", "is no seed", "lays", r"brings(?! it back)", "it is told", "is told"),
    "judges?",
    *("vouches for", "pull the plug", "thrown away", "for good", "of one's own", "begins? anew", "begun anew"),
    *("leads? (?:back|to the menu)", "read only", "looked at here", "stands twice", "taken back freely"),
)
WORDS = re.compile(rf"\b(?:{'|'.join(BANNED)})\b", re.IGNORECASE)
"""Words that the glossary replaces, as whole words."""

SENTENCE = re.compile(r"[a-z]{2}[.?!](?:\s|$)")
FORMS = {
    "1 with a plural": re.compile(r"\b1 (?:points|moves|games|players|words|tiles|cards|pieces|letters|turns)\b"),
    "two blanks": re.compile(r"^[^\n]*\S  +\S[^\n]*$"),
    "an aside in brackets": re.compile(r"[A-Za-z}] \((?![A-Z]\))[^()]*[a-z]{2}[^()]*\)"),
}
"""What no sentence has; the last two only count where the text is a sentence."""


@lru_cache(maxsize=1)
def nodes(path: Path) -> list[ast.AST]:
    """Everything in a module, as ``ast.walk`` has it, in half the time: names are not followed to how they are used."""
    found: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in found:
        for field in node._fields:
            inside = getattr(node, field, None)
            if isinstance(inside, ast.AST):
                if not isinstance(inside, ast.expr_context):
                    found.append(inside)
            elif isinstance(inside, list):
                found += [each for each in inside if isinstance(each, ast.AST)]
    return found


def literals(path: Path) -> Iterator[str]:
    """Every text of a module that may be read by people, the values in an f-string as ``{}``.

    Docstrings and the keys that ``options_of`` puts in order are none.
    """
    inside: set[int] = set()
    for node in nodes(path):
        # A docstring, also that of a constant; keys of options in their order.
        if isinstance(node, ast.Expr) or (isinstance(node, ast.keyword) and node.arg == "order"):
            inside.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            inside.update(map(id, node.values))
            for value in node.values:
                if isinstance(value, ast.FormattedValue) and value.format_spec is not None:
                    inside.update((id(value.format_spec), *map(id, ast.walk(value.format_spec))))
    for node in nodes(path):
        if id(node) in inside:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def is_text(literal: str) -> bool:
    """Whether a literal is words for people: several words, or a capitalised one; no style sheet."""
    if re.search(r"[;{]\s*[a-z-]+: |</|^\s*[A-Z]\w+ \{", literal):
        return False
    return bool(re.search(r"[A-Za-z]{2,}.*\s.*[a-z]{2,}", literal) or re.fullmatch(r"[A-Z][a-z]{2,}", literal))


def texts(path: Path) -> Iterator[str]:
    if path.suffix != ".toml":
        yield from filter(is_text, literals(path))
        return
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    yield from sheet.get("aim", ())
    for section in sheet["section"]:
        yield section["title"]
        for rule in section.get("rule", ()):
            yield from (rule["title"], " ".join(rule["text"].split()))


def faults(text: str) -> Iterator[str]:
    """The banned words of a text in small letters, and what is wrong with its form."""
    yield from (found[0].lower() for found in WORDS.finditer(text))
    for name, pattern in FORMS.items():
        if pattern.search(text) and (name == "1 with a plural" or SENTENCE.search(text)):
            yield name


def plurals(path: Path) -> int:
    """How often a module makes a plural by hand: ``"" if n == 1 else "s"``, ``"s" * (n > 1)``."""
    endings, found = {"", "s", "es"}, 0
    for node in nodes(path):
        if isinstance(node, ast.IfExp):
            both = [part.value for part in (node.body, node.orelse) if isinstance(part, ast.Constant)]
            found += len(both) == 2 and set(both) <= endings and both[0] != both[1]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            found += isinstance(node.left, ast.Constant) and node.left.value in ("s", "es")
    return found


@cache
def wrong() -> dict[str, dict[str, int]]:
    """What is wrong now: by file the banned words and forms, each with how often, and the hand-made plurals."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for part in PARTS:
        folder = ROOT / "towergames" / part
        for path in sorted((*folder.rglob("*.py"), *folder.rglob("rules.toml"))):
            name = path.relative_to(ROOT / "towergames").as_posix()
            for text in texts(path):
                found[name].update(faults(text))
            if path.suffix == ".py" and (number := plurals(path)):
                found[name]["hand-made plural"] += number
    return {name: dict(counted) for name, counted in found.items() if counted}


def allowed() -> dict[str, dict[str, int]]:
    return tomllib.loads(ALLOWED.read_text(encoding="utf-8"))


def differences(now: dict[str, dict[str, int]], before: dict[str, dict[str, int]]) -> list[tuple[str, str, int, int]]:
    """(file, fault, times now, times allowed) for everything that is not as the list says."""
    keys = {(name, what) for found in (now, before) for name, counted in found.items() for what in counted}
    rows = [(name, what, now.get(name, {}).get(what, 0), before.get(name, {}).get(what, 0)) for name, what in keys]
    return sorted(row for row in rows if row[2] != row[3])


def test_no_text_uses_a_banned_word_or_form() -> None:
    more = [f"{name}: {what}, {n} times" for name, what, n, old in differences(wrong(), allowed()) if n > old]
    assert not more, "say it with the words of the glossary, with count() and in whole sentences"


def test_the_list_of_what_is_allowed_only_shrinks() -> None:
    gone = [f"{name}: {what}" for name, what, n, old in differences(wrong(), allowed()) if n < old]
    assert not gone, "run: python -m tests.core.test_voice"


def test_the_screens_and_commands_of_no_game_are_clean() -> None:
    shared = [name for name in allowed() if not name.startswith("games/")]
    assert not shared


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Every line of the score pad", ["pad"]),
        ("The Ledger settles.", ["ledger", "settles"]),
        ("You have 1 points", ["1 with a plural"]),
        ("The lot is free", ["lot"]),
        ("Drawn by lot. It shakes a lot.", []),
        ("It fell. (The base moved.)", []),
        ("It fell (the base moved). Try again.", ["an aside in brackets"]),
        ("It  fell. Try again.", ["two blanks"]),
        ("Ann  Bob", []),
        ("padding and slotted", []),
    ],
)
def test_faults_are_found(text: str, found: list[str]) -> None:
    assert list(faults(text)) == found


def test_literals_are_found_without_docstrings(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""Pad."""\nX = 1\n"""Pad."""\nprint(f"{X:>4} more moves", "a score pad", "id" + "s" * (X > 1))\n'
        'options_of(X, order="pad ledger")\n'
    )
    assert [text for text in literals(module) if is_text(text)] == ["{} more moves", "a score pad"]
    assert plurals(module) == 1


def _shrink() -> None:
    """Write the list anew without what is no longer needed; the comments stay."""
    now, before, lines = wrong(), allowed(), []
    for line in ALLOWED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            lines.append(line)
            continue
        name, why = line.split('"')[1], line.partition("}")[2]
        left = {what: min(n, now.get(name, {}).get(what, 0)) for what, n in before[name].items()}
        kept = ", ".join(f'"{what}" = {n}' for what, n in left.items() if n)
        lines += [f'"{name}" = {{ {kept} }}{why}'] if kept else []
    ALLOWED.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _shrink()
