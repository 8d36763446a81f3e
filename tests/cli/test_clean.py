"""The command ``clean``: everything of the program goes, nothing else does, and never without an answer."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer import completion

from tests.cli.conftest import Run
from tests.plain.helpers import header_of
from towergames import paths, settings
from towergames.cli import own_files
from towergames.exit_codes import BAD_INPUT, NOT_WRITTEN
from towergames.physics import trial
from towergames.session.app_state import Memory
from towergames.table.examples import example_names
from towergames.table.kept_tasks import KeptTasks
from towergames.table.lock import take_lock
from towergames.table.store import Store
from towergames.tui.key_file import save_keys
from towergames.tui.screens.records.since import write_since

RC = b"alias ll='ls -l'\n"


@pytest.fixture
def installed(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home of a person who has the program from a wheel and has named no folders."""
    example_names.cache_clear()  # they are looked for where the program is
    for name in ("TOWERGAMES_SAVES", "TOWERGAMES_CONFIG"):
        monkeypatch.delenv(name)
    for module in (paths, own_files):
        monkeypatch.setattr(module, "checkout", lambda: None)
    yield own_home
    example_names.cache_clear()


def saved_game(folder: Path, name: str = "game") -> Path:
    """A game of which nothing is played yet."""
    table = Store(folder).begin(header_of("Ann", "Bob"), name)
    table.close()
    return folder / f"{name}.jsonl"


def everything(home: Path) -> set[str]:
    return {str(path.relative_to(home)) for path in home.rglob("*")}


