"""What can be done at the board now: what each control does, why it cannot be used, and what Enter submits.

Letters are typed onto the board, so no control sits on a letter: each has a ctrl key, which some terminals swallow, and
a plain key besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from towergames.board.protocol import Confirmation, Control, Failure, Result, Spec, Work
from towergames.core.contract import Refusal
from towergames.core.text import listed
from towergames.games.words.board import camera, input, text
from towergames.games.words.board.input import WordsResult
from towergames.games.words.board.ui_state import BOARD, Ui, WordsContext, pending, typing
from towergames.games.words.grid import show_tile, square
from towergames.games.words.model import Accept, Action, Challenge, Pass
from towergames.games.words.rules import no_exchange
from towergames.lexicon import define, definitions_read

WordsControl = Control[Ui, Action]
Place = Literal["main", "bar", "footer", "list"]

OWN_TURN = "You can do that on your own turn, once the last play stands."


def _spec(name: str, title: str, help_: str, keys: str, typed: str, when: str = "") -> Spec:
    """A control of this board; keys and typed words stand with blanks between them."""
    return Spec(f"words.{name}", title, help_, tuple(keys.split()), tuple(typed.split()), when=when)


_TILE = "Pick up the tile under the cursor, place the one in hand, or exchange the one chosen"
_EXCHANGE = "Give a tile back for a new one; that is the whole turn"
_NO_TURN = "The cursor is not on the board. Move it there."
_NO_CHALLENGE = "No play can be challenged now."
_NO_ACCEPT = "No play waits for your answer. Take your turn."

PLAY = _spec("play", "Play", "Play the tiles on the board", "enter ctrl+j", "play", OWN_TURN)
TILE = _spec("tile", "Pick up or place a tile", _TILE, "", "tile", "The cursor is not on the rack. Tab takes it there.")
ACCEPT = _spec("accept", "Let it stand", "Let the last play stay on the board", "plus", "accept", _NO_ACCEPT)
CHALLENGE = _spec(
    "challenge",
    "Challenge",
    "Look the last play up in the word list",
    "asterisk ctrl+k",
    "dispute",
    _NO_CHALLENGE,
)
TURN = _spec("turn", "Type across or down", "Turn the direction in which letters are typed", "space", "turn", _NO_TURN)
RECALL = _spec("recall", "Take one back", "Take the last tile back to the rack", "backspace", "takeback", OWN_TURN)
RECALL_ALL = _spec("recall-all", "Take all back", "Take all tiles back to the rack", "delete", "recall", OWN_TURN)
SHUFFLE = _spec(
    "shuffle", "Mix the rack", "Put your tiles in a new order", "ctrl+u tilde", "shuffle", "There is no rack to mix."
)
EXCHANGE = _spec("exchange", "Exchange", _EXCHANGE, "equals_sign ctrl+x", "exchange", OWN_TURN)
PASS = _spec("pass", "Pass", "Play no word this turn", "minus ctrl+t", "pass-turn", OWN_TURN)
MEANING = _spec("meaning", "Meaning", "Show what the word under the cursor means", "full_stop at ctrl+v", "meaning")

SPECS: tuple[Spec, ...] = (
    *(PLAY, ACCEPT, CHALLENGE, TURN, RECALL, RECALL_ALL, SHUFFLE, EXCHANGE, PASS, MEANING, TILE),
    *camera.SPECS,
)
"""The controls, the most important first."""


def draft(c: WordsContext) -> Action | None:
    """The action that Enter would submit now, or None."""
    ui = c.ui
    if not c.phase or ui.advised is not None:
        return ui.advised if c.phase else None
    if c.phase == "answer":
        return Accept()
    if ui.swapping:
        return input.exchange(ui).submit
    return pending(c) if ui.zone == BOARD and ui.held < 0 else None


def confirmation(c: WordsContext, action: Action) -> Confirmation | None:
    """Passing and challenging are confirmed."""
    match action:
        case Pass():
            return Confirmation("You play no word and score nothing.", "pass")
        case Challenge() if c.view.pending is not None:
            words = listed(c.view.pending.words)
            return Confirmation(f"The word list decides on {words}. A wrong word comes off the board.", "challenge")
        case _:
            return None


def controls(c: WordsContext) -> list[WordsControl]:
    """The controls of this phase, the main one first."""
    decide = {"turn": _turn, "answer": _answer}.get(c.phase)
    found = [*(decide(c) if decide else ()), *_always(c)]
    found.sort(key=lambda control: control.place != "main")
    return found


def _answer(c: WordsContext) -> Iterator[WordsControl]:
    word = c.view.pending.words[0] if c.view.pending else ""
    doubts = isinstance(c.ui.advised, Challenge)
    yield Control(ACCEPT, f"Let {word} stand", "bar" if doubts else "main", effect=lambda: _submit(c, Accept()))
    yield Control(CHALLENGE, f"Challenge {word}", "main" if doubts else "bar", effect=lambda: _submit(c, Challenge()))


def _turn(c: WordsContext) -> Iterator[WordsControl]:
    ui, advised, waits = replace(c.ui, advised=None), c.ui.advised, c.view.pending
    laying = bool(ui.laid) or ui.held >= 0
    tile = None if advised else _tile(c)
    if tile is not None:
        yield tile
    play = pending(c)
    refusal = Refusal("R-5", "Type letters where the word should be, or choose a tile.") if play is None else None
    if play is not None and tile is not None:
        first = "Place the tile in hand first." if ui.held >= 0 else "The cursor is on the rack. Move it to the board."
        refusal = Refusal("", first)
    elif play is not None and c.draft == play and c.verdict is not None and c.verdict.refusals:
        refusal = c.verdict.refusals[0]
    place: Place = "main" if advised is None and tile is None else "list"
    yield Control(PLAY, _play_label(c), place, refusal, lambda: Result(ui, submit=play))
    none = None if laying else Refusal("", input.NONE_LAID)
    place = "bar" if laying else "footer"
    yield Control(RECALL, "Take one back", place, none, lambda: Result(input.recall(ui)))
    yield Control(RECALL_ALL, "Take all back", place, none, lambda: Result(input.recall_all(ui)))
    beside: Place = "list" if laying or ui.swapping else "bar"
    exchange = "Exchange a tile"
    if waits is not None:
        # The task names the word. Beside a challenge, only the short label leaves room for the exchange at 80 x 24.
        doubts = isinstance(advised, Challenge)
        label, exchange = f"Challenge {waits.words[0]}" if doubts else CHALLENGE.title, EXCHANGE.title
        place = "main" if doubts else beside
        yield Control(CHALLENGE, label, place, effect=lambda: _submit(c, Challenge()))
    refusal = no_exchange(c.view, c.view.bag, c.view.rack_sizes)
    yield Control(EXCHANGE, exchange, beside if refusal is None else "list", refusal, lambda: input.swap(ui))
    place = "main" if isinstance(advised, Pass) else beside
    yield Control(PASS, "Pass", place, effect=lambda: _submit(c, Pass()))


def _always(c: WordsContext) -> Iterator[WordsControl]:
    ui, words = replace(c.ui, advised=None), text.words_at(c, c.ui.cell)
    if typing(c):
        if ui.zone == BOARD and c.phase != "answer":
            turned = replace(ui, down=not ui.down, ended=False, quiet=False)
            yield Control(TURN, "Type across" if ui.down else "Type down", "footer", effect=lambda: Result(turned))
        yield Control(SHUFFLE, "Mix", "footer", effect=lambda: input.shuffle(ui))
    none = None if words else Refusal("", "No word is under the cursor. Move it to one.")
    label = f"Meaning of {words[0]}" if words else MEANING.title
    yield Control(MEANING, label, "list", none, lambda: explain(c))


def _tile(c: WordsContext) -> WordsControl | None:
    """The control of Enter for a tile: the tile in hand, or on the rack the tile under the cursor."""
    ui = c.ui
    if ui.held >= 0:
        label = f"Place {show_tile(ui.order[ui.held])} at {square(ui.cell, c.view.terms.size)}"
        return Control(TILE, label, "main", input.why_not_put(c, ui.held), lambda: input.lay(c, ui.held))
    if ui.zone == BOARD:
        return None
    tile = show_tile(ui.order[ui.slot])
    if ui.swapping:
        return Control(TILE, f"Exchange {tile}", "main", effect=lambda: input.exchange(ui))
    out = Refusal("", f"{tile} is on the board. Backspace takes it back.") if ui.slot in ui.out else None
    return Control(TILE, f"Pick up {tile}", "main", out, lambda: Result(input.hold(ui, ui.slot)))


def _play_label(c: WordsContext) -> str:
    """``Play MOON for 8``; the points only of a play that the judge allows."""
    words = text.forming(c)
    if not words:
        return "Make a word first" if not c.ui.laid else "Play"
    name = words[0].text
    if c.draft is None or c.verdict is None or not c.verdict.legal:
        return f"Play {name}"
    return f"Play {name} for {sum(score.points for score in c.verdict.preview)}"


def _submit(c: WordsContext, action: Action) -> WordsResult:
    """Submit an action other than a play; a pass takes the pending tiles back."""
    ui = replace(c.ui, zone=BOARD, swapping=False, advised=None)
    return Result(replace(ui, laid=(), held=-1) if isinstance(action, Pass) else ui, submit=action)


def explain(c: WordsContext) -> WordsResult:
    """Show the meaning of the words under the cursor; read the definitions first if need be."""
    if definitions_read():
        return Result(c.ui, say=text.meaning_at(c, c.ui.cell))
    read: Work[Ui, Action] = Work(lambda _: define("word"), _explained, idle=True)
    return Result(c.ui, say="The definitions are being read. Wait a moment.", work=read)


def _explained(c: WordsContext, answer: object) -> WordsResult:
    return Result(c.ui, say=answer.text) if isinstance(answer, Failure) else explain(c)
