"""The judge, and what a legal move does and would bring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from towergames.core.contract import Event, Over, Refusal, Score, Seat, Step, Verdict
from towergames.games.takethat import model, text
from towergames.games.takethat.model import Action, Build, Claim, Deal, EndTurn, ScoreNext, State, Storey, Tower, View
from towergames.games.takethat.notation import letter_of
from towergames.games.takethat.scoring import floor_event, resolve_tower, score_lines, sum_points

StateOrView = State | View
"""A full state, or the view of the active seat, which is enough to judge that seat's moves."""


def is_due(tower: Tower, height: int) -> bool:
    """R-14: whether the tower is scored at the end of this turn: full height, or a SPIRE on top."""
    return len(tower.storeys) >= height or any(storey.floor == "SPIRE" for storey in tower.storeys)


def due_slots(state: StateOrView) -> tuple[int, ...]:
    """The slots of the towers to be scored now, the oldest tower first (T-1)."""
    height = state.terms.height
    due = sorted((tower.serial, slot) for slot, tower in enumerate(state.slots) if tower and is_due(tower, height))
    return tuple(slot for _, slot in due)


def judge(state: State, action: Any) -> Verdict:
    """The first rule that refuses, or what the action would bring."""
    refusal = first_refusal(state, action)
    return Verdict((refusal,)) if refusal else verdict_of(state, action)


def first_refusal(state: StateOrView, action: Any) -> Refusal | None:
    """The first rule that refuses the action, or None when it is legal. Never raises.

    First comes whether a game is on, whether this is a move of the game, and whether it is the time for its kind.
    """
    if state.phase == "deal":
        return Refusal("R-2", text.NOT_DEALT)
    if state.phase == "over":
        return Refusal("R-18", text.OVER)
    if not isinstance(action, Action):
        return Refusal("R-5", text.NO_MOVE)
    if not _is_sound(action):
        return Refusal("R-5", text.NO_PLACE)
    if state.phase == "order" and not isinstance(action, ScoreNext):
        return Refusal("T-1", text.order_first(len(due_slots(state))))
    match action:
        case Build():
            return _refuse_build(state, action)
        case Claim():
            return _refuse_claim(state, action)
        case ScoreNext(slot) if state.phase != "order":
            return Refusal("T-1", text.NO_ORDER, slot_key(slot))
        case ScoreNext(slot) if slot not in due_slots(state):
            return Refusal("R-14", text.not_finished(slot, sorted(due_slots(state))), slot_key(slot))
        case EndTurn() if state.phase == "build":
            return Refusal("R-6", text.build_first(model.BUILDS_A_TURN - len(state.built)), "end")
    return None


def _is_sound(action: Action) -> bool:
    """Whether the action is made of floors, letters and storeys (R-5)."""
    match action:
        case Build(floor, slot):
            return _is_floor(floor) and _is_below(26, slot)
        case Claim(slot, storey, card):
            return _is_floor(card) and _is_below(26, slot) and _is_below(100, storey)
        case ScoreNext(slot):
            return _is_below(26, slot)
    return True


def _is_floor(value: object) -> bool:
    return type(value) is str and value in model.FLOORS


def _is_below(end: int, value: object) -> bool:
    return type(value) is int and 0 <= value < end


def _refuse_build(state: StateOrView, action: Build) -> Refusal | None:
    slot, limit, spot = action.slot, state.terms.tower_limit, slot_key(action.slot)
    if state.phase == "claim":
        return Refusal("R-6", text.BUILT, "end")
    if action.floor not in (state.hands[state.active] or ()):
        return Refusal("R-8", text.not_held(action.floor), f"hand:{action.floor}")
    if slot >= limit:  # towers that are scored this turn still count (T-7)
        return Refusal("R-9", text.too_many_towers(limit), spot)
    if slot in state.built:
        others = [place for place in range(limit) if place not in state.built]
        return Refusal("R-7", text.same_tower(slot, others), spot)
    return None


