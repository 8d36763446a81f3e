"""The judge, one function a rule in the order in which they are asked, and what a legal move does.

Each rule takes a position and an action of any type and answers with a refusal or None. A later rule may rely on
what the earlier ones made sure of.
"""

# ruff: noqa: ARG001 - every rule has the same signature

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from towergames.core.contract import Event, Over, Refusal, Score, Seat, Step, Verdict
from towergames.core.text import count
from towergames.games.takethat.model import (
    BUILDS_A_TURN,
    DRAWN_A_TURN,
    FIRST_HAND,
    FLOORS,
    HAND_LIMIT,
    Action,
    Build,
    Claim,
    Deal,
    EndTurn,
    ScoreNext,
    State,
    Storey,
    Tower,
    View,
    full_deck,
    in_order,
)
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.scoring import FloorResult, floor_event, resolve_tower, score_lines, sum_points

Position = State | View
"""What is on the table: moves of the seat that sees its own hand can be judged by its view alone."""
Rule = Callable[[Position, Any], Refusal | None]


def is_due(tower: Tower, height: int) -> bool:
    """R-14: whether the tower is scored at the end of this turn: full height, or a SPIRE on top."""
    return len(tower.storeys) >= height or any(storey.floor == "SPIRE" for storey in tower.storeys)


def due_slots(state: Position) -> tuple[int, ...]:
    """The slots of the towers to be scored now, the oldest tower first (T-1)."""
    due = [
        (tower.serial, slot) for slot, tower in enumerate(state.slots) if tower and is_due(tower, state.terms.height)
    ]
    return tuple(slot for _, slot in sorted(due))


def rule_a_game_is_on(state: Position, action: Any) -> Refusal | None:
    """R-2, R-18: moves are made after the deal and before the end."""
    if state.phase == "deal":
        return Refusal("R-2", "The cards have not been dealt yet.")
    if state.phase == "over":
        return Refusal("R-18", "The game is over.")
    return None


def rule_a_move_of_this_game(state: Position, action: Any) -> Refusal | None:
    """R-5: there are four kinds of move, made of floors, towers and storeys."""
    match action:
        case EndTurn():
            return None
        case Build(floor, slot):
            sound = type(floor) is str and floor in FLOORS and _is_index(slot)
        case Claim(slot, storey, card):
            sound = type(card) is str and card in FLOORS and _is_index(slot) and _is_index(storey)
        case ScoreNext(slot):
            sound = _is_index(slot)
        case _:
            return Refusal("R-5", "That is no move of this game: a turn builds, claims and ends.")
    return None if sound else Refusal("R-5", "That move names no floor or place that this game has.")


def _is_index(value: object) -> bool:
    return type(value) is int and 0 <= value < 100


def rule_exactly_two_floors(state: Position, action: Any) -> Refusal | None:
    """R-6: a turn builds two floors, no more, no fewer."""
    if state.phase == "claim" and isinstance(action, Build):
        return Refusal("R-6", "You have built your two floors; claim floors now or end your turn.", "end")
    if state.phase == "build" and isinstance(action, EndTurn):
        missing = "two floors" if not state.built else "one more floor"
        return Refusal("R-6", f"You must build {missing} before you can end your turn.", "end")
    return None


def rule_steps_in_order(state: Position, action: Any) -> Refusal | None:
    """R-5: build, then claim, then draw and score."""
    if state.phase == "build" and isinstance(action, Claim):
        return Refusal(
            "R-5", "Floors are claimed after both floors have been built.", storey_key(action.slot, action.storey)
        )
    return None


def rule_choose_order_when_asked(state: Position, action: Any) -> Refusal | None:
    """T-1: the order of scoring is chosen exactly when two towers are due and the option says so."""
    if state.phase == "order" and not isinstance(action, ScoreNext):
        return Refusal("T-1", "Choose first which of the finished towers is scored next.")
    if state.phase != "order" and isinstance(action, ScoreNext):
        return Refusal("T-1", "There is no order of scoring to choose now.", slot_key(action.slot))
    return None


def rule_score_only_finished_towers(state: Position, action: Any) -> Refusal | None:
    """R-14: only a tower of full height or with a SPIRE is scored."""
    if isinstance(action, ScoreNext) and action.slot not in due_slots(state):
        return Refusal("R-14", f"Tower {letter_of(action.slot % 26)} is not to be scored now.", slot_key(action.slot))
    return None


