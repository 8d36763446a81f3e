"""Settings and folders: flag, environment, file, default, in this order; no file is bad enough to stop the program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from towergames import paths, settings


@pytest.fixture
def file(own_home: Path) -> Path:
    folder = own_home / "config"
    folder.mkdir()
    return folder / "settings.toml"


def test_without_a_file_everything_has_its_default_and_nothing_is_made(own_home: Path) -> None:
    found = settings.load()
    assert found.text("theme") == "dark"
    assert found.flag("mouse") is True
    assert found.number("idle_minutes") == 5
    assert set(found.sources.values()) == {"default"}
    assert found.notices == ()
    assert not (own_home / "config").exists()


def test_a_flag_beats_the_environment_the_file_and_the_default(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('theme = "light"\nglyphs = "ascii"\npace = "short"\n')
    monkeypatch.setenv("TOWERGAMES_GLYPHS", "FULL")
    monkeypatch.setenv("TOWERGAMES_PACE", "instant")
    found = settings.load(flags={"pace": "step"})
    values = {key: (found[key], found.sources[key]) for key in ("theme", "glyphs", "pace", "motion")}
    assert values == {
        "theme": ("light", "file"),
        "glyphs": ("full", "environment"),
        "pace": ("step", "flag"),
        "motion": ("full", "default"),
    }


def test_on_and_off_may_be_said_in_many_ways(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("auto_end = true\nmouse = false\nidle_minutes = 10\n")
    found = settings.load()
    assert (found["auto_end"], found["mouse"], found["idle_minutes"]) == (True, False, 10)
    monkeypatch.setenv("TOWERGAMES_MOUSE", "1")
    monkeypatch.setenv("TOWERGAMES_AUTO_END", "off")
    found = settings.load()
    assert (found["auto_end"], found["mouse"]) == (False, True)


BAD = {
    "no TOML": b"theme = = light",
    "no UTF-8": b'theme = "\xff"',
    "binary": bytes(range(256)),
    "too large": b"#" * 70_000,
    "nested too deep": b"a = " + b"[" * 30_000,
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_read_gives_defaults_and_one_notice_that_names_it(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    found = settings.load()
    assert found.text("theme") == "dark"
    (notice,) = found.notices
    assert str(file) in notice
    assert notice.isprintable()
    assert file.read_bytes() == data


def test_a_folder_in_place_of_the_file_gives_defaults(file: Path) -> None:
    file.mkdir()
    found = settings.load()
    assert len(found.notices) == 1
    with pytest.raises(OSError):
        settings.save(found, {"theme": "light"})


def test_a_wrong_or_unknown_setting_is_told_and_the_rest_is_taken(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('theme = "pink"\ncolour = 1\nglyphs = "ascii"\nmotion = ["none"]\n"\\u001b" = 2\n')
    monkeypatch.setenv("TOWERGAMES_KEYS", "\x1b[2Jemacs")
    found = settings.load()
    assert (found["theme"], found["glyphs"], found["motion"], found["keys"]) == ("dark", "ascii", "full", "default")
    assert len(found.notices) == 5
    assert all(notice.isprintable() for notice in found.notices)


def test_a_change_keeps_comments_order_and_unknown_lines(file: Path) -> None:
    file.write_text('# mine\ntheme = "dark"   # I like it dark\nfuture = 3\nmouse=true\n')
    found = settings.save(settings.load(), {"theme": "light", "mouse": False, "idle_minutes": 10})
    assert file.read_text() == (
        '# mine\ntheme = "light"   # I like it dark\nfuture = 3\nmouse = false\nidle_minutes = 10\n'
    )
    assert (found["theme"], found.sources["theme"]) == ("light", "file")
    again = settings.load()
    assert (again["theme"], again["mouse"], again["idle_minutes"]) == ("light", False, 10)


def test_the_first_change_makes_the_file(own_home: Path) -> None:
    settings.save(settings.load(), {"theme": "contrast"})
    text = (own_home / "config" / "settings.toml").read_text()
    assert text.startswith("# Settings of towergames.")
    assert settings.load()["theme"] == "contrast"
    assert [path.name for path in (own_home / "config").iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_a_disk_that_refuses_keeps_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    file.write_text('theme = "light"\n')
    found = settings.load()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, refuse)
    with pytest.raises(OSError, match="No space"):
        settings.save(found, {"theme": "dark"})
    assert file.read_text() == 'theme = "light"\n'
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"]


def test_a_change_to_an_unreadable_file_is_an_os_error(file: Path) -> None:
    file.write_bytes(b'theme = "\xff"\n')
    with pytest.raises(OSError):
        settings.save(settings.load(), {"theme": "light"})


def test_a_folder_that_may_not_be_looked_into_gives_defaults(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert settings.load().text("theme") == "dark"


def test_a_change_to_a_file_with_a_table_at_its_end_is_read_back(file: Path) -> None:
    file.write_text("[mine]\nx = 1\n")
    settings.save(settings.load(), {"theme": "light"})
    assert settings.load()["theme"] == "light"


def test_saves_have_a_folder_of_their_own(own_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert paths.saves_folder() == own_home / "saves"
    assert paths.saves_folder(str(tmp_path)) == tmp_path
    assert paths.saves_folder("~/x") == own_home / "x"
    monkeypatch.delenv("TOWERGAMES_SAVES")
    root = paths.checkout()
    assert root is None or paths.saves_folder() == root / "saves"
    monkeypatch.setattr(paths, "checkout", lambda: None)
    assert paths.saves_folder().is_relative_to(own_home)
    assert paths.saves_folder().name == "saves"
    assert not paths.saves_folder().exists()


def test_a_word_a_variable_or_home_says_where_settings_are(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert paths.config_folder() == own_home / "config"
    assert paths.config_folder("~/y") == own_home / "y"
    monkeypatch.delenv("TOWERGAMES_CONFIG")
    assert paths.config_folder().is_relative_to(own_home)
    assert paths.cache_folder().is_relative_to(own_home)


def test_word_lists_lie_in_the_checkout_or_in_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "checkout", lambda: tmp_path)
    assert paths.wordlists_folder() == tmp_path / "wordlists"
    monkeypatch.setattr(paths, "checkout", lambda: None)
    assert paths.wordlists_folder() == Path(paths.__file__).resolve().parent / "wordlists"


def test_a_checkout_is_known_by_its_project_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "towergames" / "paths.py"))
    assert paths.checkout() is None
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "saves").mkdir()
    assert paths.checkout() == tmp_path.resolve()
