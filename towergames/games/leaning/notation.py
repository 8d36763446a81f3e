"""The notation of moves: ``place medium on P3 at 12.5 -3 8 turn 0.866025 0.5 0 0 expect 1 touch P3 P5``.

Places are millimetres, the turn is a quaternion (w, i, j, k). ``expect`` has the number of corners on the table and the
other contacts before the release. People hardly type these moves: the board writes them from the hand's keys.
"""

from __future__ import annotations

from collections.abc import Sequence

from towergames.core.contract import NotationError
from towergames.core.text import did_you_mean, quoted
from towergames.core.tokens import Tokens
from towergames.games.leaning import model
from towergames.games.leaning.layout import label
from towergames.games.leaning.model import SIZES, Action, Aim
from towergames.physics.recording import RecordedPose

WHERE = "at X Y Z turn W I J K"
FEELS = "[expect CORNERS touch P1 ...]"
_PLAIN: dict[str, Action] = {
    "ready": model.Ready(),
    "pass": model.Pass(),
    "skip": model.Skip(),
    "accept": model.Accept(),
    "restore": model.Restore(),
    "decline": model.Decline(),
}
_USAGES = {
    "found": f"found needs two pieces: found medium {WHERE} and large {WHERE}",
    "ready": "",
    "place": f"place needs a size and where: place [held] medium [on P3] {WHERE} {FEELS}",
    "hold": "hold needs a size: hold small",
    **dict.fromkeys(("pass", "skip", "accept"), ""),
    "forfeit": "forfeit gives up the piece that slipped. forfeit small gives up a held small piece",
    "put": f"put needs a piece and where: put P5 {WHERE} {FEELS}",
    "keep": "keep needs a piece: keep P5",
    **dict.fromkeys(("restore", "decline"), ""),
    "nudge": "nudge needs the player who bumped the table, or nobody: nudge 2",
}
"""Advice about a move that is typed wrongly, by its first word; '' for moves of one word."""
_FILLERS = ("the", "a", "one", "piece", "player", "my", "please")
_LONGEST = 400


def notate(action: Action) -> str:
    """Write the move on one line.

    >>> notate(model.Keep(4)), notate(model.GiveUp("small")), notate(model.Nudge(-1))
    ('keep P4', 'forfeit small', 'nudge nobody')
    """
    match action:
        case model.LayFoundation(size, pose, size2, pose2):
            return f"found {size} {_show_pose(pose)} and {size2} {_show_pose(pose2)}"
        case model.Place(size, held, target, pose, aim):
            on = f" on {label(target)}" if target else ""
            return f"place {'held ' if held else ''}{size}{on} {_show_pose(pose)}{_show_aim(aim)}"
        case model.Rebuild(piece, pose, aim):
            return f"put {label(piece)} {_show_pose(pose)}{_show_aim(aim)}"
        case model.Hold(size):
            return f"hold {size}"
        case model.GiveUp(size):
            return f"forfeit {size}".strip()
        case model.Keep(piece):
            return f"keep {label(piece)}"
        case model.Nudge(by):
            return f"nudge {by + 1 if by >= 0 else 'nobody'}"
    return next(verb for verb, plain in _PLAIN.items() if plain == action)


def _show_pose(pose: RecordedPose) -> str:
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
    """Read a typed move. Case, filler words, the order of words and a missing verb do not matter.

    Raises NotationError that says what would be understood.
    """
    words = Tokens(text, _LONGEST)
    words.without(_FILLERS)
    if not words.rest:
        raise NotationError("type a move, such as: ready; hold small; pass; skip; accept")
    if words.rest[:2] == ["give", "up"]:
        words.rest[:2] = ["forfeit"]
    verb = words.verb(tuple(_USAGES), _missing_verb(words.rest))
    words.usage = _USAGES[verb] or f"{verb} is a move by itself; type nothing after it"
    action = _PLAIN[verb] if verb in _PLAIN else _read(verb, words)
    words.end()
    return action


def _missing_verb(words: Sequence[str]) -> str:
    """The only verb that fits words without a verb; '' if none does."""
    if words == ["nobody"]:
        return "nudge"
    if len(words) > 1 and {"at", "turn"} <= set(words):
        if "and" in words:
            return "found"
        return "put" if words[0].startswith("p") else "place"
    return ""


def _read(verb: str, words: Tokens) -> Action:
    match verb:
        case "found":
            size, pose = _size(words), _pose(words)
            words.need("and")
            return model.LayFoundation(size, pose, _size(words), _pose(words))
        case "place":
            held = words.took("held")
            size = _size(words)
            target = _piece(words) if words.took("on") else 0
            return model.Place(size, held, target, _pose(words), _aim(words))
        case "put":
            return model.Rebuild(_piece(words), _pose(words), _aim(words))
        case "hold":
            return model.Hold(_size(words))
        case "forfeit":
            return model.GiveUp(_size(words) if words.rest else "")
        case "keep":
            return model.Keep(_piece(words))
        case _:
            by = words.matching(r"[1-9][0-9]?|nobody")[0]
            return model.Nudge(-1 if by == "nobody" else int(by) - 1)


def _size(words: Tokens) -> str:
    word = words.next()
    found = [size for size in SIZES if size.startswith(word)]
    if len(found) != 1:
        near = did_you_mean(word, SIZES)
        raise NotationError(f"{quoted(word, 20)} is not a size{near}" if near else words.usage)
    return found[0]


def _piece(words: Tokens) -> int:
    return int(words.matching(r"p?([1-9][0-9]{0,5})")[1])


def _pose(words: Tokens) -> RecordedPose:
    words.need("at")
    place = [_number(words, 3) for _ in range(3)]
    words.need("turn")
    return RecordedPose(*place, *(_number(words, 6) for _ in range(4)))


def _number(words: Tokens, digits: int) -> int:
    """Read a decimal number as a whole one; the last of ``digits`` decimals counts 1."""
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
