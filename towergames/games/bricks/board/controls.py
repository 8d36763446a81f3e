"""The controls of the board: the main one, those of building and of the drafts, and the effect of each.

Letters find cards and declare wildcards, so no control has a letter as its key; each control has a plain key besides
any ctrl key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from towergames.board.protocol import Confirmation, Control, Result, Spec
from towergames.core.contract import Refusal
from towergames.core.text import sentence
from towergames.games.bricks import model, pieces
from towergames.games.bricks.board import position, ui_state
from towergames.games.bricks.board.analysis import explain_end
from towergames.games.bricks.board.pending_move import draft, target
from towergames.games.bricks.board.text import MOST_LABEL, explain, put_label, result_words
from towergames.games.bricks.board.ui_state import (
    BricksContext,
    CursorZone,
    Goal,
    Ui,
    back,
    free,
    piece_at,
    wildcard_draft,
)
from towergames.games.bricks.model import Action
from towergames.games.bricks.moves import standing
from towergames.games.bricks.pieces import WILD, Piece, card_piece, read_piece
from towergames.games.bricks.rule_names import RULE_NAMES
from towergames.games.bricks.text import card_name, piece_name, step_instruction

DRAFT_NAMES = "abcdefghijklmnopqrstuvwxyz"
"""Names of drafts that are begun with a key."""

BricksResult = Result[Ui, Action]
BricksControl = Control[Ui, Action]


def _spec(
    name: str,
    title: str,
    text: str,
    keys: tuple[str, ...],
    typed: str,
    group: str = "game",
    when: str = "First take cards; then you can build.",
) -> Spec:
    return Spec(f"bricks.{name}", title, text, keys, tuple(typed.split()), group, when)


PUT = _spec("put", "Put down", "Do the step that is shown", (), "put-down", when="No step is shown.")
PICK = _spec(
    "pick",
    "Pick up",
    "Take what the cursor is on",
    (),
    "pick-up",
    when="Nothing is here. Choose a card or a piece.",
)
EXPLAIN = _spec(
    "explain",
    "Read the rule",
    "Read the rule of a line of the score sheet",
    (),
    "read-rule",
    when="No line of the score sheet is chosen.",
)
LEAVE = _spec("leave", "Leave it", "Put back what is in your hand", (), "leave", when="Nothing is in your hand.")
SUBMIT = _spec("submit", "Hand in", "Hand the tower in; only one counts", ("dollar_sign", "ctrl+k"), "hand-in")
TAKE = _spec("take", "Take back", "Take the piece back to the cards", ("backspace", "delete"), "take-back")
SWAP = _spec("swap", "Swap", "Swap this piece with the one in hand", ("exclamation_mark", "ctrl+x"), "swap-here")
RAISE = _spec("raise", "Level up", "Swap the level with the one above", ("greater_than_sign",), "level-up")
LOWER = _spec("lower", "Level down", "Swap the level with the one below", ("less_than_sign",), "level-down")
HEAVIER = _spec("heavier", "A ton more", "Make a J, Q, X or Z 1 ton heavier", ("plus",), "heavier")
LIGHTER = _spec("lighter", "A ton less", "Make a J, Q, X or Z 1 ton lighter", ("minus",), "lighter")
DECLARE = _spec("declare", "Declare", "Say what a wildcard is", ("equals_sign",), "declare-here")
STACK = _spec("stack", "Stack two cards", "Make one wildcard of two cards", ("ampersand",), "two-cards")
SORT = _spec(
    "sort", "Sort", "Sort by colour, letter, weight or shape", ("comma",), "sort", when="There are no cards to sort."
)
FILTER = _spec(
    "filter", "Filter", "Show only some of the cards", ("full_stop",), "filter", when="There are no cards to filter."
)
DRAFT = _spec("draft", "Next draft", "Work on the next draft", ("semicolon",), "next-draft draft", "drafts")
NEW = _spec("new", "New draft", "Start an empty draft", ("asterisk",), "new-draft", "drafts")
COPY = _spec(
    "copy", "Copy draft", "Start a draft as a copy of this one", ("left_parenthesis", "at"), "copy-draft", "drafts"
)
DROP = _spec("drop", "Delete draft", "Delete the draft", ("underscore",), "drop-draft", "drafts")
COMPARE = _spec(
    "compare",
    "Compare",
    "Show another draft beside this one",
    ("right_parenthesis", "vertical_line"),
    "compare",
    "drafts",
)
CLEAR = _spec("clear", "Clear", "Clear the draft", ("ctrl+u", "tilde"), "take-down", "drafts")
SHEET = _spec(
    "sheet",
    "Score sheet",
    "All 36 rules, and what each says of the tower",
    ("0", "quotation_mark"),
    "score-sheet",
    when="The score sheet opens when you build.",
)
ASK = _spec("ask", "Ask for a rule", "Open a hidden rule for 1 point", ("shift+up", "circumflex_accent"), "ask-here")

SPECS: tuple[Spec, ...] = (
    *(PUT, PICK, EXPLAIN, LEAVE, SUBMIT, TAKE, SWAP, RAISE, LOWER, HEAVIER, LIGHTER, DECLARE, STACK, SORT, FILTER),
    *(DRAFT, NEW, COPY, DROP, COMPARE, CLEAR, SHEET, ASK),
)
"""All controls, the most important first."""


def controls(c: BricksContext) -> tuple[BricksControl, ...]:
    """The controls of this phase, the main one first."""
    controls_now = [_main(c)]
    if c.phase == "build":
        hand_in, *others = _deeds(c)
        controls_now += [hand_in, _sheet(c), *others, *_drafts(c)]
    elif position.over(c):
        controls_now.append(_sheet(c))
    if position.shows_cards(c):
        controls_now.append(Control(SORT, "Sort", "footer", effect=lambda: Result(ui_state.next_sort_order(c.ui))))
        there = replace(c.ui, zone="cards", bar=-1 if c.ui.bar >= 0 else 0)
        label = "To the cards" if there.bar < 0 else "Show only"
        controls_now.append(Control(FILTER, label, "footer", effect=lambda: Result(there)))
    return tuple(control for control in controls_now if control is not None)


def _sheet(c: BricksContext) -> BricksControl:
    """Show the score sheet instead of the tower, or the tower again."""
    reading = c.ui.zone == "ledger"
    there = replace(c.ui, zone="ledger", sheet_from=c.ui.zone)
    if reading:
        there = replace(c.ui, zone=c.ui.sheet_from)
    place: Literal["bar", "list"] = "list" if c.ui.busy or position.over(c) else "bar"
    return Control(SHEET, "Close the score sheet" if reading else "Score sheet", place, effect=lambda: Result(there))


def enter(c: BricksContext) -> BricksResult:
    """Do the main control; say so if there is none."""
    main = _main(c)
    if main is None or main.effect is None:
        why = main.blocked if main is not None else None
        return Result(c.ui, say=why.text, rule=why.rule) if why is not None else Result(c.ui, say=c.waiting())
    return main.effect()


def submit(c: BricksContext, ui: Ui, action: Action) -> BricksResult:
    """Submit an action; what is picked up stays in hand until the table has changed."""
    return Result(replace(ui, then=_cursor_after(c, ui, action)), submit=action)


def _cursor_after(c: BricksContext, ui: Ui, action: Action) -> tuple[CursorZone, Goal]:
    """The zone and place of the cursor after the action."""
    match action:
        case model.Place(_, level, place):
            put = (level, place) if place else (level + 1, 1)
            return ("tower", (put[0], put[1] + 1)) if ui.aim else ("cards", put)
        case model.Move(level, _, to_level, to_place):
            gone = len(position.tower_of(c)[level - 1]) == 1
            at = to_level + (to_place == 0)
            return "tower", (at - (gone and level < at), max(1, to_place))
        case model.Shift(level, up):
            return "tower", (level + (1 if up else -1), ui.goal[1])
        case model.Build(text):
            return "tower", (len(pieces.read_tower(text)), 1)
        case model.UseDraft(name):
            return ui.zone, (len(position.draft_tower(c, name)), 1)
        case _:
            return ui.zone, ui.goal


# --- enter ------------------------------------------------------------------------------------------


def _main(c: BricksContext) -> BricksControl | None:
    """The control of Enter: the prepared action, else that of the place under the cursor; None where nobody can act."""
    ui = c.ui
    action = draft(c)
    if action is not None:
        spec = PUT
        if isinstance(action, model.Ask):
            spec = EXPLAIN
        elif isinstance(action, model.Pick):
            spec = PICK
        return _enter(spec, _action_label(c, action), lambda: submit(c, ui, action))
    if ui.zone == "ledger" and ui.wildcard is None and ui.word is None:
        explanation = explain_end if position.over(c) else lambda c: explain(c, c.ui.rule)
        return _enter(
            EXPLAIN, f"Read {_rule_name(c)}", lambda: Result(ui, say=explanation(c), rule=model.rule_id(ui.rule))
        )
    if ui.zone == "cards" and ui.bar >= 0 and not ui.in_hand and ui.wildcard is None and ui.word is None:
        name = ui_state.FILTERS[ui.bar]
        label = "Show all cards" if name in ui.filters else f"Show only {name} cards"
        return _enter(PICK, label, lambda: Result(ui_state.with_filter(ui, name)))
    if c.phase == "pick":
        return _blocked(PICK, "Take a card", "B-24", "No card is shown. Show all cards.", "main")
    if c.phase != "build":
        return None
    if ui.word is not None:
        return _blocked(PUT, "Hand in", "B-14", "A word has 2 letters or more.", "main")
    if ui.wildcard is not None:
        piece = ui.wildcard.piece
        if ui.declared:
            return _enter(PUT, "Leave it as it is", lambda: Result(free(ui), say="It stays what it is."))
        return _enter(PICK, f"Pick up {piece_name(piece)}", lambda: Result(_holding(c, piece)))
    if ui.in_hand:
        if ui.zone == "tower":
            return _enter(PUT, "Put it back", lambda: Result(free(ui)))
        return _enter(PUT, "Carry it to the tower", lambda: Result(replace(ui, zone="tower")))
    return _card(c) if ui.zone == "cards" else _place(c)


def _rule_name(c: BricksContext) -> str:
    return RULE_NAMES[c.ui.rule] if c.ui.rule in position.known(c) else f"rule {c.ui.rule}"


def _enter(spec: Spec, label: str, effect: Callable[[], BricksResult]) -> BricksControl:
    return Control(spec, label, "main", effect=effect)


def _action_label(c: BricksContext, action: Action) -> str:
    """A prepared action as a label, of at most 32 characters."""
    tower = position.tower_of(c)
    match action:
        case model.Place(piece, level, place):
            return put_label(_short(read_piece(piece)), (level, place), tower, result_words(c, action))
        case model.Move(level, place, to_level, to_place):
            return put_label(_short(tower[level - 1][place - 1]), (to_level, to_place), tower, result_words(c, action))
        case model.Declare(_, _, face):
            return f"Declare it {piece_name(read_piece(face))}{result_words(c, action)}"[:MOST_LABEL]
        case model.Build():
            return f"Build this tower{result_words(c, action)}"
        case model.Submit(word):
            if word:
                return f"Hand in with {word}"[:MOST_LABEL]
            return "Hand in without a word" if c.ui.word == "" else "Hand in"
        case model.Ask(rule):
            return f"Open rule {rule} for 1 point"
        case model.Pick(card):
            return f"Take {card_name(card)}"
        case _:
            return sentence(step_instruction(action, tower))[:-1][:MOST_LABEL]


def _short(piece: Piece) -> str:
    return piece.letter or "the window"


def _card(c: BricksContext) -> BricksControl:
    code = ui_state.card_at_cursor(c)
    if not code:
        why = "No card is shown. Show all cards, or take a piece back."
        if not c.ui.filters:
            why = "All cards are in the tower. Take a piece back, or hand in."
        return _blocked(PICK, "Pick up a card", "B-22", why, "main")
    if c.ui.pairing:
        return _enter(PICK, f"Take {card_name(code)}, card {len(c.ui.pair) + 1} of 2", lambda: pick_up(c, code))
    return _enter(
        PICK, "Declare the wildcard" if code == WILD else f"Pick up {card_name(code)}", lambda: pick_up(c, code)
    )


def _place(c: BricksContext) -> BricksControl:
    goal, empty = c.ui.goal, free(c.ui)
    piece = piece_at(position.tower_of(c), goal)
    if piece is not None:
        return _enter(PICK, f"Pick up {piece_name(piece)}", lambda: Result(replace(empty, lifted=goal)))
    looking, say = replace(empty, zone="cards", aim=True), "Which card goes there? Esc leaves the place free."
    return _enter(PICK, "Choose a card for this place", lambda: Result(looking, say=say))


def pick_up(c: BricksContext, code: str) -> BricksResult:
    """Take a card in hand and aim at its likeliest place; a wildcard is declared first."""
    if c.ui.pairing:
        return _pair_up(c, code)
    if code == WILD:
        wildcard = wildcard_draft((WILD,), _colour(c), c.view.terms.readings)
        return Result(
            replace(c.ui, wildcard=wildcard, zone="cards"), say="What shall the wildcard be? Enter takes it in hand."
        )
    return Result(_holding(c, card_piece(code)))


def _holding(c: BricksContext, piece: Piece) -> Ui:
    return replace(free(c.ui), held=piece.text, zone="tower", goal=target(c, piece))


def _pair_up(c: BricksContext, code: str) -> BricksResult:
    """Choose the first or the second card of a two-card wildcard; after the second it is declared."""
    if code == WILD:
        return Result(c.ui, say="The natural wildcard cannot be one of the two.", rule="B-3")
    pair = (*c.ui.pair, code)
    if len(pair) < 2:
        return Result(replace(c.ui, pair=pair, zone="cards"), say=sentence(f"{card_name(code)} and which other card?"))
    wildcard = wildcard_draft(pair, _colour(c), c.view.terms.readings)
    return Result(
        replace(c.ui, pair=pair, wildcard=wildcard, pairing=False), say="What shall the two cards be together?"
    )


def _colour(c: BricksContext) -> str:
    """The colour of the level under the cursor, or of the one below it."""
    tower, level = position.tower_of(c), c.ui.goal[0]
    row = tower[min(level, len(tower)) - 1] if tower and level else ()
    return row[0].colour if row else "red"


# --- controls with keys of their own ------------------------------------------------------------------------


def _blocked(spec: Spec, label: str, rule: str, why: str, place: str = "list") -> BricksControl:
    return Control(spec, label, "main" if place == "main" else "list", Refusal(rule, why))


def _deeds(c: BricksContext) -> list[BricksControl]:
    controls_now = [
        _take(c),
        _swap(c),
        _shift(c, RAISE),
        _shift(c, LOWER),
        _adjust(c, HEAVIER, 1),
        _adjust(c, LIGHTER, -1),
    ]
    controls_now += [_declare(c), Control(STACK, "Stack two cards as a wildcard", effect=lambda: _stack(c)), _ask(c)]
    hand_in = Control(SUBMIT, "Hand in", "bar" if c.ui.word is None else "list", effect=lambda: _submit(c))
    if not c.ui.busy:
        return [hand_in, *controls_now]
    leave: BricksControl = Control(LEAVE, "Back", "bar", effect=lambda: Result(back(c.ui)), keys_shown="Esc")
    return [leave, hand_in, *controls_now]


def _submit(c: BricksContext) -> BricksResult:
    """Hand in; where the game wants it the longest word is typed first."""
    if c.view.terms.typed:
        asked = replace(free(c.ui), word="")
        return Result(asked, say="Type the longest word of the tower's letters, then press Enter.")
    return submit(c, free(c.ui), model.Submit())


def _take(c: BricksContext) -> BricksControl:
    """Return the piece under the cursor to the cards; a letter typed last is deleted first."""
    ui, tower = c.ui, position.tower_of(c)
    if ui.word is not None:
        shorter = replace(ui, word=ui.word[:-1])
        return Control(TAKE, "Take a letter back", "bar" if ui.word else "list", effect=lambda: Result(shorter))
    if ui.lifted is not None:
        goal = ui.lifted
        return Control(TAKE, "Take it back to the cards", effect=lambda: submit(c, ui, model.Take(*goal)))
    if ui.busy:
        return Control(TAKE, "Leave it", effect=lambda: Result(free(ui)))
    if not tower:
        return _blocked(TAKE, "Take back", "B-22", "No piece is in the tower yet. Choose a card.")
    level, place = ui.goal
    if 1 <= level <= len(tower) and place == len(tower[level - 1]) + 1:
        place -= 1  # at the end of a level the last piece is meant
    piece = piece_at(tower, (level, place))
    if ui.zone != "tower" or piece is None:
        say = "Choose the piece that goes back."
        return Control(TAKE, "Choose a piece to take back", effect=lambda: Result(replace(ui, zone="tower"), say=say))
    there = replace(ui, goal=(level, place))
    return Control(TAKE, f"Take {piece_name(piece)} back", effect=lambda: submit(c, there, model.Take(level, place)))


def _swap(c: BricksContext) -> BricksControl:
    lifted, tower = c.ui.lifted, position.tower_of(c)
    if lifted is None:
        return _blocked(SWAP, "Swap", "B-22", "Pick up a piece of the tower first; then swap it with another.")
    level, place = c.ui.goal
    if level == lifted[0] and place >= lifted[1]:
        place += 1  # the piece in hand is not counted while it is in the air
    piece = piece_at(tower, (level, place))
    if piece is None:
        return _blocked(SWAP, "Swap", "B-22", "There is no piece here. Choose a piece to swap with.")
    step = model.Swap(*lifted, level, place)
    return Control(SWAP, f"Swap it with {piece_name(piece)}", "bar", effect=lambda: submit(c, c.ui, step))


def _shift(c: BricksContext, spec: Spec) -> BricksControl:
    level, tower, there = c.ui.goal[0], position.tower_of(c), replace(free(c.ui), zone="tower")
    if not tower and not c.ui.busy:
        return _blocked(spec, spec.title, "B-22", "No piece is in the tower yet. Choose a card.")
    if not 1 <= level <= len(tower):
        say = "Choose the level that moves."
        return Control(spec, "Choose a level", effect=lambda: Result(replace(c.ui, zone="tower"), say=say))
    up = spec is RAISE
    label = f"Level {level} {'up' if up else 'down'}"
    if level == (len(tower) if up else 1):
        return _blocked(spec, label, "B-22", f"Level {level} is the {'top' if up else 'bottom'}. Choose another level.")
    return Control(spec, label, effect=lambda: submit(c, there, model.Shift(level, up)))


def _adjust(c: BricksContext, spec: Spec, by: int) -> BricksControl:
    piece = piece_at(position.tower_of(c), c.ui.goal) if not c.ui.busy else None
    if piece is None or not piece.letter or piece.letter not in pieces.RARE:
        return _blocked(spec, spec.title, model.rule_id(8), "Only J, Q, X and Z change weight. Go to one in the tower.")
    now = piece.adjust + by
    if abs(now) > 1:
        return _blocked(
            spec,
            spec.title,
            model.rule_id(8),
            f"It already weighs 1 ton {'more' if by > 0 else 'less'}.",
        )
    label = f"{piece.letter} 1 ton {'heavier' if by > 0 else 'lighter'}"
    there = replace(c.ui, zone="tower")
    return Control(spec, label, effect=lambda: submit(c, there, model.Adjust(*c.ui.goal, now)))


def _declare(c: BricksContext) -> BricksControl:
    ui = c.ui
    piece = piece_at(position.tower_of(c), ui.goal) if not ui.busy and ui.zone == "tower" else None
    if piece is not None and piece.made_of:
        wildcard = wildcard_draft(piece.made_of, piece.colour, c.view.terms.readings, piece)
        there = replace(ui, wildcard=wildcard, declared=True)
        return Control(DECLARE, f"Declare {piece_name(piece)} again", effect=lambda: Result(there))
    if position.left(c)[WILD]:
        bare = replace(c, ui=ui if ui.aim else free(ui))
        return Control(DECLARE, "Declare the wildcard", effect=lambda: pick_up(bare, WILD))
    if piece is not None:
        text = sentence(f"{piece_name(piece)} is not a wildcard, so it cannot be declared")
        return _blocked(DECLARE, "Declare", "B-1", text)
    return _blocked(DECLARE, "Declare", "B-1", "No wildcard is here. Go to one in the tower.")


def _stack(c: BricksContext) -> BricksResult:
    chosen = ui_state.card_at_cursor(c)
    pairing = replace(free(c.ui), zone="cards", pairing=True, bar=-1)
    if chosen and chosen != WILD:
        return _pair_up(replace(c, ui=pairing), chosen)
    return Result(pairing, say="Which two cards become a wildcard? Choose the first.")


def _ask(c: BricksContext) -> BricksControl:
    if not c.view.terms.discovery:
        return _blocked(ASK, "Ask for a rule", "B-25", "All rules are open in this game.")
    hidden = [number for number in range(1, 37) if number not in position.known(c)]
    rule, empty = c.ui.rule, replace(free(c.ui), zone="ledger")
    if not hidden:
        return _blocked(ASK, "Ask for a rule", "B-25", "All rules are already open.")
    if c.ui.zone == "ledger" and rule in hidden:
        return Control(ASK, f"Open rule {rule} for 1 point", effect=lambda: submit(c, empty, model.Ask(rule)))
    there = replace(empty, rule=rule if rule in hidden else hidden[0])
    say = "Which rule? Enter opens it for 1 point."
    return Control(ASK, "Choose a rule to open", effect=lambda: Result(there, say=say))


# --- drafts -----------------------------------------------------------------------------------------


def _drafts(c: BricksContext) -> list[BricksControl]:
    """The controls of drafts; they leave the action bar while something is in hand."""
    names, active, empty = position.draft_names(c), position.active_name(c), free(c.ui)
    new = "" if len(names) >= model.MOST_DRAFTS else next(name for name in DRAFT_NAMES if name not in names)
    following = names[(names.index(active) + 1) % len(names)]
    others = [name for name in names if name != active]
    at = others.index(c.ui.compare) + 1 if c.ui.compare in others else 0
    compared = others[at] if at < len(others) else ""

    place: Literal["bar", "list"] = "list" if c.ui.busy else "bar"

    def does(spec: Spec, label: str, action: Action, why: str = "") -> BricksControl:
        if why:
            return _blocked(spec, spec.title, "B-22", why)
        return Control(spec, label, place, effect=lambda: submit(c, empty, action))

    nine = "" if new else "9 drafts is the limit. Delete one first."
    one = "" if others else "This is your only draft. "
    entries = [
        does(
            DRAFT,
            f"Draft {following}",
            model.UseDraft(following),
            one and f"{one}Copy it or start another.",
        ),
        does(COPY, "Copy draft", model.CopyDraft(new), nine),
        does(NEW, "New draft", model.UseDraft(new), nine),
        does(DROP, "Drop draft", model.DropDraft(active), one and f"{one}Clear it instead."),
        does(CLEAR, "Clear the draft", model.Clear(), "" if position.tower_of(c) else "There is nothing to clear."),
    ]
    if one:
        return [*entries, _blocked(COMPARE, "Compare", "B-22", f"{one}Copy it or start another to compare.")]
    label = f"Compare with {compared}" if compared else "Stop comparing"
    beside: BricksControl = Control(COMPARE, label, place, effect=lambda: Result(replace(c.ui, compare=compared)))
    return [entries[0], beside, *entries[1:]]


def confirmation(c: BricksContext, action: Action) -> Confirmation | None:
    """Ask before handing in, with the result as far as the builder may know it."""
    if not isinstance(action, model.Submit):
        return None
    tower = position.tower_of(c)
    if not tower:
        fact = "An empty tower scores nothing."
    elif not position.open_ledger(c):
        fact = "The score is shown when all towers are handed in."
    else:
        seen = position.seen(c, tower, action.word)
        fact = sentence(standing(seen) + ("" if seen.legal else ", so it would score nothing"))
    return Confirmation(fact, "hand it in")