def _refuse_claim(state: StateOrView, action: Claim) -> Refusal | None:
    slot, storey, spot = action.slot, action.storey, storey_key(action.slot, action.storey)
    if state.phase == "build":
        return Refusal("R-5", text.CLAIM_LATER, spot)
    if action.card not in (state.hands[state.active] or ()):
        return Refusal("R-8", text.not_held(action.card), f"hand:{action.card}")
    storeys = model.storeys_at(state, slot) if slot < len(state.slots) else ()
    if not storeys:
        standing = [place for place, tower in enumerate(state.slots) if tower]
        return Refusal("R-10", text.no_tower(standing), slot_key(slot))
    if storey >= len(storeys):
        return Refusal("R-10", text.too_high(slot, len(storeys)), slot_key(slot))
    if storeys[storey].owner is not None:
        return Refusal("R-11", text.owned(slot, storey), spot)
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
        for slot in range(len(state.slots))
        for at, storey in enumerate(model.storeys_at(state, slot))
        if storey.owner is None
        for card in cards
    ]
    return (*claims, EndTurn())


def slot_key(slot: int) -> str:
    """The spot key of a slot: ``slot:A``."""
    return f"slot:{letter_of(slot)}"


def storey_key(slot: int, storey: int) -> str:
    """The spot key of a storey: ``storey:A3`` is the third floor from the ground."""
    return f"storey:{letter_of(slot)}{storey + 1}"


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
    ending = _Ending(state)
    if isinstance(action, ScoreNext):
        ending.score(action.slot)
    else:
        ending.draw(state.active, model.DRAWN_A_TURN)
    return ending.go_on()


def deal(state: State, outcome: Deal) -> Step[State]:
    """Shuffle and deal as recorded (R-2, T-12). Raises ValueError when the outcome cannot follow from the state."""
    if not isinstance(outcome, Deal) or state.phase != "deal":
        raise ValueError("a deal comes once, before the first turn")
    if not 0 <= outcome.first < state.seats or state.terms.first not in (0, outcome.first + 1):
        raise ValueError(f"seat {outcome.first} cannot be the first player of this game")
    if sorted(outcome.deck) != sorted(model.full_deck(state.terms)):
        raise ValueError("the deck of the deal is not the deck of this game")
    deck = outcome.deck
    starts = range(0, state.seats * model.FIRST_HAND, model.FIRST_HAND)
    hands = [model.in_order(deck[start : start + model.FIRST_HAND]) for start in starts]
    # The first player is dealt first, so that a hand depends on the place in turn order.
    by_seat = tuple(hands[(seat - outcome.first) % state.seats] for seat in range(state.seats))
    told = text.dealt(outcome.first, model.FIRST_HAND)
    events = [Event("deal", told, outcome.first, {"first": outcome.first, "cards": model.FIRST_HAND})]
    events += [_faces(state, seat, hand) for seat, hand in enumerate(by_seat)]
    dealt = replace(
        state,
        phase="build",
        first=outcome.first,
        active=outcome.first,
        deck=tuple(deck[state.seats * model.FIRST_HAND :]),
        hands=by_seat,
    )
    return Step(dealt, tuple(events), reveals=True)


def _build(state: State, action: Build) -> Step[State]:
    slot, floor, seat = action.slot, action.floor, state.active
    tower = state.slots[slot]
    old = tower or Tower(state.serial, ())
    built = (*state.built, slot)
    after = replace(
        state,
        phase="claim" if len(built) == model.BUILDS_A_TURN else "build",
        hands=_without(state.hands, seat, floor),
        slots=_with_tower(state.slots, slot, Tower(old.serial, storeys_after(state, action))),
        built=built,
        serial=state.serial + (tower is None),
    )
    data = {"slot": slot, "storey": len(old.storeys), "floor": floor}
    return Step(after, (Event("build", text.built(seat, floor, slot, new=tower is None), seat=seat, data=data),))


def _claim(state: State, action: Claim) -> Step[State]:
    slot, at, card, seat = action.slot, action.storey, action.card, state.active
    tower = state.slots[slot]
    assert tower is not None
    floor, mine = tower.storeys[at].floor, Tower(tower.serial, storeys_after(state, action))
    after = replace(state, hands=_without(state.hands, seat, card), slots=_with_tower(state.slots, slot, mine))
    place = {"slot": slot, "storey": at}
    public = Event("claim", text.claimed(seat, slot, at, floor), seat, {**place, "floor": floor})
    told = text.tucked(seat, card, slot, at)
    return Step(after, (public, Event("claim.face", told, seat, {**place, "card": card}, _may_see(state, seat))))


