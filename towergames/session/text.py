"""Sentences that every client makes: the end of a game, help that was used, a hint, what undo does.

A sentence that one module alone needs stays in that module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from towergames.core.text import count, listed, quoted, sentence
from towergames.table.errors import only_look
from towergames.table.saved import Saved, SaveStatus

if TYPE_CHECKING:
    from towergames.core.contract import Event, Over, Verdict
    from towergames.table.history import History

NOTHING_YET = "Nothing has happened yet."
NO_SEARCH = "This game has no search."
NO_WORDS = "This game uses no word list."
LOOKUP_COUNTS = "In this game words can be challenged, so a look-up counts as help."


def won(turn: Over, names: Sequence[str], totals: Sequence[int]) -> str:
    """The winners, with their points.

    >>> from towergames.core.contract import Over
    >>> won(Over(((1,), (0,)), ""), ["Ada", "Ben"], [24, 30])
    'Ben wins with 30 points.'
    >>> won(Over(((0, 1),), ""), ["Ada", "Ben"], [24, 24])
    'Ada and Ben share the win with 24 points each.'
    >>> won(Over(((0,),), ""), ["Ada"], [1])
    'Ada scores 1 point.'
    """
    best = turn.ranking[0] if turn.ranking else ()
    who = listed([names[seat] for seat in best])
    if not best:
        return "Nobody wins."
    if len(names) == 1:
        return f"{who} scores {count(totals[best[0]], 'point')}."
    if len(best) == 1:
        return f"{who} wins with {count(totals[best[0]], 'point')}."
    points = {totals[seat] for seat in best}
    each = f" with {count(points.pop(), 'point')} each" if len(points) == 1 else ""
    return f"{who} {SHARED}{each}."


def ending(turn: Over, names: Sequence[str], totals: Sequence[int]) -> tuple[str, ...]:
    """The winners with their points, and the reason of the rules where it says more than that.

    >>> from towergames.core.contract import Over
    >>> ending(Over(((1,), (0,)), "most points, 30"), ["Ada", "Ben"], [24, 30])
    ('Ben wins with 30 points.',)
    >>> ending(Over(((0, 1),), "2 players have 24 points and share the win"), ["Ada", "Ben"], [24, 24])
    ('Ada and Ben share the win with 24 points each.',)
    >>> ending(Over(((0,), (1,)), "24 points and fewer tiles left"), ["Ada", "Ben"], [24, 24])
    ('Ada wins with 24 points.', '24 points and fewer tiles left.')
    """
    head = won(turn, names, totals)
    repeated = turn.reason.startswith("most points") or SHARED in turn.reason or turn.reason in head
    return (head,) if repeated else (head, sentence(turn.reason))


SHARED = "share the win"


def result(history: History) -> list[str]:
    """The result of the game: winner first, then everybody with points, then the help that was used."""
    from towergames.core.contract import Over  # the title screen does without it

    turn = history.turn
    if not isinstance(turn, Over):
        return []
    names = history.header.names
    totals = history.game.totals(history.state)
    lines = [" ".join(("Game over.", *ending(turn, names, totals)))]
    place = 1
    for group in turn.ranking:
        lines.extend(f"  {place}. {names[seat]}, {count(totals[seat], 'point')}" for seat in group)
        place += len(group)
    if told := help_used(history.assists):
        lines.append(told)
    from towergames.table.remarks import uncounted_reason
    from towergames.table.setup import series_line, wins_line

    scores = [f"{line}." for line in (series_line(history), wins_line(history)) if line]
    return [*lines, *(text for text in (uncounted_reason(history), *scores) if text)]


_HELP_NAMES = {"lookup": "look-up", "take-back": "fall taken back"}


def help_used(assists: Mapping[str, int]) -> str:
    """The help that was used; '' for none.

    >>> help_used({"hint": 1, "undo": 2})
    'Help used: 1 hint, 2 undos.'
    """
    told = ", ".join(count(times, _HELP_NAMES.get(kind, kind)) for kind, times in sorted(assists.items()))
    return f"Help used: {told}." if told else ""


def hint(move: str, why: str = "", how: str = "") -> str:
    """A hint: the move, the reason, and ``how`` it is played. A whole sentence gives its own reason.

    >>> hint("play MOON at c8", "8 points", "Enter plays it")
    'Hint: play MOON at c8. 8 points. Enter plays it.'
    """
    parts = (f"Hint: {move}", "" if move.endswith(".") else why, how)
    return " ".join(sentence(part) for part in parts if part)


def bot_failed(error: Exception, who: str = "bot") -> str:
    """A fault of a bot or a search in one sentence: only the kind of error, because its text may tell a hidden card.

    >>> bot_failed(ValueError("no OFFICE in this hand"))
    'The bot failed with ValueError.'
    """
    return f"The {who} failed with {type(error).__name__}."


def form_of(line: str, templates: Sequence[str], error: Exception) -> str:
    """The form of the move that a line begins, unless the error shows it already.

    If the line begins no move: the words that begin one.

    >>> forms = ["build FLOOR TOWER", "end"]
    >>> form_of("build zoo a", forms, ValueError('"zoo" is not a floor')), form_of("jump", forms, ValueError())
    ('Type: build FLOOR TOWER.', 'A move begins with build or end now.')
    >>> form_of("build", forms, ValueError("build needs a floor and a tower, such as: build OFFICE A"))
    ''
    """
    first = line.split()[0].lower() if line.split() else ""
    forms = [form for form in templates if form.split()[0] == first]
    if forms:
        return f"Type: {listed(forms, 'or')}." if f": {first} " not in str(error) else ""
    verbs = dict.fromkeys(form.split()[0] for form in templates)
    return f"A move begins with {listed(verbs, 'or')} now." if verbs else ""


def misread(error: Exception, near: str | None, form: str = "") -> str:
    """The error of a typed move with one suggestion: the error's own, else the word that is near.

    Without a suggestion, ``form`` shows how this move is typed.

    >>> misread(ValueError('"biuld" is not a move. Did you mean "build"?'), "build")
    '"biuld" is not a move. Did you mean "build"?'
    >>> misread(ValueError('"borad" is not a move'), "board")
    '"borad" is not a move. Did you mean "board"?'
    >>> misread(ValueError("build needs a floor and a tower"), None, "Type: build FLOOR TOWER.")
    'Build needs a floor and a tower. Type: build FLOOR TOWER.'
    """
    told = sentence(str(error))
    if "Did you mean" in told:
        return told
    if near:
        return f"{told} Did you mean {quoted(near)}?"
    return f"{told} {form}".rstrip()


def not_allowed(verdict: Verdict) -> list[str]:
    """The reasons why the rules refuse a move: one sentence for each rule, with its number."""
    return [f"Not allowed: {sentence(refusal.text)} {refusal.rule}" for refusal in verdict.refusals]


def not_understood(error: Exception) -> str:
    """The sentence that is kept of typed text that is no move."""
    return f"Not understood: {sentence(str(error))}"


def refusal(verdict: Verdict) -> list[str]:
    """The reason against an action, with the rule and the command that shows the rule."""
    lines = not_allowed(verdict)
    if verdict.refusals:
        lines.append(read_the_rule(verdict.refusals[0].rule))
    return lines


def read_the_rule(rule: str) -> str:
    """The command that shows a rule."""
    return f"To read the rule, type: rules {rule}"


def meanings(events: Sequence[Event]) -> list[str]:
    """Meanings of the words of plays, each once. A play that may still be challenged gets none: a meaning judges it."""
    told: dict[str, None] = {}
    for event in events:
        words = event.data.get("words")
        if isinstance(words, (list, tuple)) and not event.data.get("open"):
            told.update(dict.fromkeys(word for word in words if isinstance(word, str)))
    if not told:
        return []
    from towergames.lexicon import define

    return [f"  {meaning}" for word in told if (meaning := define(word))]


# --- whether the game is saved ----------------------------------------------------------------------------


def kept(saved: Saved) -> str:
    """Whether the game is saved, for the players when they leave it.

    >>> kept(Saved(SaveStatus.SAVED, "my-game"))
    'Saved as my-game.'
    """
    if saved.status is SaveStatus.NO_SAVE:
        return "This game is not saved."
    if saved.status is SaveStatus.WATCHED:
        return "You only watched, so nothing was saved."
    return sentence(lost(saved)) if saved.loses else f"Saved as {saved.name}."


def lost(saved: Saved) -> str:
    """The moves that are not on the disk, and why, without a full stop; empty when all is well.

    >>> lost(Saved(SaveStatus.REFUSED, "my-game", "the disk is full"))
    'not every move of my-game is saved: the disk is full'
    """
    if saved.status is SaveStatus.SLOW:
        return f"the disk does not answer, so the last move of {saved.name} may not be saved"
    if saved.status is SaveStatus.LOST:
        return saved.unsaved_reason
    return f"not every move of {saved.name} is saved: {saved.unsaved_reason}" if saved.loses else ""


def warning(saved: Saved) -> str:
    """The reason why moves are not on the disk, and whether the game goes on; '' if all moves are saved.

    >>> warning(Saved(SaveStatus.WAITING, "my-game", "the file was removed"))
    'The file was removed. The table waits and tries again.'
    """
    if saved.status is SaveStatus.REFUSED:
        return f"{saved.unsaved_reason}. The game goes on. Every move tries to save again."
    if saved.status is SaveStatus.STUCK:
        return f"{saved.unsaved_reason}. The game cannot go on here."
    if saved.status is SaveStatus.SLOW:
        return "The disk is slow. The table waits until the last move is saved."
    if saved.status is SaveStatus.WAITING:
        return f"{sentence(saved.unsaved_reason)} The table waits and tries again."
    return ""


def read_only_reason(saved: Saved) -> str:
    """The reason why nothing can be changed here; '' if it can.

    >>> read_only_reason(Saved(SaveStatus.WATCHED, "my-game", read_only_reason="it is damaged at record 3"))
    'You can only look at this game: it is damaged at record 3.'
    """
    return sentence(only_look(saved.read_only_reason)) if saved.read_only_reason else ""


def undone(moves: int, *, again: bool = False, marked: bool = False) -> str:
    """Result of an undo. ``again``: the whole turn was undone. ``marked``: the log shows the undo.

    >>> undone(2, again=True), undone(1, marked=True)
    ('Your turn starts again; 2 moves undone.', '1 move undone. The log shows it.')
    """
    result = f"{count(moves, 'move')} undone."
    if again:
        return f"Your turn starts again; {result}"
    return f"{result} The log shows it." if marked else result


def clock_rule(history: History) -> str:
    """The clock of a game and the move at zero, in two sentences; '' without a clock."""
    control = history.control
    return "" if control is None else f"Clock: {control.name}. At zero {history.game.info.at_zero}."
