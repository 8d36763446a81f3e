"""The commands one by one: what they print, what they refuse, and with which exit code."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree
from functools import partial
from pathlib import Path

import pyte
import pytest
import typer

from tests.cli.conftest import Run
from tests.plain.helpers import header_of, play, script_of
from towergames import registry
from towergames.cli.app import app
from towergames.cli.front_end import GLOBAL_FLAGS, GLOBAL_VALUES, hoist
from towergames.export.film import film
from towergames.paths import config_folder
from towergames.run_request import RunRequest
from towergames.session.app_state import Memory
from towergames.table.facts_cache import FactsCache
from towergames.table.records import SeatSetup
from towergames.table.save_file import load_file

ROOT = Path(__file__).resolve().parents[2]
TOWER = '{"players": 2, "tower": [{"floor": "SPIRE", "owner": 1}, {"floor": "LOBBY", "owner": 2}]}'


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one finished and one unfinished game of two people."""
    folder = tmp_path_factory.mktemp("played")
    header = header_of("Ann", "Bob")
    lines, _ = script_of(header)
    with pytest.MonkeyPatch.context() as patch:  # the home of a test is not made yet
        patch.setenv("TOWERGAMES_CONFIG", str(tmp_path_factory.mktemp("config")))
        play(folder, header, lines, save="finished")
        play(folder, header, lines[:30], save="half")
    return folder


@pytest.fixture
def saves(own_home: Path, played: Path) -> Path:
    """The folder of saves, with the same two games."""
    return shutil.copytree(played, own_home / "saves")


COMMANDS = (
    *("play", "continue", "load", "saves", "replay", "simulate", "verify", "export"),
    *("rules", "lookup", "records", "doctor"),
)


@pytest.mark.parametrize("command", [(), *((c,) for c in (*COMMANDS, "list", "score", "analyse"))])
def test_help_fits_80_columns_and_shows_examples_first(run: Run, command: tuple[str, ...]) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert out.index("Examples:") < out.index("Options:")
    assert "\x1b" not in out


def test_help_documents_the_exit_codes_and_names_every_command(run: Run) -> None:
    _, out, _ = run("--help")
    assert "Exit codes: 0 success" in out
    assert all(f"  {name} " in out for name in (*COMMANDS, "list", "score"))


def test_version(run: Run) -> None:
    assert run("--version") == (0, "towergames 1.0.0\n", "")


def test_list_for_people_and_programs(run: Run) -> None:
    _, text, _ = run("list")
    assert "takethat: Take That Towers, 2 to 4 players" in text and "deck=even|weighted" in text
    code, out, _ = run("list", "--json")
    game = next(found for found in json.loads(out) if found["key"] == "takethat")
    assert code == 0 and game["key"] == "takethat" and game["tools"][0]["name"] == "score"
    assert [level["name"] for level in game["levels"]] == [level.name for level in registry.get("takethat").levels]


def test_rules_whole_and_single(run: Run) -> None:
    _, whole, _ = run("rules", "takethat")
    assert all(f"{rule.id} " in whole for rule in registry.get("takethat").game.rule_sheet.rules)
    assert max(map(len, whole.splitlines())) <= 80
    assert run("rules", "takethat", "r-7")[1].startswith("R-7 Two towers\n  Build them on 2 different towers")
    assert json.loads(run("rules", "takethat", "R-7", "--json")[1])[0]["id"] == "R-7"
    assert json.loads(run("rules", "takethat", "7", "--json")[1])[0]["id"] == "R-7"


@pytest.mark.parametrize("key", registry.keys())
def test_a_bare_number_finds_the_rule(run: Run, key: str) -> None:
    assert run("rules", key, "3") == run("rules", key, "R-3")
    assert run("rules", key, "3")[0] == 0


def test_a_game_of_bots_is_played_saved_verified_and_counted(run: Run, own_home: Path) -> None:
    code, out, _ = run("play", "takethat", "--seat", "bot:easy", "--seat", "bot:random", "--seed", "3", "--name", "b")
    assert code == 0 and "Game over." in out
    code, out, _ = run("verify", "b", str(own_home / "saves" / "b.jsonl"))
    assert code == 0 and out.count("good;") == 2
    assert "b: Take That Towers, finished" in run("saves")[1]
    assert json.loads(run("saves", "--json")[1])[0]["name"] == "b"
    assert run("records")[1] == ""


