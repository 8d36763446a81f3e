"""How moves are written: ``place medium on P3 at 12.5 -3 8 turn 0.866025 0.5 0 0 expect 1 touch P3 P5``.

Places are millimetres, the turn is a quaternion (w, i, j, k); ``expect`` tells how many corners touch the table and
what else the hand feels before it lets go. People hardly type these: the board writes them from the hand's keys.
"""

from __future__ import annotations

import re

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import (
    SIZES,
    Accept,
    Action,
    Aim,
    Decline,
    Found,
    GiveUp,
    Hold,
    Keep,
    Nudge,
    Pass,
    Place,
    Pose,
    Ready,
    Rebuild,
    Restore,
    Skip,
)

VERBS = (
    "found",
    "ready",
    "place",
    "hold",
    "pass",
    "skip",
    "accept",
    "forfeit",
    "put",
    "keep",
    "restore",
    "decline",
    "nudge",
)
WHERE = "at X Y Z turn W I J K"
FEELS = "[expect CORNERS touch P1 ...]"
_PLAIN: dict[str, Action] = {
    "ready": Ready(),
    "pass": Pass(),
    "skip": Skip(),
    "accept": Accept(),
    "restore": Restore(),
    "decline": Decline(),
}
_LONGEST = 400
_NUMBER = re.compile(r"(-?)([0-9]{1,6})(?:\.([0-9]{0,6}))?\Z")
_PIECE = re.compile(r"p?([1-9][0-9]{0,5})\Z")


def notate(action: Action) -> str:
    """The move on one line.

    >>> notate(Keep(4)), notate(GiveUp("small")), notate(Nudge(-1))
    ('keep P4', 'forfeit small', 'nudge nobody')
    """
    match action:
        case Found(size, pose, size2, pose2):
            return f"found {size} {_show_pose(pose)} and {size2} {_show_pose(pose2)}"
        case Place(size, held, target, pose, aim):
            on = f" on {label(target)}" if target else ""
            return f"place {'held ' if held else ''}{size}{on} {_show_pose(pose)}{_show_aim(aim)}"
        case Rebuild(piece, pose, aim):
            return f"put {label(piece)} {_show_pose(pose)}{_show_aim(aim)}"
        case Hold(size):
            return f"hold {size}"
        case GiveUp(size):
            return f"forfeit {size}".strip()
        case Keep(piece):
            return f"keep {label(piece)}"
        case Nudge(by):
            return f"nudge {by + 1 if by >= 0 else 'nobody'}"
    return next(verb for verb, plain in _PLAIN.items() if plain == action)


def _show_pose(pose: Pose) -> str:
    place = " ".join(_show(number, 3) for number in pose[:3])
    turn = " ".join(_show(number, 6) for number in pose[3:])
    return f"at {place} turn {turn}"


def _show(number: int, digits: int) -> str:
    whole, rest = divmod(abs(number), 10**digits)
    text = f"{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 else text


def _show_aim(aim: Aim | None) -> str:
    if aim is None:
        return ""
    text = f" expect {aim.corners}"
    for word, pieces in (("touch", aim.touches), ("inside", aim.inside)):
        if pieces:
            text += f" {word} {' '.join(map(label, pieces))}"
    return text


# --- reading ----------------------------------------------------------------------------------------


class _Words:
    """The words of a line, taken from the left."""

    def __init__(self, text: str) -> None:
        self.rest = text[:_LONGEST].lower().replace(",", " ").split()

    def took(self, word: str) -> bool:
        """Whether the next word is this one; if so it is taken."""
        if self.rest and self.rest[0] == word:
            del self.rest[0]
            return True
        return False

    def need(self, word: str, usage: str) -> None:
        """Take this word. Raises NotationError with the usage."""
        if not self.took(word):
            raise NotationError(usage)

    def next(self, usage: str) -> str:
        """Take any word. Raises NotationError with the usage."""
        if not self.rest:
            raise NotationError(usage)
        return self.rest.pop(0)

    def end(self, usage: str) -> None:
        """Raises NotationError with the usage when words are left over."""
        if self.rest:
            raise NotationError(usage)


def parse(text: str) -> Action:
    """The move meant by a typed line, in any case. Raises NotationError that says what would be understood."""
    words = _Words(text)
    if not words.rest:
        raise NotationError("type a move, such as: ready; hold small; pass; skip; accept")
    verb = _verb(words.next(""))
    if verb in _PLAIN:
        words.end(f"{verb} is a move by itself; type nothing after it")
        return _PLAIN[verb]
    return _READERS[verb](words)