def rule_card_from_hand(state: Position, action: Any) -> Refusal | None:
    """R-8: floors and tucked cards come from your own hand."""
    card = action.floor if isinstance(action, Build) else action.card if isinstance(action, Claim) else None
    if card is not None and card not in (state.hands[state.active] or ()):
        return Refusal("R-8", f"You hold no {card}.", f"hand:{card}")
    return None


def rule_tower_limit(state: Position, action: Any) -> Refusal | None:
    """R-9: no more towers at once than the limit; towers to be scored this turn still count (T-7)."""
    if isinstance(action, Build) and action.slot >= state.terms.tower_limit:
        text = f"Only {state.terms.tower_limit} towers may stand at once."
        return Refusal("R-9", text, slot_key(action.slot))
    return None


def rule_two_different_towers(state: Position, action: Any) -> Refusal | None:
    """R-7: the two floors of a turn go to two different towers."""
    if isinstance(action, Build) and action.slot in state.built:
        text = f"You already built on tower {letter_of(action.slot)} this turn; the second floor goes elsewhere."
        return Refusal("R-7", text, slot_key(action.slot))
    return None


def rule_claim_a_floor_that_stands(state: Position, action: Any) -> Refusal | None:
    """R-10: a card is tucked under a floor of a tower on the table."""
    if not isinstance(action, Claim):
        return None
    tower = state.slots[action.slot] if action.slot < len(state.slots) else None
    if tower is None:
        return Refusal("R-10", "There is no tower in that place.", slot_key(action.slot))
    if action.storey >= len(tower.storeys):
        high = len(tower.storeys)
        text = f"Tower {letter_of(action.slot)} has only {high} floor{'s' if high > 1 else ''}."
        return Refusal("R-10", text, slot_key(action.slot))
    return None


def rule_one_card_a_floor(state: Position, action: Any) -> Refusal | None:
    """R-11: only a vacant floor can be claimed."""
    if not isinstance(action, Claim):
        return None
    tower = state.slots[action.slot]
    if tower is not None and tower.storeys[action.storey].owner is not None:
        return Refusal("R-11", "That floor already has a tucked card.", storey_key(action.slot, action.storey))
    return None


RULES: tuple[Rule, ...] = (
    rule_a_game_is_on,
    rule_a_move_of_this_game,
    rule_choose_order_when_asked,
    rule_score_only_finished_towers,
    rule_exactly_two_floors,
    rule_steps_in_order,
    rule_card_from_hand,
    rule_tower_limit,
    rule_two_different_towers,
    rule_claim_a_floor_that_stands,
    rule_one_card_a_floor,
)
"""Every rule of the judge in the order in which they are asked; the first refusal stands."""


