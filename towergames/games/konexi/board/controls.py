"""The controls of the game, their present effects, and the action that Enter submits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

from towergames.board.protocol import Confirmation, Control, Result, Spec
from towergames.core.contract import Refusal
from towergames.games.konexi import model
from towergames.games.konexi.board import camera, letter_circle, ui_state
from towergames.games.konexi.board.forecast import with_trials
from towergames.games.konexi.board.ui_state import (
    KonexiContext,
    KonexiControl,
    KonexiResult,
    Ui,
    no_place,
    offers,
    other_letter,
    refusal,
    wants_trials,
)
from towergames.games.konexi.model import Action, Place
from towergames.games.konexi.moves import give_up_cost
from towergames.games.konexi.rules import between, first_refusal, is_blocked

MOST_SAID = 16
"""Letters of the longest word that is shown on its control."""
_PLACING = "While a letter is added to the tower."
_SPELLING = "While you look for a word."
_STOOD = "Once the letter stands."
_ROLLED = "After Any Letter, or where the token may go both ways."
_FIRST = "At the start of a game in which the next birthday decides who starts."
_BUMPS = "While you add a letter or look for a word, in games with reported bumps."
_ARRANGING = "At the start of a round, in games in which players set out the circle."


def _spec(name: str, title: str, help: str, when: str, keys: str = "", *typed: str, group: str = "hand") -> Spec:
    """The spec of a control. Its name is also the typed command, if no other is given."""
    return Spec(f"konexi.{name}", title, help, tuple(keys.split()), typed or (name,), group, when)


TAKE = _spec("take", "Take", "Take the letter under the cursor", _PLACING)
LET_GO = _spec("let-go", "Let go", "Let go of the letter where it is", _PLACING, "", "let go", "release")
NEXT = _spec(
    "next", "Next place", "Go to the next place on this letter of the tower", _PLACING, "n", "next place", "next"
)
NEXT_LETTER = _spec(
    "next-letter", "Next letter", "Go to the places on the next letter of the tower", _PLACING, "l", "next letter"
)
BEFORE = _spec(
    "before",
    "Place before",
    "Go to the place before this one; places run from left to right",
    _PLACING,
    "",
    "place before",
    "before",
)
TURN = _spec("turn", "Turn", "Turn the letter by a quarter, to a place where it fits", _PLACING, "r")
TURN_BACK = _spec("turn-back", "Turn back", "Turn it by a quarter the other way", _PLACING, "e")
FLIP = _spec("flip", "Flip", "Flip the letter, so that it is seen from behind", _PLACING, "f")
OTHER = _spec("other", "Other letter", "Take the other letter beside the token", _PLACING)
HELP_HERE = _spec("help-here", "Words here", "Show words and balance of this place; counts as help", _PLACING, "h")
SAY = _spec("say", "Say it", "Say the word", _SPELLING, "", "say it")
ERASE = _spec("erase", "Erase", "Take the last letter out of the word", _SPELLING, "backspace delete")
ADD = _spec("add", "Add a letter", "Add the letter under the cursor to the word, or take it out", _SPELLING, "space")
PICK = _spec("pick-up", "Pick up", "Pick up the letter under the cursor, or put it down", _ARRANGING)
TOKEN_HERE = _spec("token-here", "Token here", "Start with the token before this letter", _ARRANGING, "comma")

_game = partial(_spec, group="game")
CLEAR = _game("act-clear", "Clear", "Take all letters out of the word", _SPELLING, "ctrl+u tilde", "clear")
DONE = _game("act-done", "End the turn", "End it without another word", _STOOD, "equals_sign", "no-word", "no word")
PUT_TOKEN = _game("put-token", "Put the token", "Put the token in the gap under the cursor", _ROLLED, "", "put token")
LAY = _game("act-lay", "Set out the circle", "Start with this circle", _ARRANGING, "dollar_sign", "lay-it")
MIX = _game("act-mix", "Mix", "Mix the letters of the circle", _ARRANGING, "ctrl+x at", "mix-it")
BEGIN = _game(
    "begin", "Next birthday", "Say that this player has the next birthday and starts", _FIRST, "", "next birthday"
)
GIVE_UP = _game(
    "act-give-up", "Give up", "Add no letter; that counts as a fall", _PLACING, "ctrl+k circumflex_accent", "no-letter"
)
BUMP = _game("act-bump", "Bump", "Report that the tower was bumped", _BUMPS, "full_stop backslash", "bumped")
BUMPED_BY = _game("bumped-by", "Bumped by", "Report that this player bumped the tower", _BUMPS, "", "bumped by")
SPECS: tuple[Spec, ...] = (
    *(
        TAKE,
        LET_GO,
        NEXT,
        NEXT_LETTER,
        BEFORE,
        TURN,
        TURN_BACK,
        FLIP,
        OTHER,
        HELP_HERE,
        SAY,
        ERASE,
        ADD,
        CLEAR,
        DONE,
        PUT_TOKEN,
    ),
    *(PICK, TOKEN_HERE, LAY, MIX, BEGIN, GIVE_UP, BUMP, BUMPED_BY, *camera.SPECS),
)


def controls(context: KonexiContext) -> tuple[KonexiControl, ...]:
    """All controls of this phase, the main one first."""
    ui = context.ui
    match context.phase:
        case "place" | "word" if ui.who >= 0:
            label = f"{context.name_of(ui.who)} bumped it"
            return (_submit(replace(ui, who=-1), BUMPED_BY, label, "main", model.Nudge(ui.who)),)
        case "place":
            return (*_placing(context), *_bump(context))
        case "word":
            return (*_spelling(context), *_bump(context))
        case "token":
            return (
                _submit(ui, PUT_TOKEN, f"Put it {between(context.view.circle, ui.gap)}", "main", model.Token(ui.gap)),
            )
        case "arrange":
            return _arranging(ui)
        case "birthday":
            return (_submit(ui, BEGIN, f"{context.name_of(ui.who)} starts", "main", model.Begin(ui.who)),)
    return ()


def _submit(ui: Ui, spec: Spec, label: str, place: Literal["main", "bar", "list"], action: Action) -> KonexiControl:
    return Control(spec, label, place, effect=lambda: Result(ui, action))


def _placing(context: KonexiContext) -> tuple[KonexiControl, ...]:
    ui, why = context.ui, no_place(context)
    give_up: KonexiControl | None = _submit(ui, GIVE_UP, "Give up", "list" if why is None else "bar", model.GiveUp())
    if ui.choosing:
        first = Control(TAKE, f"Take {ui.letter}", "main", why, lambda: ui_state.take(context, ui.letter))
    elif ui.at is None:
        label = "End the round" if is_blocked(context.view) else "Give up"
        first, give_up = _submit(ui, GIVE_UP, label, "main", model.GiveUp()), None
    else:
        first = _submit(ui, LET_GO, f"Let go of {ui.letter}", "main", Place(*ui.at))
        first = replace(first, blocked=refusal(context.view, ui.tried) if ui.tried is not None else None)
    other = other_letter(context)
    no_flip = Refusal("K-19", "Letters cannot be flipped in this game. Turn it instead.")
    flips, tower = context.view.terms.flip, context.view.tower
    instead = _other(context, other) if other else None

    def moving(effect: Callable[[], KonexiResult]) -> Callable[[], KonexiResult]:
        """The effect of a control that moves the letter; help goes along."""

        def moved() -> KonexiResult:
            result = effect()
            return with_trials(context, result) if wants_trials(context, result) else result

        return moved

    rest: tuple[KonexiControl | None, ...] = (
        Control(NEXT, "Next place", "bar", why, moving(lambda: ui_state.step_here(context))),
        Control(NEXT_LETTER, "Next letter", "bar", why, moving(lambda: ui_state.step_letter(context)))
        if tower
        else None,
        Control(BEFORE, "Place before", "list", why, moving(lambda: ui_state.step(context, -1)), "Shift+Tab"),
        Control(TURN, "Turn", "bar", why, moving(lambda: ui_state.turn(context, 1))),
        Control(TURN_BACK, "Turn back", "list", why, moving(lambda: ui_state.turn(context, -1))),
        Control(
            FLIP, "Flip", "bar" if flips else "list", why if flips else no_flip, moving(lambda: ui_state.flip(context))
        ),
        None if ui.choosing else instead,
        Control(HELP_HERE, "Hide words" if ui.hint else "Words here", "bar", effect=lambda: _help_here(context)),
        give_up,
    )
    # While a letter is being chosen, the key of a letter on offer chooses it.
    taken = set(offers(context.view).lower()) if ui.choosing else set()
    shown = [one for one in rest if one is not None and taken.isdisjoint(one.spec.keys)]
    if ui.choosing and instead is not None:
        shown.insert(0, instead)
    return (first, *shown)


def _other(c: KonexiContext, other: str) -> KonexiControl:
    """The control that takes the other letter beside the token by its digit."""
    label = f"Take {other}{'' if c.ui.choosing else ' instead'}"
    return Control(OTHER, label, "bar", None, lambda: ui_state.take(c, other), f"{offers(c.view).index(other) + 1}")


def _help_here(c: KonexiContext) -> KonexiResult:
    """Show or hide the words and balance of the place. Showing them is help, counted once a decision."""
    shown = not c.ui.hint
    result: KonexiResult = Result(
        replace(c.ui, hint=shown, helped=True), help="hint" if shown and not c.ui.helped else ""
    )
    return with_trials(c, result, idle=False) if wants_trials(c, result) else result


def _spelling(context: KonexiContext) -> tuple[KonexiControl, ...]:
    ui, word, on = context.ui, context.ui.word, context.ui.on
    done = _submit(ui, DONE, "End the turn", "bar" if word else "main", model.EndTurn())
    nothing = None if word else Refusal("", "No letter is typed yet. Type a word.")
    no_letter = None if on else Refusal("", "The arrows choose a letter of the tower. Or type the word.")
    add = f"Take {on} out" if on and on in word else f"Add {on}"
    rest: tuple[KonexiControl, ...] = (
        Control(ERASE, "Erase", "bar" if word else "list", nothing, lambda: ui_state.without(ui, len(word) - 1)),
        Control(CLEAR, "Clear", "list", nothing, lambda: Result(replace(ui, word=""))),
        Control(ADD, add, "list", no_letter, lambda: ui_state.toggle(context, on)),
    )
    if not word:
        return (done, *rest)
    said = word if len(word) <= MOST_SAID else "it"
    points = f" for {len(word)}" if context.verdict is None or context.verdict.legal else ""
    return (_submit(ui, SAY, f"Say {said}{points}", "main", model.SayWord(word)), done, *rest)


def _arranging(ui: Ui) -> tuple[KonexiControl, ...]:
    letter = ui.circle[ui.slot]
    pick = f"Put {letter} down" if ui.held >= 0 else f"Pick up {letter}"
    return (
        Control(PICK, pick, "main", effect=lambda: letter_circle.pick(ui, ui.slot)),
        _submit(ui, LAY, "Set out the circle", "bar", model.Arrange(ui.circle, ui.gap)),
        _submit(ui, MIX, "Mix the letters", "bar", model.Mix()),
        Control(TOKEN_HERE, f"Token before {letter}", "bar", effect=lambda: letter_circle.put_token(ui, ui.slot)),
    )


def _bump(c: KonexiContext) -> tuple[KonexiControl, ...]:
    """The control that reports a bump; it then asks for the player."""
    if c.view.terms.bump != "nudge":
        return ()
    # Bumps are out of turn, so the cursor begins at the next player.
    waiting = (c.view.active + 1) % c.view.seats
    refused = first_refusal(model.state_of(c.view), model.Nudge(waiting))
    asks = "Who bumped the tower?"
    return (Control(BUMP, "Report a bump", "bar", refused, lambda: Result(replace(c.ui, who=waiting), say=asks)),)


def draft(context: KonexiContext) -> Action | None:
    """The action that Enter would submit now, if the verdict is shown before it."""
    ui = context.ui
    match context.phase:
        case "place" | "word" if ui.who >= 0:
            return model.Nudge(ui.who)
        case "place" if not ui.choosing and ui.tried is None:
            return model.GiveUp() if ui.at is None else Place(*ui.at)
        case "word":
            return model.SayWord(ui.word) if ui.word else None
        case "token":
            return model.Token(ui.gap)
        case "birthday":
            return model.Begin(ui.who)
    return None


def confirmation(c: KonexiContext, action: Action) -> Confirmation | None:
    """The question before an action that costs points, or that gives up a word."""
    match action:
        case model.GiveUp():
            return Confirmation(f"Giving up counts as a fall: {give_up_cost(c.view)}.", "give up")
        case model.EndTurn():
            return Confirmation(f"You say no {'other ' if c.view.words_said else ''}word.", "end the turn")
        case _:
            return None