def _verb(word: str) -> str:
    found = [verb for verb in VERBS if verb.startswith(word)]
    if word in VERBS:
        return word
    if len(found) != 1:
        others = f"; moves begin with {', '.join(VERBS[:-1])} or {VERBS[-1]}"
        raise NotationError(f"{word[:20]!a} is no move{did_you_mean(word, VERBS, others)}")
    return found[0]


def _found(words: _Words) -> Action:
    usage = f"found needs two pieces: found medium {WHERE} and large {WHERE}"
    size, pose = _size(words, usage), _pose(words, usage)
    words.need("and", usage)
    size2, pose2 = _size(words, usage), _pose(words, usage)
    words.end(usage)
    return Found(size, pose, size2, pose2)


def _place(words: _Words) -> Action:
    usage = f"place needs a size and where: place [held] medium [on P3] {WHERE} {FEELS}"
    held = words.took("held")
    size = _size(words, usage)
    target = _piece(words.next(usage), usage) if words.took("on") else 0
    return Place(size, held, target, _pose(words, usage), _aim(words, usage))


def _put(words: _Words) -> Action:
    usage = f"put needs a piece and where: put P5 {WHERE} {FEELS}"
    piece = _piece(words.next(usage), usage)
    return Rebuild(piece, _pose(words, usage), _aim(words, usage))


def _hold(words: _Words) -> Action:
    usage = "hold needs a size: hold small"
    size = _size(words, usage)
    words.end(usage)
    return Hold(size)


def _forfeit(words: _Words) -> Action:
    usage = "forfeit gives up the piece that slipped; with a size a held piece: forfeit small"
    size = _size(words, usage) if words.rest else ""
    words.end(usage)
    return GiveUp(size)


def _keep(words: _Words) -> Action:
    usage = "keep needs a piece: keep P5"
    piece = _piece(words.next(usage), usage)
    words.end(usage)
    return Keep(piece)


def _nudge(words: _Words) -> Action:
    usage = "nudge needs the player who bumped the table, or nobody: nudge 2"
    by = words.next(usage)
    words.end(usage)
    if by == "nobody":
        return Nudge(-1)
    if not re.fullmatch(r"[1-9][0-9]?", by):
        raise NotationError(usage)
    return Nudge(int(by) - 1)


_READERS = {
    "found": _found,
    "place": _place,
    "put": _put,
    "hold": _hold,
    "forfeit": _forfeit,
    "keep": _keep,
    "nudge": _nudge,
}


def _size(words: _Words, usage: str) -> str:
    word = words.next(usage)
    found = [size for size in SIZES if size.startswith(word)]
    if len(found) != 1:
        near = did_you_mean(word, SIZES)
        raise NotationError(f"{word[:20]!a} is no size{near}" if near else usage)
    return found[0]


def _piece(word: str, usage: str) -> int:
    found = _PIECE.match(word)
    if found is None:
        raise NotationError(usage)
    return int(found[1])


def _pose(words: _Words, usage: str) -> Pose:
    words.need("at", usage)
    place = [_number(words.next(usage), 3, usage) for _ in range(3)]
    words.need("turn", usage)
    turn = [_number(words.next(usage), 6, usage) for _ in range(4)]
    return Pose(*place, *turn)


def _number(word: str, digits: int, usage: str) -> int:
    found = _NUMBER.match(word)
    if found is None or len(found[3] or "") > digits:
        raise NotationError(usage)
    value: int = int(found[2]) * 10**digits + int((found[3] or "").ljust(digits, "0") or "0")
    return -value if found[1] else value


def _aim(words: _Words, usage: str) -> Aim | None:
    if not words.took("expect"):
        words.end(usage)
        return None
    corners = words.next(usage)
    if not re.fullmatch(r"[0-5]", corners):
        raise NotationError(usage)
    touches = _pieces(words, "touch", usage)
    inside = _pieces(words, "inside", usage)
    words.end(usage)
    return Aim(int(corners), touches, inside)


def _pieces(words: _Words, before: str, usage: str) -> tuple[int, ...]:
    if not words.took(before):
        return ()
    found = []
    while words.rest and words.rest[0] != "inside":
        found.append(_piece(words.next(usage), usage))
    if not found:
        raise NotationError(usage)
    return tuple(sorted(set(found)))
