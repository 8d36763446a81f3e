"""How moves are written: ``place medium on P3 at 12.5 -3 8 turn 0.866025 0.5 0 0 expect 1 touch P3 P5``.

Places are millimetres, the turn is a quaternion (w, i, j, k); ``expect`` tells how many corners touch the table and
what else the hand feels before it lets go. People hardly type these: the board writes them from the hand's keys.
"""

from __future__ import annotations

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean
from towergames.core.tokens import Tokens
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


def parse(text: str) -> Action:
    """The move meant by a typed line, in any case. Raises NotationError that says what would be understood."""
    words = Tokens(text, _LONGEST)
    if not words.rest:
        raise NotationError("type a move, such as: ready; hold small; pass; skip; accept")
    verb = words.verb(VERBS, f"; moves begin with {', '.join(VERBS[:-1])} or {VERBS[-1]}")
    words.usage = _USAGES.get(verb, f"{verb} is a move by itself; type nothing after it")
    action = _PLAIN[verb] if verb in _PLAIN else _read(verb, words)
    words.end()
    return action


def _read(verb: str, words: Tokens) -> Action:
    match verb:
        case "found":
            size, pose = _size(words), _pose(words)
            words.need("and")
            return Found(size, pose, _size(words), _pose(words))
        case "place":
            held = words.took("held")
            size = _size(words)
            target = _piece(words) if words.took("on") else 0
            return Place(size, held, target, _pose(words), _aim(words))
        case "put":
            return Rebuild(_piece(words), _pose(words), _aim(words))
        case "hold":
            return Hold(_size(words))
        case "forfeit":
            return GiveUp(_size(words) if words.rest else "")
        case "keep":
            return Keep(_piece(words))
        case _:
            by = words.matching(r"[1-9][0-9]?|nobody")[0]
            return Nudge(-1 if by == "nobody" else int(by) - 1)


_USAGES = {
    "found": f"found needs two pieces: found medium {WHERE} and large {WHERE}",
    "place": f"place needs a size and where: place [held] medium [on P3] {WHERE} {FEELS}",
    "put": f"put needs a piece and where: put P5 {WHERE} {FEELS}",
    "hold": "hold needs a size: hold small",
    "forfeit": "forfeit gives up the piece that slipped; with a size a held piece: forfeit small",
    "keep": "keep needs a piece: keep P5",
    "nudge": "nudge needs the player who bumped the table, or nobody: nudge 2",
}


def _size(words: Tokens) -> str:
    word = words.next()
    found = [size for size in SIZES if size.startswith(word)]
    if len(found) != 1:
        near = did_you_mean(word, SIZES)
        raise NotationError(f"{word[:20]!a} is no size{near}" if near else words.usage)
    return found[0]


def _piece(words: Tokens) -> int:
    return int(words.matching(r"p?([1-9][0-9]{0,5})")[1])


def _pose(words: Tokens) -> Pose:
    words.need("at")
    place = [_number(words, 3) for _ in range(3)]
    words.need("turn")
    return Pose(*place, *(_number(words, 6) for _ in range(4)))


def _number(words: Tokens, digits: int) -> int:
    """A decimal number as a whole one, the last of ``digits`` decimals counting 1."""
    minus, whole, rest = words.matching(rf"(-?)([0-9]{{1,6}})(?:\.([0-9]{{0,{digits}}}))?").groups(default="")
    value: int = int(whole) * 10**digits + int(rest.ljust(digits, "0"))
    return -value if minus else value


def _aim(words: Tokens) -> Aim | None:
    if not words.took("expect"):
        return None
    return Aim(int(words.matching("[0-5]")[0]), _pieces(words, "touch"), _pieces(words, "inside"))


def _pieces(words: Tokens, before: str) -> tuple[int, ...]:
    if not words.took(before):
        return ()
    found = set()
    while words.rest and words.rest[0] != "inside":
        found.add(_piece(words))
    if not found:
        raise words.wrong
    return tuple(sorted(found))
