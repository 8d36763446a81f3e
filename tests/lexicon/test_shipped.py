"""The lists that ship."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import sys

import pytest

from towergames import lexicon
from towergames.lexicon import word_lists
from towergames.lexicon.word_lists import EVERYDAY, FAMILIAR, familiar
from towergames.paths import wordlists_folder

FOLDER = wordlists_folder()


@pytest.mark.parametrize("name", word_lists.SHIPPED)
def test_a_list_is_what_the_manifest_says(name: str) -> None:
    entry = word_lists.manifest()["lists"][name]
    text = gzip.decompress((FOLDER / entry["file"]).read_bytes())
    assert hashlib.sha256(text).hexdigest() == entry["sha256"]
    words = text.decode("ascii").split("\n")[:-1]
    assert words == sorted(set(words)) and len(words) == entry["words"]
    assert re.fullmatch(r"[a-z]{2,}(?: [a-z]{2,})*", " ".join(words))
    assert sum(len(word) == 2 for word in words) == entry["two_letters"]
    loaded = lexicon.load(name)
    assert len(loaded) == entry["words"] and loaded.words == {word.upper() for word in words}
    assert loaded.reference == name


def test_the_lists_lie_inside_one_another() -> None:
    common, standard, wide = (lexicon.load(name).words for name in ("common", "standard", "wide"))
    assert common < standard < wide


@pytest.mark.parametrize("name", word_lists.SHIPPED)
def test_letter_names_and_abbreviations_are_not_in(name: str) -> None:
    dropped = [line.split()[0].upper() for line in (FOLDER / "dropped.txt").read_text().splitlines() if line[:1] != "#"]
    assert len(dropped) > 30
    words = lexicon.load(name)
    assert not [word for word in dropped if word in words]
    assert all(word in words for word in ("MOOD", "quit", "AT", "ON", "IT", "QUEEN"))


def test_the_notices_travel_with_the_data() -> None:
    assert "Kevin Atkinson" in (FOLDER / "SCOWL-NOTICE.txt").read_text()
    assert "Princeton University" in (FOLDER / "WORDNET-NOTICE.txt").read_text()


def test_the_maker_checks_the_files() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "make.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(" ok") == 6


def test_nothing_is_read_before_it_is_asked_for() -> None:
    code = "import towergames.lexicon as x; n = x.load('standard'); assert 'text' not in n.__dict__; print(len(n))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parent)
    assert int(done.stdout) > 100_000


def test_the_lexicon_stands_low_in_the_house() -> None:
    code = (
        "import sys, towergames.lexicon; "
        "bad = [m for m in sys.modules if m.split('.')[0] in ('textual', 'rich', 'typer', 'msgspec')"
        " or m.startswith(('towergames.table', 'towergames.games'))]; print(bad)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parent)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", (EVERYDAY, FAMILIAR))
def test_the_words_are_those_of_the_manifest_and_of_the_usual_list(name: str) -> None:
    words = familiar(name)
    assert len(words) == word_lists.manifest()["familiar"][name]["words"]
    assert words < lexicon.load("standard").words


def test_everyday_words_are_familiar_and_rare_words_are_neither() -> None:
    assert familiar(EVERYDAY) < familiar(FAMILIAR)
    assert {"HOUSE", "BIRD", "THINK"} <= familiar(EVERYDAY)
    assert {"GNAW", "THYME"} <= familiar(FAMILIAR) - familiar(EVERYDAY)
    assert not {"TYRO", "CWM", "DHOTI"} & familiar(FAMILIAR)


def test_no_game_is_played_by_them() -> None:
    assert not {EVERYDAY, FAMILIAR} & set(lexicon.shipped())
    with pytest.raises(lexicon.LexiconError):
        lexicon.load(EVERYDAY)


def test_two_threads_may_import_the_package_and_a_part_of_it_at_once() -> None:
    code = """
import sys
import threading
import time
begun, held = threading.Event(), threading.Event()

def meet(event, details):
    # The thread has begun the package; it goes on and needs the shelf once this one has begun that, and may have come
    # to wait for the package.
    if event == "import" and details[0] == "towergames.lexicon.glosses":
        begun.set()
        held.wait(20)
        time.sleep(0.2)
    elif event == "import" and details[0] == "towergames.lexicon.word_lists":
        held.set()

sys.addaudithook(meet)
thread = threading.Thread(target=lambda: print(__import__("towergames.lexicon").lexicon.LexiconError))
thread.start()
begun.wait(20)
import towergames.lexicon.options
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == "" and "LexiconError" in done.stdout
