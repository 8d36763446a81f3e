"""Stacked Words at a screen: the board with its stacks, a rack of tiles, and what keys and clicks mean."""

# ruff: noqa: ARG002 - BoardAdapter says what each method does, and what it is given

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.board.protocol import (
    BoardBase,
    BoardSizes,
    Comparison,
    Hint,
    Input,
    PastDecision,
    Picture,
    Result,
    Showcase,
    Size,
    UiSpec,
    Work,
    Zone,
)
from towergames.games.words.board import animation, controls, examples, input, text, ui_state, zones
from towergames.games.words.board.camera import COVER, SPACE, VIEW, BoardCamera
from towergames.games.words.board.input import WordsResult
from towergames.games.words.board.tiles import legend
from towergames.games.words.board.ui_state import Ui, WordsContext
from towergames.games.words.generator import generator_for
from towergames.games.words.model import Accept, Action, Challenge, Play, View
from towergames.lexicon import define, definitions_read, find

USUAL_SIZE = 10


class WordsBackground:
    """Definitions and the word list, read in advance; the search of a bot is not drawn."""

    def prepare(self, c: WordsContext) -> None:
        """Read the definitions, the word list and its graph, so that no key ever waits for them."""
        define("word")
        lexicon = find(c.view.list_sha256)
        if lexicon is not None and lexicon.words:
            generator_for(lexicon)

    def show_idea(self, c: WordsContext, idea: Any) -> None:
        return None


class WordsBoard(BoardBase[View, Ui, Action]):
    """Draws and handles Stacked Words. Its capabilities: background work, the time of a turn, confirmation."""

    spec = UiSpec(
        controls.SPECS,
        animated=animation.ANIMATED,
        letters=True,
        answers=(Accept, Challenge),
        still_pictures=True,
        legend=legend(),
        showcase=Showcase(SPACE, COVER, 160, 50, "This window has room for the board in 3D.", VIEW),
    )
    camera = BoardCamera()
    background = WordsBackground()
    adapt = staticmethod(ui_state.adapt)
    describe = staticmethod(text.describe)
    read_out = staticmethod(text.read_out)
    example = staticmethod(examples.example)
    frames = staticmethod(animation.frames)
    draft = staticmethod(controls.draft)
    confirmation = staticmethod(controls.confirmation)
    controls = staticmethod(controls.controls)

    def sizes(self, seats: int, view: View | None) -> BoardSizes:
        return zones.sizes(view.terms.size if view else USUAL_SIZE, seats)

    def input(self, c: WordsContext, event: Input) -> WordsResult | None:
        """A key or a click. Where a word comes under the cursor, its definition is read if that has not been done."""
        result = input.handle(c, event)
        if result is None or result.submit or definitions_read() or not text.words_at(c, result.ui.cell):
            return result
        return replace(result, work=Work(lambda _: define("word"), lambda now, _: Result(now.ui), idle=True))

    def advise(self, c: WordsContext, action: Action) -> Hint[Ui, Action]:
        beside_ghost = text.advised(c, action, placed=False)
        return Hint(text.advised(c, action), action, ui=input.prepared(c, action), beside_ghost=beside_ghost)

    def compare(self, c: WordsContext, past: PastDecision[Action]) -> Comparison[Ui]:
        if past.level or not isinstance(past.best, Play):
            return super().compare(c, past)
        ghost = input.prepared(c, past.best) if past.best != past.made else None
        return Comparison(text.compared(c, past), ghost)

    def draw(self, c: WordsContext, zone: Zone, size: Size) -> Picture:
        if not c.style.cursor:
            c = replace(c, ui=ui_state.begin(c))
        return zones.draw_board(c, *size) if zone == "board" else zones.draw_hand(c, *size)


BOARD = WordsBoard()
"""The board, ready for use."""