def first_refusal(state: Position, action: Any) -> Refusal | None:
    """The first rule that refuses the action, or None when it is legal. Never raises."""
    for rule in RULES:
        refusal = rule(state, action)
        if refusal is not None:
            return refusal
    return None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal action: floors in the order of the hand, slots from the left, storeys from the ground."""
    if state.phase == "order":
        return tuple(ScoreNext(slot) for slot in sorted(due_slots(state)))
    if state.phase not in ("build", "claim"):
        return ()
    cards = tuple(dict.fromkeys(state.hands[state.active]))
    if state.phase == "build":
        free = [slot for slot in range(len(state.slots)) if slot not in state.built]
        return tuple(Build(card, slot) for card in cards for slot in free)
    claims = [
        Claim(slot, at, card)
        for slot, tower in enumerate(state.slots)
        if tower
        for at, storey in enumerate(tower.storeys)
        if storey.owner is None
        for card in cards
    ]
    return (*claims, EndTurn())


def slot_key(slot: int) -> str:
    """The spot key of a slot: ``slot:A``."""
    return f"slot:{letter_of(slot)}" if slot < 26 else ""


def storey_key(slot: int, storey: int) -> str:
    """The spot key of a storey: ``storey:A3`` is the third floor from the ground."""
    return f"storey:{letter_of(slot)}{storey + 1}" if slot < 26 else ""


# --- what a move does -------------------------------------------------------------------------------

SHORT_HAND = 3
"""A player with fewer cards than this at the end of a turn, deck empty, brings on the last round (T-2)."""


def perform(state: State, action: Action) -> Step[State]:
    """The move done; it must be legal."""
    match action:
        case Build():
            return _build(state, action)
        case Claim():
            return _claim(state, action)
        case EndTurn():
            return _end_turn(state)
        case ScoreNext(slot):
            return _Ending(state).go_on(slot)
        case _:
            assert_never(action)


def deal(state: State, outcome: Deal) -> Step[State]:
    """Shuffle and deal as recorded (R-2, T-12). Raises ValueError when the outcome cannot follow from the state."""
    if not isinstance(outcome, Deal) or state.phase != "deal":
        raise ValueError("a deal comes once, before the first turn")
    if not 0 <= outcome.first < state.seats or state.terms.first not in (0, outcome.first + 1):
        raise ValueError(f"seat {outcome.first} cannot be the first player of this game")
    if sorted(outcome.deck) != sorted(full_deck(state.terms)):
        raise ValueError("the deck of the deal is not the deck of this game")
    deck = outcome.deck
    starts = range(0, state.seats * FIRST_HAND, FIRST_HAND)
    hands = [in_order(list(deck[start : start + FIRST_HAND])) for start in starts]
    # The first player is dealt first, so that a hand depends on the place in turn order.
    by_seat = tuple(hands[(seat - outcome.first) % state.seats] for seat in range(state.seats))
    events = [
        Event(
            "deal",
            f"Everybody is dealt {FIRST_HAND} cards; {{{outcome.first}}} takes the first turn",
            seat=outcome.first,
            data={"first": outcome.first, "cards": FIRST_HAND},
        )
    ]
    events += [_faces(state, seat, hand, "is dealt") for seat, hand in enumerate(by_seat)]
    dealt = replace(
        state,
        phase="build",
        first=outcome.first,
        active=outcome.first,
        deck=tuple(deck[state.seats * FIRST_HAND :]),
        hands=by_seat,
    )
    return Step(dealt, tuple(events), reveals=True)


def _build(state: State, action: Build) -> Step[State]:
    slot, seat = action.slot, state.active
    tower, serial = state.slots[slot], state.serial
    if tower is None:
        tower, serial = Tower(serial, ()), serial + 1
    grown = Tower(tower.serial, (*tower.storeys, Storey(action.floor, None, None, seat)))
    built = (*state.built, slot)
    letter = letter_of(slot)
    text = (
        f"{{{seat}}} builds {action.floor} on tower {letter}"
        if tower.storeys
        else (f"{{{seat}}} begins tower {letter} with {action.floor}")
    )
    data = {"slot": slot, "storey": len(tower.storeys), "floor": action.floor}
    after = replace(
        state,
        phase="claim" if len(built) == BUILDS_A_TURN else "build",
        hands=_without(state.hands, seat, action.floor),
        slots=_with_tower(state.slots, slot, grown),
        built=built,
        serial=serial,
    )
    return Step(after, (Event("build", text, seat=seat, data=data),))


def _claim(state: State, action: Claim) -> Step[State]:
    slot, at, seat = action.slot, action.storey, state.active
    tower = state.slots[slot]
    assert tower is not None
    old = tower.storeys[at]
    mine = Storey(old.floor, seat, action.card, old.builder)
    grown = Tower(tower.serial, (*tower.storeys[:at], mine, *tower.storeys[at + 1 :]))
    where = f"{letter_of(slot)}{at + 1} {old.floor}"
    after = replace(state, hands=_without(state.hands, seat, action.card), slots=_with_tower(state.slots, slot, grown))
    public = Event(
        "claim", f"{{{seat}}} claims {where}", seat=seat, data={"slot": slot, "storey": at, "floor": old.floor}
    )
    private = Event(
        "claim.face",
        f"{{{seat}}} tucks {action.card} under {where}",
        seat=seat,
        data={"slot": slot, "storey": at, "card": action.card},
        seen_by=_may_see(state, seat),
    )
    return Step(after, (public, private))


def _end_turn(state: State) -> Step[State]:
    ending = _Ending(state)
    ending.draw(state.active, DRAWN_A_TURN)
    return ending.go_on()


class _Ending:
    """The end of a turn step by step: cards drawn, towers scored, and their events (R-12 to R-20)."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.scores: list[Score] = []
        self.reveals = False

    def go_on(self, chosen: int | None = None) -> Step[State]:
        """Score what is due, the chosen tower first; stop where the player must choose (T-1)."""
        if chosen is not None:
            self.score(chosen)
        due = due_slots(self.state)
        if len(due) > 1 and self.state.terms.due_order == "chosen":
            self.state = replace(self.state, phase="order")
        else:
            for slot in due:
                self.score(slot)
            self.next_turn()
        return Step(self.state, tuple(self.events), tuple(self.scores), self.reveals)

    def draw(self, seat: Seat, wanted: int) -> None:
        """R-12, R-13: draw so many cards, as far as hand limit and deck allow."""
        state = self.state
        number = max(0, min(wanted, HAND_LIMIT - len(state.hands[seat]), len(state.deck)))
        text = f"{{{seat}}} draws {count(number, 'card')}" if number else f"{{{seat}}} draws nothing"
        self.events.append(Event("draw", text, seat=seat, data={"count": number, "deck": len(state.deck) - number}))
        if not number:
            return
        drawn, rest = state.deck[:number], state.deck[number:]
        hands = tuple(in_order([*hand, *drawn]) if owner == seat else hand for owner, hand in enumerate(state.hands))
        self.events.append(_faces(state, seat, in_order(list(drawn)), "draws"))
        self.state = replace(state, deck=rest, hands=hands)
        self.reveals = True

    def score(self, slot: int) -> None:
        """R-15, R-17: score the tower from the top to the ground and discard its cards."""
        state, letter = self.state, letter_of(slot)
        tower = state.slots[slot]
        assert tower is not None
        hand_sizes = [len(hand) for hand in state.hands]
        results = resolve_tower(tower.storeys, state.seats, state.terms.texts, hand_sizes, len(state.deck))
        height = len(tower.storeys)
        start = {"slot": slot, "height": height, "serial": tower.serial}
        self.events.append(Event("score.start", f"Tower {letter} is scored from the top", data=start))
        for result in results:
            self.events.append(floor_event(result, slot, letter))
            for seat, wanted in result.draws:
                if wanted:
                    self.draw(seat, wanted)
        self.scores += score_lines(results, letter)
        gained = sum_points(results, state.seats)
        gains = ", ".join(f"{{{seat}}} +{points}" for seat, points in enumerate(gained) if points)
        data = {"slot": slot, "points": {str(seat): points for seat, points in enumerate(gained) if points}}
        self.events.append(Event("score.end", f"Tower {letter} scored: {gains or 'no points'}", data=data))
        self._discard(slot, tower, gained)

    def _discard(self, slot: int, tower: Tower, gained: tuple[int, ...]) -> None:
        state = self.state
        tucks = [storey.tuck for storey in tower.storeys if storey.tuck is not None]
        if tucks:
            # The pile is open (T-11), so faces that were hidden become known here.
            text = f"Tower {letter_of(slot)} is discarded; tucked: {', '.join(in_order(tucks))}"
            self.events.append(Event("discard", text, data={"slot": slot, "tucks": list(in_order(tucks))}))
            self.reveals = True
        cards = [*state.discard, *(storey.floor for storey in tower.storeys), *tucks]
        self.state = replace(
            state,
            slots=_with_tower(state.slots, slot, None),
            discard=in_order(cards),
            points=tuple(old + new for old, new in zip(state.points, gained, strict=True)),
        )

    def next_turn(self) -> None:
        """R-18, T-2: begin the last round or end the game where that is due; else it is the next player's turn."""
        state = self.state
        turns = state.turns + 1
        last = state.last_round or _triggers_end(state)
        if last and not state.last_round:
            self.events.append(
                Event("last-round", "The last round: everybody gets the same number of turns", seat=state.active)
            )
        state = replace(state, turns=turns, last_round=last, built=())
        if last and turns % state.seats == 0:
            self.state = replace(state, phase="final")
            self._finish()
            return
        self.state = replace(state, phase="build", active=(state.active + 1) % state.seats)

    def _finish(self) -> None:
        """R-19, T-9: the remaining towers are scored as they stand, the oldest first."""
        standing = [(tower.serial, slot) for slot, tower in enumerate(self.state.slots) if tower]
        if standing:
            self.events.append(Event("final", "The towers left are scored as they stand"))
        for _, slot in sorted(standing):
            self.score(slot)
        self.state = replace(self.state, phase="over")
        over = ranking(self.state)
        winner = over.ranking[0][0]
        self.events.append(Event("over", f"{{{winner}}} wins: {over.reason}", seat=winner))


