"""R2: a disk that can lose power. Every operation goes to a real folder, and what might be left is kept in a model.

The model is POSIX at its meanest: data that was not synced may be there, not there, torn, or there with a hole of zeros
before it; names made, moved or removed may be lost in any order until their folder was synced.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from towergames.table.storage import Handle, OsStorage


@dataclass
class Inode:
    """One file: the bytes that are safe, and the writes and cuts since."""

    safe: bytes = b""
    since: list[tuple[str, bytes | int]] = field(default_factory=list)

    def now(self) -> bytes:
        """The bytes as a running program sees them."""
        data = self.safe
        for kind, what in self.since:
            data = data + what if kind == "write" else data[:what]  # type: ignore[operator, misc]
        return data

    def leftovers(self) -> list[bytes]:
        """Every content that may be found after a power cut."""
        found = {self.safe: None, self.now(): None}
        data = self.safe
        for kind, what in self.since:
            if kind == "cut":
                data = data[:what]  # type: ignore[misc]
            else:
                for kept in {1, len(what) // 2, len(what) - 1}:
                    found[data + what[:kept]] = None
                found[data + bytes(len(what))] = None
                data = data + what
            found[data] = None
        writes = [what for kind, what in self.since if kind == "write"]
        if len(writes) > 1:  # the later write came through, the earlier did not
            found[self.safe + b"".join(bytes(len(w)) for w in writes[:-1]) + writes[-1]] = None  # type: ignore[arg-type, operator]
        return list(found)


Names = dict[str, Inode]


@dataclass
class Folder:
    """The names that are safe, and what was done to them since."""

    safe: Names = field(default_factory=dict)
    since: list[tuple[str, str, str, Inode | None]] = field(default_factory=list)

    def after(self, done: list[tuple[str, str, str, Inode | None]]) -> Names:
        names = dict(self.safe)
        for kind, name, target, inode in done:
            if kind == "make":
                assert inode is not None
                names[name] = inode
            elif kind == "move":
                assert inode is not None
                names.pop(name, None)
                names[target] = inode
            else:
                names.pop(name, None)
        return names

    def leftovers(self) -> list[Names]:
        """Every set of names after a power cut: any subset of what was done since (in order), at most the last four."""
        old, new = self.since[:-4], self.since[-4:]
        subsets = itertools.chain.from_iterable(itertools.combinations(new, n) for n in range(len(new) + 1))
        found = [self.after([*old, *subset]) for subset in subsets] + [self.after([])]
        return list({tuple(sorted((k, id(v)) for k, v in names.items())): names for names in found}.values())


class ModelHandle:
    def __init__(self, disk: ModelDisk, handle: Handle, inode: Inode) -> None:
        self.disk, self.handle, self.inode = disk, handle, inode

    def write(self, data: bytes) -> None:
        self.handle.write(data)
        self.inode.since.append(("write", bytes(data)))
        self.disk.happened()

    def sync(self) -> None:
        self.inode.safe, self.inode.since = self.inode.now(), []
        self.disk.happened()

    def size(self) -> int:
        return self.handle.size()

    def truncate(self, size: int) -> None:
        self.handle.truncate(size)
        self.inode.since.append(("cut", size))
        self.disk.happened()

    def close(self) -> None:
        self.handle.close()


class ModelDisk(OsStorage):
    """The storage port over one folder and its trash. ``crashes`` collects every state a power cut may leave."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = Folder()
        self.acknowledged: dict[str, int] = {}
        self.crashes: list[tuple[dict[str, bytes], dict[str, int]]] = []

    def happened(self) -> None:
        """Something was done: the power may go now."""
        for names in self.folder.leftovers():
            for files in _contents(names):
                self.crashes.append((files, dict(self.acknowledged)))

    def key(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def now(self) -> Names:
        return self.folder.after(self.folder.since)

    def open_append(self, path: Path, *, create: bool) -> Handle:
        handle = super().open_append(path, create=create)
        if create:
            self.folder.since.append(("make", self.key(path), "", Inode()))
            self.happened()
        return ModelHandle(self, handle, self.now()[self.key(path)])

    def replace(self, path: Path, target: Path) -> None:
        super().replace(path, target)
        self.folder.since.append(("move", self.key(path), self.key(target), self.now()[self.key(path)]))
        self.happened()

    def remove(self, path: Path) -> None:
        super().remove(path)
        self.folder.since.append(("drop", self.key(path), "", None))
        self.happened()

    def sync_folder(self, folder: Path) -> None:
        super().sync_folder(folder)
        self.folder.safe, self.folder.since = self.now(), []
        self.happened()


def _contents(names: Names) -> Iterator[dict[str, bytes]]:
    """The files of a set of names with every leftover content of each, the others as they are."""
    yield {name: inode.now() for name, inode in names.items()}
    yield {name: inode.safe for name, inode in names.items()}
    for name, inode in names.items():
        for data in inode.leftovers():
            yield {other: (data if other == name else one.now()) for other, one in names.items()}