def test_records_are_those_of_one_person_and_stats_is_another_name(run: Run, saves: Path) -> None:
    for person in ("Ann", "Bob"):
        code, out, _ = run("records", "takethat", "--person", person.lower())
        assert code == 0 and out.startswith(f"{person}: 1 finished game.") and "Best game: " in out
        assert "  Take that! (good play): " in out and "Five tables" not in out
    assert run("stats")[1] == run("records")[1] and "Five tables (first evening): " in run("stats")[1]
    data = json.loads(run("stats", "takethat", "--json")[1])
    assert data["people"] == [data["person"], *({"Ann", "Bob"} - {data["person"]})]
    (game,) = data["games"]
    assert game["finished"] == 1 and len(game["records"]) == 8 and game["records"][3]["best"]["save"] == "finished"
    assert {(row["player"], row["opponents"], row["played"]) for row in data["results"]} == {
        ("Ann", "people", 1),
        ("Bob", "people", 1),
    }
    code, _, err = run("records", "--person", "Zoe")
    assert code == 2 and 'no person "Zoe". People who have finished a game: ' in err
    assert "No finished game of Konexi yet." in run("records", "konexi")[1]


def test_records_are_yours_also_before_your_first_game_has_ended(run: Run, saves: Path) -> None:
    Memory.load(config_folder()).remember_person("bob")
    assert run("records")[1].startswith("Bob: 1 finished game.")
    Memory.load(config_folder()).remember_person("Zoe")
    assert run("records") == (0, "", "Zoe has no finished game yet. For another person add --person NAME.\n")


def test_continue_load_and_replay_reach_plain_mode_in_a_pipe(run: Run, saves: Path) -> None:
    for command in (("continue",), ("load", "half"), ("load", str(saves / "half.jsonl")), ("replay", "finished")):
        code, out, err = run(*command, given=b"quit\n")
        assert (code, err) == (0, ""), command
        assert "Saved as half." in out or "Replay of finished" in out


def test_even_on_the_command_line_says_the_level_and_the_game_has_it(run: Run, saves: Path) -> None:
    command = ("play", "takethat", "--seat", "Ann", "--seat", "bot:even", "--name", "level", "--plain")
    code, out, _ = run(*command, given=b"quit\n")
    assert code == 0 and "Even: tonight Gus (Easy), for the first time." in out
    assert load_file(saves / "level.jsonl").history.header.seats[1] == SeatSetup("Gus", "easy")
    assert "Levels: random, easy" in run("play", "takethat", "--seat", "Ann", "--seat", "bot:evil")[2]