def _triggers_end(state: State) -> bool:
    """T-2: deck empty and, with the trigger "short-hand", fewer than 3 cards in the hand of the player on turn."""
    if state.deck:
        return False
    return state.terms.end == "empty-deck" or len(state.hands[state.active]) < SHORT_HAND


def ranking(state: State) -> Over:
    """R-20, T-10: most points first; of tied players the one earlier in turn order stands before the other."""
    order = sorted(range(state.seats), key=lambda seat: (-state.points[seat], (seat - state.first) % state.seats))
    best = state.points[order[0]]
    tied = state.points.count(best)
    if tied > 1:
        reason = f"{tied} players have {best} points, and the one earliest in turn order wins (T-10)"
    else:
        reason = f"most points, {best}"
    return Over(tuple((seat,) for seat in order), reason)


def _faces(state: State, seat: Seat, cards: tuple[str, ...], verb: str) -> Event:
    """The private event that names drawn cards."""
    return Event(
        "draw.faces",
        f"{{{seat}}} {verb} {', '.join(cards)}",
        seat=seat,
        data={"cards": list(cards)},
        seen_by=_may_see(state, seat),
    )


def _may_see(state: State, seat: Seat) -> frozenset[Seat] | None:
    return None if state.terms.open_hands else frozenset({seat})