def storeys_after(table: StateOrView, action: Build | Claim) -> tuple[Storey, ...]:
    """The storeys of the action's tower once the active seat has done it, ground first."""
    storeys = model.storeys_at(table, action.slot)
    if isinstance(action, Build):
        return (*storeys, Storey(action.floor, None, None, table.active))
    old, at = storeys[action.storey], action.storey
    return (*storeys[:at], Storey(old.floor, table.active, action.card, old.builder), *storeys[at + 1 :])


class _Ending:
    """The end of a turn step by step: cards drawn, towers scored, and their events (R-12 to R-20)."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.scores: list[Score] = []
        self.reveals = False

    def go_on(self) -> Step[State]:
        """Score what is due; stop where the player must choose (T-1)."""
        due = due_slots(self.state)
        if len(due) > 1 and self.state.terms.due_order == "chosen":
            self.state = replace(self.state, phase="order")
        else:
            for slot in due:
                self.score(slot)
            self._next_turn()
        return Step(self.state, tuple(self.events), tuple(self.scores), self.reveals)

    def draw(self, seat: Seat, wanted: int) -> None:
        """R-12, R-13: draw ``wanted`` cards, as far as hand limit and deck allow."""
        state = self.state
        number = model.may_draw(wanted, len(state.hands[seat]), len(state.deck))
        data = {"count": number, "deck": len(state.deck) - number}
        self.events.append(Event("draw", text.drawn(seat, number), seat=seat, data=data))
        if not number:
            return
        drawn, rest = state.deck[:number], state.deck[number:]
        hands = tuple(
            model.in_order([*hand, *drawn]) if owner == seat else hand for owner, hand in enumerate(state.hands)
        )
        self.events.append(_faces(state, seat, model.in_order(drawn)))
        self.state = replace(state, deck=rest, hands=hands)
        self.reveals = True

    def score(self, slot: int) -> None:
        """R-15, R-17: score the tower from the top to the ground and discard its cards."""
        state = self.state
        tower = state.slots[slot]
        assert tower is not None
        sizes = [len(hand) for hand in state.hands]
        results = resolve_tower(tower.storeys, state.seats, state.terms.texts, sizes, len(state.deck))
        start = {"slot": slot, "height": len(tower.storeys), "serial": tower.serial}
        self.events.append(Event("score.start", text.scoring(slot), data=start))
        for result in results:
            self.events.append(floor_event(result, slot))
            for seat, wanted in result.draws:
                if wanted:
                    self.draw(seat, wanted)
        self.scores += score_lines(results, slot)
        points = sum_points(results, state.seats)
        gained = {seat: more for seat, more in enumerate(points) if more}
        data = {"slot": slot, "points": {str(seat): more for seat, more in gained.items()}}
        self.events.append(Event("score.end", text.scored(slot, gained.items()), data=data))
        tucks = model.in_order(storey.tuck for storey in tower.storeys if storey.tuck is not None)
        if tucks:
            # The pile is open (T-11), so faces that were hidden become known here.
            self.events.append(Event("discard", text.discarded(slot, tucks), data={"slot": slot, "tucks": list(tucks)}))
            self.reveals = True
        self.state = replace(
            self.state,
            slots=_with_tower(state.slots, slot, None),
            discard=model.in_order([*state.discard, *(storey.floor for storey in tower.storeys), *tucks]),
            points=tuple(old + new for old, new in zip(state.points, points, strict=True)),
        )

    def _next_turn(self) -> None:
        """R-18, T-2: begin the last round or end the game where that is due; else it is the next player's turn."""
        state = self.state
        turns = state.turns + 1
        short = state.terms.end == "empty-deck" or len(state.hands[state.active]) < SHORT_HAND
        last = state.last_round or (short and not state.deck)
        if last and not state.last_round:
            self.events.append(Event("last-round", text.LAST_ROUND, seat=state.active))
        self.state = replace(state, turns=turns, last_round=last, built=())
        if last and turns % state.seats == 0:
            self._finish()
        else:
            self.state = replace(self.state, phase="build", active=(state.active + 1) % state.seats)

    def _finish(self) -> None:
        """R-19, T-9: the remaining towers are scored as they stand, the oldest first."""
        standing = sorted((tower.serial, slot) for slot, tower in enumerate(self.state.slots) if tower)
        if standing:
            self.events.append(Event("final", text.LEFT_STANDING))
        for _, slot in standing:
            self.score(slot)
        self.state = replace(self.state, phase="over")
        over = ranking(self.state)
        winner, best = over.ranking[0][0], max(self.state.points)
        told = text.won(winner, best, self.state.points.count(best) > 1)
        self.events.append(Event("over", told, seat=winner))


