"""The right to write one save: held by one open table at a time, let go by the system when a program dies."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

ELSEWHERE = "it is open in another window"


def take_lock(path: Path) -> tuple[FileLock | None, str]:
    """Lock the save at ``path`` without waiting: the lock, or None and why not. Creates ``.<name>.lock`` beside it."""
    lock = FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None, ELSEWHERE
    except (OSError, NotImplementedError) as error:  # a folder that cannot be written, or that knows no locks
        return None, f"it cannot be locked ({getattr(error, 'strerror', None) or 'not supported here'})"
    return lock, ""


def free_lock(lock: FileLock | None) -> None:
    """Let a lock go; None is no lock."""
    if lock is not None:
        lock.release()