def answers(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """A person at a terminal, who types a line."""
    monkeypatch.setattr("towergames.cli.clean.is_terminal", lambda _: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(line))


def use(run: Run, home: Path) -> None:
    """Do what makes files: play, delete, break, look up, change settings and keys, learn, and complete commands."""
    for name in ("kept", "deleted", "broken"):
        seats = ("--seat", "Ann", "--seat", "bot:easy", "--name", name)
        assert run("play", "takethat", *seats, "--plain", given=b"hint\nquit\n")[0] == 0
    store = Store(_saves())
    store.delete("deleted")
    with store.path("broken").open("ab") as file:
        file.write(b"what is no record\n")
    assert store.recover("broken") is not None
    words = home.parent / "my.txt"
    words.write_text("tower\nfloor\nbrick\n" * 3)
    assert run("play", "words", "--seat", "bot:easy", "--words", str(words), "--plain", given=b"quit\n")[0] == 0
    assert run("records")[0] == 0
    found = settings.load()
    settings.save(found, {"theme": "light"})
    folder = found.path.parent
    save_keys(folder / settings.KEYS_NAME, {"game.why": ("w",)})
    Memory.load(folder).remember_lesson("takethat", 3, ["end"])
    KeptTasks(folder)._keep("signs", "one", "++")
    write_since(folder, "2026-11-28T00:00:00Z")
    trial._keep(own_files.cache_folder() / "engine-0123456789abcdef.txt", trial.RUNS)
    (home / ".bashrc").write_bytes(RC)
    for shell in ("bash", "zsh", "fish"):
        completion.install(shell=shell, prog_name="towergames", complete_var="_TOWERGAMES_COMPLETE")
    (home / ".zshrc").unlink()  # its lines are about zsh, not about this program


def _saves() -> Path:
    return own_files.default_saves_folder()


def test_nothing_is_left_of_a_program_that_was_used(run: Run, installed: Path) -> None:
    use(run, installed)
    before = everything(installed)
    for part in (
        "kept.jsonl",
        "broken.jsonl.damaged",
        ".trash/deleted.jsonl",
        "keys.toml",
        ".dawg",
        ".words",
        "tables.json",
    ):
        assert any(path.endswith(part) for path in before), part
    code, out, err = run("clean", "--all", "--yes")
    assert code == 0 and "stays" not in out
    assert "Deleted " in err and "pip uninstall towergames" in err
    assert everything(installed) == {".bashrc", ".cache", ".config", ".config/fish", ".local", ".local/share"}
    assert (installed / ".bashrc").read_bytes().strip() == RC.strip()
    assert run("clean", "--all")[2].startswith("There is nothing to delete.")


def test_without_all_only_what_is_made_again_goes(run: Run, installed: Path) -> None:
    use(run, installed)
    before = everything(installed)
    code, out, _ = run("clean", "--yes")
    gone = before - everything(installed)
    assert code == 0 and gone and all(Path(path).suffix in (".dawg", ".txt") or "facts-1-" in path for path in gone)
    assert "facts of finished games: 1 file" in out and "saved games" not in out
    assert run("records", "takethat")[0] == 0 and run("verify", "kept")[0] == 0


def test_it_says_what_goes_and_deletes_only_after_a_yes(
    run: Run, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_game(own_home / "saves")
    before = everything(own_home)
    for answer in ("no\n", "\n", "y\n", ""):
        answers(monkeypatch, answer)
        code, out, err = run("clean", "--all")
        assert code == 0 and err.endswith("Nothing was deleted.\n") and everything(own_home) == before
        assert f"saved games: 1 file in {own_home / 'saves'}" in out
    answers(monkeypatch, "Yes\n")
    assert run("clean", "--all")[0] == 0
    assert everything(own_home) == set()


def test_without_a_terminal_it_refuses(run: Run, own_home: Path) -> None:
    saved_game(own_home / "saves")
    code, out, err = run("clean", "--all", given=b"yes\n")
    assert code == BAD_INPUT and "saved games: 1 file" in out and "--yes" in err
    assert run("verify", "game")[0] == 0


def test_what_is_not_of_the_program_stays_and_is_named(run: Run, own_home: Path, tmp_path: Path) -> None:
    saves, config = own_home / "saves", own_home / "config"
    saved_game(saves)
    config.mkdir()
    (saves / ".trash").mkdir()
    elsewhere = tmp_path / "settings.toml"
    elsewhere.write_text('theme = "dark"\n')
    (config / "settings.toml").symlink_to(elsewhere)
    (config / "keys.toml").write_text("# mine\n")
    strange = {"saves/notes.txt", "saves/letter.jsonl", "saves/UPPER.jsonl", "saves/.trash/photo.png"}
    for name in strange:
        (own_home / name).write_text("of a person")
    (saves / "folder.jsonl").mkdir()
    code, out, _ = run("clean", "--all", "--yes")
    assert code == 0
    left = strange | {"saves", "saves/.trash", "saves/folder.jsonl", "config", "config/settings.toml"}
    assert everything(own_home) == left
    for path in left - {"saves", "saves/.trash", "config"}:
        assert f"  {own_home / path}\n" in out
    assert elsewhere.exists()


def test_a_folder_that_a_person_names_goes_only_where_the_program_has_used_it(run: Run, own_home: Path) -> None:
    mine = own_home / "mine"
    mine.mkdir()
    for name in map(str, range(14)):
        (mine / name).touch()
    run("clean", "--all", "--yes", "--saves", str(mine))
    assert len(list(mine.iterdir())) == 14
    saved_game(mine)
    out = run("clean", "--all", "--yes", "--saves", str(mine))[1]
    assert len(list(mine.iterdir())) == 14 and "and 4 more files" in out
    empty = own_home / "empty"
    empty.mkdir()
    run("clean", "--all", "--yes", "--saves", str(empty))
    assert empty.is_dir()


def test_a_trash_that_is_a_link_is_not_followed(run: Run, own_home: Path, tmp_path: Path) -> None:
    saved_game(tmp_path)
    saved_game(own_home / "saves")
    (own_home / "saves" / ".trash").symlink_to(tmp_path)
    out = run("clean", "--all", "--yes")[1]
    assert (tmp_path / "game.jsonl").exists() and f"  {own_home / 'saves' / '.trash'}\n" in out


def test_a_game_that_is_open_is_not_taken_away(run: Run, own_home: Path) -> None:
    path = saved_game(own_home / "saves")
    lock = take_lock(path)
    assert lock is not None
    try:
        code, _, err = run("clean", "--all", "--yes")
        assert code == BAD_INPUT and "game is open in another window" in err and path.exists()
    finally:
        lock.free()


def test_the_examples_of_a_checkout_stay(run: Run, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = own_home / "saves"
    saved_game(saves)
    saved_game(saves, "example-one")
    (saves / "README.md").touch()
    monkeypatch.setattr(own_files, "examples_folder", lambda: saves)
    monkeypatch.setattr(own_files, "example_names", lambda: ("example-one",))
    code, out, _ = run("clean", "--all", "--yes")
    assert code == 0 and "stays" not in out
    assert sorted(os.listdir(saves)) == ["README.md", "example-one.jsonl"]


def test_a_file_that_cannot_be_deleted_is_named(run: Run, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved_game(own_home / "saves")
    saved_game(own_home / "saves", "other")
    remove = own_files.remove

    def refuse(file: Path) -> None:
        if file == path:
            raise PermissionError(13, "Permission denied")
        remove(file)

    monkeypatch.setattr(own_files, "remove", refuse)
    code, _, err = run("clean", "--all", "--yes")
    assert code == NOT_WRITTEN and f"{path} cannot be deleted: Permission denied" in err and "Deleted 1 file." in err
    assert os.listdir(own_home / "saves") == ["game.jsonl"]
