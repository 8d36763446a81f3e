"""The board of Stacked Words: the one object that clients talk to."""

# ruff: noqa: D102, ARG002 - BoardAdapter says what each method does, and what it is given

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.boards.protocol import (
    Advice,
    Confirmation,
    Description,
    Input,
    Limit,
    Picture,
    ReadOut,
    Result,
    Size,
    Sizes,
    UiSpec,
    Work,
    Zone,
)
from towergames.boards.words import board, controls, examples, hand, input, text, ui_state
from towergames.boards.words.controls import WordsControl
from towergames.boards.words.input import WordsResult
from towergames.boards.words.tiles import legend
from towergames.boards.words.ui_state import Table, Ui, WordsContext
from towergames.core.contract import Event
from towergames.games.words.generator import generator_for
from towergames.games.words.model import Accept, Action, Pass, View
from towergames.lexicon import define, definitions_read, find

USUAL_SIZE = 10


class WordsBoard:
    """Draws and handles Stacked Words. Its capabilities: background work, the time of a turn, confirmation."""

    spec = UiSpec(controls.SPECS, animated=board.ANIMATED, letters=True, legend=legend())
    camera = None
    analysis = None

    @property
    def background(self) -> WordsBoard:
        return self

    def sizes(self, seats: int, view: View | None) -> Sizes:
        return board.sizes(view.terms.size if view else USUAL_SIZE, seats)

    def adapt(self, c: Table, new: bool) -> Ui:
        return ui_state.adapt(c, new)

    def controls(self, c: WordsContext) -> list[WordsControl]:
        return controls.controls(c)

    def input(self, c: WordsContext, event: Input) -> WordsResult | None:
        """A key or a click. Where a word comes under the cursor, its definition is read if that has not been done."""
        result = input.handle(c, event)
        if result is None or result.submit or definitions_read() or not text.words_at(c, result.ui.cell):
            return result
        return replace(result, work=Work(lambda _: define("word"), lambda now, _: Result(now.ui), idle=True))

    def draft(self, c: WordsContext) -> Action | None:
        return controls.draft(c)

    def tip(self, c: WordsContext, given: int) -> Advice[Ui, Action] | None:
        return None

    def advise(self, c: WordsContext, action: Action) -> Advice[Ui, Action]:
        return Advice("", action, ui=input.prepared(c, action))

    def draw(self, c: WordsContext, zone: Zone, size: Size) -> Picture:
        if not c.style.cursor:
            c = replace(c, ui=ui_state.begin(c))
        return board.draw_board(c, *size) if zone == "board" else hand.draw_hand(c, *size)

    def frames(self, c: WordsContext, event: Event) -> tuple[float, ...]:
        return board.frames(c, event)

    def describe(self, c: WordsContext) -> Description:
        return text.describe(c)

    def read_out(self, c: WordsContext) -> ReadOut:
        return text.read_out(c)

    def example(self, rule_id: str) -> WordsContext | None:
        return examples.example(rule_id)

    def confirmation(self, c: WordsContext, action: Action) -> Confirmation | None:
        return controls.confirmation(c, action)

    def turn_limit(self, c: WordsContext) -> Limit[Action] | None:
        """U-23: when the time is over a turn is passed, and a play that should be answered to stands."""
        seconds = c.view.terms.timer
        if not seconds or not c.phase:
            return None
        return Limit(seconds, Accept() if c.phase == "answer" else Pass(), (c.view.turns, c.phase))

    # --- background -------------------------------------------------------------------------------------

    def prepare(self, c: WordsContext) -> None:
        """Read the definitions, the word list and its graph, so that no key ever waits for them."""
        define("word")
        lexicon = find(c.view.list_sha256)
        if lexicon is not None and lexicon.words:
            generator_for(lexicon)

    def show_idea(self, c: WordsContext, idea: Any) -> None:
        return None
