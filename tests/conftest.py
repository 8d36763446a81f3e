"""What every test gets: nothing touches the real saves or settings, and the null game is on request."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from multiprocessing.context import SpawnContext
from pathlib import Path

import pytest

from tests import combinations
from tests.combinations import THOROUGH, sample
from tests.faults import Disk
from tests.lively.entry import lively_registered
from tests.null.entry import NULL, registered
from towergames import registry
from towergames.core.processes import own_cores
from towergames.lexicon import cache as words_kept
from towergames.lexicon.word_lists import shipped
from towergames.registry import Entry
from towergames.table.storage import OsHandle, OsStorage
from towergames.table.store import Store


def pytest_configure(config: pytest.Config) -> None:
    combinations.configure(config.option.markexpr)
    cache = getattr(config, "cache", None)
    gc.set_threshold(10_000)  # with the usual 700 the tests of screens spend a sixth of their time on collection
    if sys.dont_write_bytecode and cache is not None:
        # Else each process that a test starts compiles all its modules: nothing is written beside the sources.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False
    _draw_examples()
    for entry in registry.ENTRIES:
        config.addinivalue_line("markers", f"{entry.key}: its path or its parameters name this game (given by itself)")


def _draw_examples() -> None:
    """Many examples find little in code that passed as many yesterday; each run draws others."""
    from hypothesis import HealthCheck, settings  # not before it is known where compiled modules are kept

    checks = list(HealthCheck)
    settings.register_profile("ours", max_examples=sample(30, 400), deadline=None, suppress_health_check=checks)
    settings.load_profile("ours")


def _compiled(config: pytest.Config) -> tuple[str, str]:
    """What all modules are compiled for, and what they were last compiled for; equal where nothing is to be done."""
    state = f"{sys.version} {sys.pycache_prefix}"
    cache = getattr(config, "cache", None)
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return state, cache.get("towergames/compiled", "") if whole and cache is not None else state


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Before the first run of all tests one process compiles all modules, which else each worker would do."""
    state, last = _compiled(config)
    if state != last:
        command = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "-qq"]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than the cores, since many tests wait; tests of single files run in this process at once."""
    return 0 if all(".py" in argument for argument in config.args) else own_cores() + 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with the games that it is about."""
    keys = {entry.key for entry in registry.ENTRIES}
    for item in items:
        path, _, parameters = item.nodeid.split("::")[0], *item.name.partition("[")[1:]
        for key in sorted(keys & set(re.split(r"[^a-z]+", f"{path} {parameters}"))):
            item.add_marker(key)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Modules and tests stay for the whole run: the collector of garbage need not look at them again and again."""
    gc.collect()
    gc.freeze()
    state, last = _compiled(session.config)
    if state != last and "PYTEST_XDIST_WORKER" not in os.environ:
        session.config.cache.set("towergames/compiled", state)  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New folders for homes; each is made when a test takes it, for less than ``mktemp`` costs."""
    every = tmp_path_factory.mktemp("homes")
    return (every / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, so that no test reads or writes the real one."""
    home = next(homes)
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    # NO_COLOR is a wish of the person who runs the tests; screens show other things then.
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TOWERGAMES_SAVES", str(home / "saves"))
    monkeypatch.setenv("TOWERGAMES_CONFIG", str(home / "config"))
    return home


@pytest.fixture(scope="session", autouse=True)
def no_other_games() -> Iterator[None]:
    """Games that happen to be installed here are not seen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "foreign", registry.Foreign)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_processes() -> Iterator[None]:
    """Workers are forks of a server that has imported what they need. ``slow_processes`` starts them as the program."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform == "linux" and not THOROUGH:
            forks = multiprocessing.get_context("forkserver")
            forks.set_forkserver_preload(["towergames.arena.games", "towergames.games.bricks.solver.workers"])
            patch.setattr(multiprocessing, "get_context", lambda _: forks)
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_graphs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The workers of a run make the graphs of the lists that ship once, not each anew in the cache of a test's home."""
    own, elsewhere = tmp_path_factory.getbasetemp(), words_kept._graph_path
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    ships = {found.sha256 for found in shipped().values()}

    def path(sha256: str, kind: str) -> Path:
        return folder / f"{sha256}-{kind}.dawg" if sha256 in ships else elsewhere(sha256, kind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words_kept, "_graph_path", path)
        yield


@pytest.fixture
def slow_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are spawned, as the program spawns them."""
    spawning = SpawnContext()
    monkeypatch.setattr(multiprocessing, "get_context", lambda _: spawning)


@pytest.fixture(autouse=True)
def hasty_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for the disk: a test's files need not outlive the machine's power. Some tests have it real."""
    monkeypatch.setattr(OsHandle, "sync", lambda _: None)
    monkeypatch.setattr(OsStorage, "sync_folder", lambda *_: None)


@pytest.fixture
def null_game() -> Iterator[Entry]:
    """The null game, in the registry while the test runs."""
    with registered(NULL):
        yield NULL


@pytest.fixture
def lively_game() -> Iterator[Entry]:
    """The lively game (slow dice, slow hand, a camera), in the registry while the test runs."""
    with lively_registered() as entry:
        yield entry


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk under all saves, which can be filled."""
    return Disk(monkeypatch)


@pytest.fixture
def store(tmp_path: Path, null_game: Entry) -> Store:
    """An empty folder of saves, with the null game known."""
    return Store(tmp_path / "saves")