def test_on_a_terminal_the_screen_is_asked(run: Run, saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[RunRequest] = []
    run_module = pytest.importorskip("towergames.tui.run")
    monkeypatch.setattr(run_module, "run_tui", lambda request: asked.append(request) or 0)
    monkeypatch.setattr("towergames.cli.terminal.is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert run("--theme", "light", "--ascii", "--no-mouse")[0] == 0
    assert run("play", "takethat", "--seat", "Ann", "--seat", "bot:easy", "--option", "height=5", "--seed", "9")[0] == 0
    assert run("load", "half", "--saves", str(saves))[0] == 0
    assert run("replay", "finished")[0] == 0
    assert [request.kind for request in asked] == ["menu", "play", "open", "replay"]
    assert asked[0].flags == {"theme": "light", "glyphs": "ascii", "mouse": False}
    header = asked[1].header
    assert header is not None and header.seed == 9 and header.options["height"] == 5
    assert asked[2].save == "half" and asked[2].saves == saves
    assert asked[3].path == saves / "finished.jsonl"


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_that_can_only_do_lines_gets_lines(run: Run, monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setattr("towergames.cli.terminal.is_terminal", lambda stream: True)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("TERM", term)
    code, out, _ = run(given=b"quit\n")
    assert code == 0 and "Towergames. Type a number or a word." in out and "\x1b" not in out


BAD: tuple[tuple[tuple[str, ...], str], ...] = (
    (("fly",), 'no command "fly". See them with: towergames --help'),
    (("--bogus",), 'no option "--bogus"'),
    (("--theme", "pink"), "dark, light, contrast, terminal"),
    (("play",), "GAME"),
    (("play", "chess"), "Games: "),
    (("play", "takethat", "--seat", "Ann"), "2 to 4 players; you gave 1"),
    (("play", "takethat", *["--seat", "A"] * 5), "2 to 4 players; you gave 5"),
    (("play", "takethat", "--seat", "Ann", "--seat", "ann"), "are called"),
    (("play", "takethat", "--seat", "", "--seat", "Bob"), "needs a name"),
    (("play", "takethat", "--seat", "\x1b[2J", "--seat", "[2J"), "are called"),
    (("play", "takethat", "--seat", "bot:genius"), "Levels: random, easy"),
    (("play", "takethat", "--seed", "x"), "whole number"),
    (("play", "takethat", "--seed", "-1"), "whole number"),
    (("play", "takethat", "--seed", "9" * 400), "whole number"),
    (("play", "takethat", "--seed", "²"), "whole number"),
    (("play", "takethat", "--clock", "soon"), "is not a clock. Write minutes + seconds a turn, such as 10+5."),
    (("play", "takethat", "--clock", "2s"), "A turn has 5 to 3600 seconds"),
    (("play", "takethat", "--option", "deck"), "key=value"),
    (("play", "takethat", "--option", "deck=huge"), "even, weighted"),
    (("play", "takethat", "--option", "depth=3"), "Options: deck"),
    (("play", "takethat", "--option", "height=5", "--option", "height=6"), "twice"),
    (("continue",), "no unfinished game"),
    (("load", "nothing"), "no saved game"),
    (("load", "/"), "is a folder"),
    (("load", "a\0b"), "no saved game"),
    (("load", "x" * 5000), "no saved game"),
    (("load", "../../../../etc/passwd"), "not a towergames save"),
    (("replay", "nothing"), "no saved game"),
    (("rules", "takethat", "Z-9"), 'Did you mean "R-9"? Rules: R-1 to R-20'),
    (("rules", "takethat", "99"), "Rules: R-1 to R-20, OFFICE"),
    (("rules", "nope"), "Games: "),
    (("verify",), "FILE..."),
    (("verify", "nothing"), "no saved game"),
    (("export", "nothing"), "no saved game"),
    (("simulate", "takethat", "--games", "0"), "from 1 to"),
    (("simulate", "takethat", "--games", "many"), "--games"),
    (("simulate", "takethat", "--workers", "0"), "from 1 to"),
    (("simulate", "takethat", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "Leave it out"),
    (("simulate", "takethat", "--results", "/"), "cannot be used"),
    (("simulate", "takethat", "--results", "no/such/file"), "cannot be used"),
    (("simulate", "takethat", "--results", "a\0b"), "cannot be used"),
    (("simulate", "takethat", "--seat", "Ann", "--seat", "Bob"), "is not a bot"),
    (("simulate", "takethat", "--seat", "bot:easy"), "2 to 4 players; you gave 1"),
    (("simulate", "takethat", "--seat", "bot:easy", "--seat", "bot:easy", "--option", "x=1"), "no option"),
    (("score", "takethat"), "FILE|-"),
    (("score", "nope", "-"), "Games: "),
    (("score", "takethat", "/"), "is a folder"),
    (("score", "takethat", "nothing.json"), "cannot be read"),
    (("score", "takethat", "a\0b"), "cannot be read"),
    (("play", "words", "--words", "nope"), 'no word list "nope"'),
    (("play", "words", "--option", "words=nope@0123456789abcdef"), "no word list"),
    (("play", "words", "--words", "wide", "--option", "words=wide"), "given twice"),
    (("play", "takethat", "--words", "wide"), "Take That Towers uses no word list"),
    (("simulate", "words", "--words", "no/such.txt"), "cannot be read"),
    (("simulate", "takethat", "--words", "wide"), "uses no word list"),
    (("score", "words", "-", "--words", "nope"), 'no word list "nope"'),
    (("lookup", "mood", "--words", "."), "is a folder"),
    (("lookup", "m00d"), '"m00d" is not a word'),
    (("lookup", "a" * 99), "is too long. Words have at most 45 letters"),
    (("lookup", "--pattern", "m*d"), "? for any letter"),
    (("lookup",), "no word is given"),
    (("solve", "bricks", "--seconds", "soon"), "--seconds: expected a number"),
    (("solve", "bricks", "--seconds", "-1"), "--seconds: expected a number"),
    (("solve", "bricks", "--seed", "x"), "--seed: expected a whole number"),
    (("solve", "bricks", "--puzzle", "S-22223"), "does not fit the others. Check"),
    (("solve", "bricks", "--puzzle", "nonsense"), "not a puzzle code"),
    (("solve", "bricks", "--words", "no-such-list"), "no-such-list"),
    (("solve", "bricks", "no-such-file.json"), "cannot be read"),
)


@pytest.mark.parametrize(("arguments", "told"), BAD, ids=lambda value: " ".join(value)[:40] if value else "none")
def test_bad_input_is_exit_2_and_one_clear_message(run: Run, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == "" and told in err and err.startswith("towergames: ")
    assert "Traceback" not in err and "\x1b" not in err and len(err.splitlines()) <= 2


WRECKS = "R-19 (Wreck) or R-29 (Wreck or Bump: -1 each) or L-15 (Break or Wreck)"
MISSPELT: tuple[tuple[tuple[str, ...], str], ...] = (
    (("paly", "takethat"), '"play"'),
    (("play", "takethat", "--plian"), '"--plain"'),
    (("leaning",), '"play leaning"'),
    (("scroe", "takethat", "-"), '"score"'),
    (("list", "--jsn"), '"--json"'),
    (("play", "takethat", "--sed", "3"), '"--seed"'),
    (("--theem", "dark"), '"--theme"'),
    (("--theme", "drak"), '"dark"'),
    (("play", "leaing"), '"leaning"'),
    (("rules", "brikcs"), '"bricks"'),
    (("rules", "takethat", "OFICE"), '"OFFICE"'),
    (("play", "takethat", "--seat", "Ann", "--seat", "bot:hrad"), '"hard"'),
    (("simulate", "takethat", "--seat", "bot:eesy", "--seat", "bot:easy"), '"easy"'),
    (("play", "takethat", "--option", "heigth=5"), '"height"'),
    (("play", "takethat", "--option", "deck=evn"), '"even"'),
    (("play", "takethat", "--option", "heigth"), '"height"'),
    (("play", "words", "--words", "comon"), '"common"'),
    (("load", "finishd"), '"finished"'),
    (("export", "finished", "--format", "jsn"), '"json"'),
    (("play", "leaning", "--option", "tabel="), '"surface" (Table)'),
    (("play", "leaning", "--option", "tremor=stady"), '"steady"'),
    (("play", "leaning", "--option", "bump=bystandr"), '"table" (Bystander)'),
    *((("rules", "leaning", wreck), WRECKS) for wreck in ("wreck", "wrekc")),
)
"""What was typed, and the word to type; the name on the screen leads to it too."""


@pytest.mark.parametrize(("arguments", "meant"), MISSPELT, ids=lambda value: " ".join(value)[:40])
def test_a_misspelt_word_gets_a_suggestion(run: Run, saves: Path, arguments: tuple[str, ...], meant: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and f"Did you mean {meant}?" in err


@pytest.mark.parametrize("flag", GLOBAL_FLAGS)
@pytest.mark.parametrize("command", [("list",), ("rules", "takethat", "R-7"), ("stats",), ("verify", "finished")])
def test_a_global_flag_may_stand_before_within_and_behind_a_command(
    run: Run, saves: Path, flag: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # --no-color sets it
    told = run(*command)
    assert told[0] == 0 and told[1]
    for place in range(len(command) + 1):
        assert run(*command[:place], flag, *command[place:]) == told


def test_every_option_of_the_program_is_known_to_stand_anywhere() -> None:
    shown = {flag for parameter in typer.main.get_command(app).params for flag in parameter.opts}
    alone = {"--version", "--install-completion", "--show-completion"}
    assert shown - alone == {*GLOBAL_VALUES, *GLOBAL_FLAGS}


def test_global_options_may_stand_anywhere(tmp_path: Path, run: Run) -> None:
    assert hoist(["saves", "--saves", "x", "--", "--ascii"]) == ["--saves", "x", "saves", "--", "--ascii"]
    assert hoist(["list", "--theme=light", "--no-color"]) == ["--theme=light", "--no-color", "list"]
    assert "--saves" in run("saves", "--saves")[2]
    code, out, err = run("saves", "--saves", str(tmp_path))
    assert (code, out) == (0, "") and "No saved games" in err


def test_no_color_reaches_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    run("list", "--no-color")
    assert os.environ["NO_COLOR"] == "1"


def test_verify_names_the_record_where_a_save_breaks(run: Run, saves: Path, tmp_path: Path) -> None:
    lines = (saves / "finished.jsonl").read_bytes().splitlines(keepends=True)
    bent = lines[5].replace(b"e", b"f", 1)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join([*lines[:5], bent, *lines[6:]]))
    code, out, _ = run("verify", str(broken))
    assert code == 1 and "breaks at record 5:" in out and "moves before it are good" in out
    (report,) = json.loads(run("verify", str(broken), "--json")[1])
    assert report["record"] == 5 and report["ok"] is False
    broken.write_bytes(b"hello")
    code, out, _ = run("verify", str(broken), "finished")
    assert code == 1 and "breaks at record 0:" in out and "good;" in out


def test_verify_drops_the_facts_of_a_save_that_breaks(run: Run, saves: Path, own_home: Path) -> None:
    known = FactsCache(saves, own_home / "config")
    assert "finished" in {game.save for game in known.all_games()}
    path = saves / "finished.jsonl"
    stamp, data = path.stat(), path.read_bytes()
    path.write_bytes(data.replace(b"e", b"f", 1))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert run("verify", "finished")[0] == 1
    assert "finished" not in {game.save for game in FactsCache(saves, own_home / "config").games()}


@pytest.mark.parametrize("junk", [b"", b"\0" * 1000, b"\xff\xfe\n", b"[" * 100_000, b'{"a": 1e999}\n', b"\x1b[2J\n"])
def test_a_file_of_junk_is_no_save_anywhere(run: Run, tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "junk.jsonl"
    path.write_bytes(junk)
    assert run("verify", str(path))[0] == 1
    for command in (("load",), ("replay",), ("export",)):
        code, out, err = run(*command, str(path))
        assert (code, out) == (2, "") and "Traceback" not in err and "\x1b" not in err


def test_exports_of_a_finished_game(run: Run, saves: Path, tmp_path: Path) -> None:
    assert "Take That Towers: Ann, Bob" in run("export", "finished")[1]
    data = json.loads(run("export", "finished", "--format", "json")[1])
    assert data["finished"] and data["header"]["seed"] == 7 and len(data["plays"]) > 30
    picture = run("export", "finished", "--format", "svg")[1]
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    target = tmp_path / "out.svg"
    assert run("export", "finished", "--format", "svg", "-o", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == picture
    code, _, err = run("export", "finished", "-o", str(target))
    assert code == 2 and "exists already" in err
    assert "Formats: text, json, svg, film, cast, png" in run("export", "finished", "--format", "gif")[2]


def test_a_film_goes_to_stdout_and_says_on_stderr_what_it_leaves_out(
    run: Run, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, whole, err = run("export", "finished", "--format", "film")
    assert (code, err) == (0, "") and ElementTree.fromstring(whole).tag.endswith("svg") and "<animate" in whole
    code, short, err = run("export", "finished", "--format", "film", "--moments", "1")
    assert (code, err) == (0, "") and len(short) < len(whole)
    assert run("export", "finished", "--moments", "1")[2] == "towergames: --moments needs --format film\n"
    monkeypatch.setattr("towergames.export.film.film", partial(film, most=60_000))
    code, smaller, err = run("export", "finished", "--format", "film")
    assert code == 0 and len(smaller.encode()) <= 60_001 and "is larger than 0.06 MB" in err


def test_a_recording_plays_at_80_by_24_with_one_marker_a_turn(run: Run, saves: Path) -> None:
    lines = [json.loads(line) for line in run("export", "finished", "--format", "cast")[1].splitlines()]
    assert lines[0]["version"] == 2 and (lines[0]["width"], lines[0]["height"]) == (80, 24)
    history = load_file(saves / "finished.jsonl").history
    movers = [play.by for play in history.plays if play.by is not None]
    turns = 1 + sum(a != b for a, b in itertools.pairwise(movers))
    assert sum(kind == "m" for _, kind, _ in lines[1:]) == turns
    assert [time for time, _, _ in lines[1:]] == sorted(time for time, _, _ in lines[1:])
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for _, kind, data in lines[1:]:
        if kind == "o":
            stream.feed(re.sub(r"\x1b\[[0-9;]*m", "", data))  # colours take half of the time
    assert "Take That Towers" in screen.display[0] and "wins" in screen.display[-1]


def test_ascii_exports_keep_to_seven_bits(run: Run, saves: Path) -> None:
    for format_ in ("text", "cast", "svg", "film"):
        code, out, _ = run("--ascii", "export", "finished", "--format", format_)
        assert code == 0 and out.isascii()


def test_doctor_says_where_settings_come_from(run: Run, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = own_home / "config"
    folder.mkdir()
    (folder / "settings.toml").write_text('pace = "short"\nnonsense = 1\ntehme = "dark"\n', encoding="utf-8")
    monkeypatch.setenv("TOWERGAMES_MOTION", "none")
    code, out, _ = run("doctor", "--theme", "light", "--json")
    values = json.loads(out)["settings"]["values"]
    sources = {key: values[key]["source"] for key in ("theme", "motion", "pace", "keys")}
    assert code == 0
    assert sources == {"theme": "flag", "motion": "environment", "pace": "file", "keys": "default"}
    _, text, _ = run("doctor")
    assert 'no setting "nonsense"' in text and "versions:" in text and str(Path.home()) not in text
    assert 'no setting "tehme". Did you mean "theme"?' in text
    assert "\x1b" not in text
