"""Make the word lists and the definitions that ship, from Debian's ``scowl`` and ``wordnet-base``.

Run it anywhere after ``apt-get install scowl wordnet-base``::

    python wordlists/make.py            # write the lists, the definitions, the notices and manifest.toml
    python wordlists/make.py --check    # only compare the files here with manifest.toml
    python wordlists/make.py --unknown-to LIST    # only print the short words to be read one by one

The result depends on nothing but the two packages and ``dropped.txt``; running it twice gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import lzma
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
NOTICES = {
    "SCOWL-NOTICE.txt": Path("/usr/share/doc/scowl/copyright"),
    "WORDNET-NOTICE.txt": Path("/usr/share/doc/wordnet-base/copyright"),
}

LISTS = {
    "standard": (70, "the usual list, for play"),
    "common": (50, "words that most people know"),
    "wide": (80, "rare and technical words too, as in tournaments"),
}
"""Name -> the largest SCOWL size taken, and what the list is for."""
FAMILIAR = {
    "everyday": (20, "words that come to mind at once"),
    "familiar": (35, "words that nearly everybody knows"),
}
"""The same for the words that opponents say; no game is played by these lists."""
UNSAID = (
    "arse ass bastard bastards bitch bugger buggers chink chinks cock crap fagot fagots horny prick pricks pussy rape "
    "raped rapes rapist slut sluts sodomy tit tits whore whores"
)
"""Words that count when a player says them, but that no opponent says."""

WORD = re.compile(r"[a-z]{2,}\Z")
PARTS = ("noun", "verb", "adj", "adv")
PART_LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LONGEST_GLOSS = 160
SHORT = 5
"""Letters of the longest words that are read one by one."""
GLOSSES = "glosses.txt.xz"


def main() -> int:
    """Make or check everything; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the files here with manifest.toml")
    told = "print the words of two to five letters of the standard list that LIST (a word a line) and WordNet lack"
    parser.add_argument("--unknown-to", type=Path, metavar="LIST", help=told)
    asked = parser.parse_args()
    if asked.check:
        return check()
    for folder, package in ((SCOWL, "scowl"), (WORDNET, "wordnet-base")):
        if not folder.is_dir():
            print(f"{folder} is not there: apt-get install {package}", file=sys.stderr)
            return 1
    dropped = read_dropped(HERE / "dropped.txt")
    if asked.unknown_to is not None:
        print(*unknown_words(scowl_words(LISTS["standard"][0]) - dropped, asked.unknown_to), sep="\n")
        return 0
    lists = {name: scowl_words(size) - dropped for name, (size, _) in LISTS.items()}
    lines = ["# Written by make.py; the sums are of the text before compression.", ""]
    for name, words in lists.items():
        lines += write(f"lists.{name}", name, words, *LISTS[name])
    for name, (size, purpose) in FAMILIAR.items():
        words = (scowl_words(size) & lists["standard"]) - set(UNSAID.split())
        lines += write(f"familiar.{name}", name, words, size, purpose)
    text = gloss_text(lists["wide"])
    (HERE / GLOSSES).write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    lines += ["[glosses]", f'file = "{GLOSSES}"', f'source = "WordNet, Debian wordnet-base {version("wordnet-base")}"']
    lines += [f"entries = {count_lines(text)}"]
    lines += [f'sha256 = "{hashlib.sha256(text).hexdigest()}"']
    (HERE / "manifest.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, source in NOTICES.items():
        shutil.copyfile(source, HERE / name)
    return check()


def write(section: str, name: str, words: set[str], size: int, purpose: str) -> list[str]:
    """Write one list; its section of the manifest."""
    text = "".join(f"{word}\n" for word in sorted(words)).encode()
    (HERE / f"{name}.txt.gz").write_bytes(squeeze(text))
    return [
        f"[{section}]",
        f'file = "{name}.txt.gz"',
        f'purpose = "{purpose}"',
        f'source = "SCOWL {version("scowl")}, *-words.*, sizes up to {size}"',
        f"words = {len(words)}",
        f"two_letters = {sum(len(w) == 2 for w in words)}",
        f'sha256 = "{hashlib.sha256(text).hexdigest()}"',
        "",
    ]


def check() -> int:
    """Compare the files here with the manifest; 0 when all is well."""
    manifest = tomllib.loads((HERE / "manifest.toml").read_text(encoding="utf-8"))
    bad = 0
    for name, entry in {**manifest["lists"], **manifest["familiar"], "glosses": manifest["glosses"]}.items():
        data = (HERE / entry["file"]).read_bytes()
        text = lzma.decompress(data) if entry["file"].endswith(".xz") else gzip.decompress(data)
        count = entry.get("words", entry.get("entries"))
        sound = hashlib.sha256(text).hexdigest() == entry["sha256"] and count_lines(text) == count
        bad += not sound
        print(f"{name}: {count:,} lines, {len(data):,} bytes {'ok' if sound else 'NOT AS IN THE MANIFEST'}")
    return 1 if bad else 0


def count_lines(text: bytes) -> int:
    """How many lines a text has."""
    return text.count(b"\n")


def squeeze(text: bytes) -> bytes:
    """The text as a gzip file without a name or a time in it."""
    return gzip.compress(text, compresslevel=9, mtime=0)


def version(package: str) -> str:
    """The installed version of a Debian package, ``?`` where that cannot be asked."""
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    try:
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout or "?"  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "?"


# --- words ------------------------------------------------------------------------------------------


def read_dropped(path: Path) -> set[str]:
    """The words that ``dropped.txt`` names: the first of each line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def scowl_words(size: int) -> set[str]:
    """All words of SCOWL's ``*-words.*`` files up to a size: a to z only, two letters or more."""
    words: set[str] = set()
    for path in sorted(SCOWL.glob("*-words.*")):
        if int(path.suffix[1:]) <= size:
            words.update(word for word in path.read_text(encoding="latin-1").split() if WORD.match(word))
    return words


def unknown_words(words: set[str], other_list: Path) -> list[str]:
    """The words of at most SHORT letters that another list has not and WordNet does not define."""
    short = {word for word in words if len(word) <= SHORT}
    defined = {line.split("\t")[0] for line in gloss_text(short).decode().splitlines()}
    return sorted(
        short - defined - set(other_list.read_text(encoding="utf-8").split()), key=lambda word: (len(word), word)
    )


# --- definitions ------------------------------------------------------------------------------------


def gloss_text(words: set[str]) -> bytes:
    """``lemma TAB part TAB definition`` for every lemma among the words, then ``form TAB > TAB lemma``; sorted."""
    counts = sense_counts()
    best: dict[str, tuple[int, int, str, str]] = {}
    for rank, part in enumerate(PARTS):
        meanings = read_data(part)
        for lemma, offsets in read_index(part):
            if lemma not in words:
                continue
            found = next((meanings[o][lemma] for o in offsets if lemma in meanings.get(o, {})), None)
            if found is None:  # only as a name with a capital letter
                continue
            key = (-counts.get((lemma, PART_LETTERS[part]), 0), rank, PART_LETTERS[part], found)
            best[lemma] = min(best.get(lemma, key), key)
    lines = [f"{lemma}\t{part}\t{gloss}\n" for lemma, (_, _, part, gloss) in best.items()]
    lines += [f"{form}\t>\t{lemma}\n" for form, lemma in exceptions() if form in words and lemma in best]
    return "".join(sorted(set(lines))).encode()


def sense_counts() -> dict[tuple[str, str], int]:
    """(lemma, part) -> how often it was met in WordNet's tagged texts."""
    letters = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts: dict[tuple[str, str], int] = {}
    for line in (WORDNET / "cntlist.rev").read_text(encoding="latin-1").splitlines():
        sense, _, count = line.split()
        lemma, _, rest = sense.partition("%")
        key = (lemma, letters[rest[0]])
        counts[key] = counts.get(key, 0) + int(count)
    return counts


def read_index(part: str) -> list[tuple[str, list[str]]]:
    """Each lemma of a part of speech with the offsets of its meanings, the most frequent first."""
    found = []
    for line in (WORDNET / f"index.{part}").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        if WORD.match(fields[0]):
            found.append((fields[0], fields[-int(fields[2]) :]))
    return found


def read_data(part: str) -> dict[str, dict[str, str]]:
    """Offset -> small-letter word -> definition without its examples."""
    meanings: dict[str, dict[str, str]] = {}
    for line in (WORDNET / f"data.{part}").read_text(encoding="latin-1").splitlines():
        if line.startswith(" "):
            continue
        facts, _, gloss = line.partition(" | ")
        fields = facts.split(" ")
        forms = [re.sub(r"\(.*\)$", "", form) for form in fields[4 : 4 + 2 * int(fields[3], 16) : 2]]
        text = shorten(gloss)
        meanings[fields[0]] = {form: text for form in forms if WORD.match(form)}
    return meanings


def shorten(gloss: str) -> str:
    """The definition without examples, at most LONGEST_GLOSS characters."""
    text = re.split(r'[;:]\s*"', gloss.strip(), maxsplit=1)[0].strip().rstrip(";:, ")
    text = " ".join(text.encode("ascii", "ignore").decode().split())
    if len(text) <= LONGEST_GLOSS:
        return text
    head = text[: LONGEST_GLOSS - 3]
    return (head.rsplit("; ", 1)[0] if "; " in head[60:] else head.rsplit(" ", 1)[0] + " ...").strip()


def exceptions() -> list[tuple[str, str]]:
    """(form, lemma) of the irregular forms that WordNet lists."""
    pairs = []
    for part in PARTS:
        path = WORDNET / f"{part}.exc"
        for line in path.read_text(encoding="latin-1").splitlines() if path.is_file() else ():
            form, *lemmas = line.split()
            if WORD.match(form) and lemmas and form != lemmas[0]:
                pairs.append((form, lemmas[0]))
    return pairs


if __name__ == "__main__":
    sys.exit(main())