def _without(hands: tuple[tuple[str, ...], ...], seat: Seat, card: str) -> tuple[tuple[str, ...], ...]:
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], (*hand[:at], *hand[at + 1 :]), *hands[seat + 1 :])


def _with_tower(slots: tuple[Tower | None, ...], slot: int, tower: Tower | None) -> tuple[Tower | None, ...]:
    return (*slots[:slot], tower, *slots[slot + 1 :])


# --- what a move would bring ----------------------------------------------------------------------


def foresee(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: score lines of towers that are due, and a note in a few words.

    Only public facts are used: floors, owners, sizes of hands and deck.
    """
    match action:
        case Build(_, slot) | Claim(slot, _, _):
            after = perform(state, action).state
            tower = after.slots[slot]
            assert tower is not None
            return _one_tower(after, slot, tower)
        case EndTurn():
            return _due_towers(state, due_slots(state))
        case _:
            return _due_towers(state, (action.slot,))


def _one_tower(state: State, slot: int, tower: Tower) -> Verdict:
    results = _results(state, tower)
    letter = letter_of(slot)
    gains = _gains(state, results)
    if is_due(tower, state.terms.height):
        return Verdict(preview=score_lines(results, letter), note=f"completes tower {letter}: {gains}")
    return Verdict(note=f"tower {letter} would score {gains} as it stands")


def _due_towers(state: State, slots: tuple[int, ...]) -> Verdict:
    lines: list[Score] = []
    notes: list[str] = []
    for slot in slots:
        tower = state.slots[slot]
        assert tower is not None
        results = _results(state, tower)
        lines += score_lines(results, letter_of(slot))
        notes.append(f"scores tower {letter_of(slot)}: {_gains(state, results)}")
    return Verdict(preview=tuple(lines), note="; ".join(notes))


def _results(state: State, tower: Tower) -> tuple[FloorResult, ...]:
    """The tower's floors as they would be resolved after the drawing of this turn."""
    sizes = [len(hand) for hand in state.hands]
    deck = len(state.deck)
    if state.phase != "order":
        drawn = max(0, min(DRAWN_A_TURN, HAND_LIMIT - sizes[state.active], deck))
        sizes[state.active] += drawn
        deck -= drawn
    return resolve_tower(tower.storeys, state.seats, state.terms.texts, sizes, deck)


def _gains(state: State, results: tuple[FloorResult, ...]) -> str:
    """``P1 +5, P2 +4, P2 draws 2`` or ``nothing``."""
    parts = [f"P{seat + 1} +{points}" for seat, points in enumerate(sum_points(results, state.seats)) if points]
    parts += [f"P{seat + 1} draws {count}" for result in results for seat, count in result.draws if count]
    return ", ".join(parts) or "nothing"