def ranking(state: State) -> Over:
    """R-20, T-10: most points first; of tied players the one earlier in turn order stands before the other."""
    order = sorted(range(state.seats), key=lambda seat: (-state.points[seat], (seat - state.first) % state.seats))
    best = state.points[order[0]]
    return Over(tuple((seat,) for seat in order), text.reason(best, state.points.count(best)))


def _faces(state: State, seat: Seat, cards: tuple[str, ...]) -> Event:
    """The private event that names drawn cards."""
    return Event("draw.faces", text.faces(seat, cards), seat, {"cards": list(cards)}, _may_see(state, seat))


def _may_see(state: State, seat: Seat) -> frozenset[Seat] | None:
    return None if state.terms.open_hands else frozenset({seat})


def _without(hands: tuple[tuple[str, ...], ...], seat: Seat, card: str) -> tuple[tuple[str, ...], ...]:
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], (*hand[:at], *hand[at + 1 :]), *hands[seat + 1 :])


def _with_tower(slots: tuple[Tower | None, ...], slot: int, tower: Tower | None) -> tuple[Tower | None, ...]:
    return (*slots[:slot], tower, *slots[slot + 1 :])


# --- what a move would bring ----------------------------------------------------------------------


def verdict_of(state: State, action: Action) -> Verdict:
    """The verdict on a legal action: score lines of towers that are due, and a note in a few words.

    Only public facts are used: floors, owners, sizes of hands and deck.
    """
    if isinstance(action, Build | Claim):
        state = perform(state, action).state
        lines, gains = _forecast(state, action.slot)
        tower = state.slots[action.slot]
        if tower and is_due(tower, state.terms.height):
            return Verdict(preview=lines, note=text.will_score(action.slot, gains))
        return Verdict(note=text.as_it_stands(action.slot, gains))
    slots = (action.slot,) if isinstance(action, ScoreNext) else due_slots(state)
    found = [(slot, *_forecast(state, slot)) for slot in slots]
    notes = [text.will_score(slot, gains) for slot, _, gains in found]
    return Verdict(preview=tuple(line for _, lines, _ in found for line in lines), note="; ".join(notes))


def _forecast(state: State, slot: int) -> tuple[tuple[Score, ...], str]:
    """Score a tower as it will stand after this turn's draw: its score lines, and ``P1 +5; P2 draws 2 cards``."""
    sizes, deck = [len(hand) for hand in state.hands], len(state.deck)
    if state.phase != "order":
        drawn = model.may_draw(model.DRAWN_A_TURN, sizes[state.active], deck)
        sizes[state.active] += drawn
        deck -= drawn
    results = resolve_tower(model.storeys_at(state, slot), state.seats, state.terms.texts, sizes, deck)
    gains = [f"P{seat + 1} +{points}" for seat, points in enumerate(sum_points(results, state.seats)) if points]
    clauses = [", ".join(gains) or text.NO_POINTS]
    draws = [draw for result in results for draw in result.draws]
    deck -= sum(cards for _, cards in draws)
    for seat in dict.fromkeys(seat for seat, _ in draws):
        own = [cards for drawer, cards in draws if drawer == seat]
        clauses.append(f"P{seat + 1} {text.draws_for_suite(sum(own), len(own) * model.SUITE_DRAWS, deck)}")
    return score_lines(results, slot), "; ".join(clauses)
