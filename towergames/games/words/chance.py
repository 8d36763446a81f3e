"""What chance and the word list decide: resolved once, live; settled from the record in every replay.

The word list is looked at here and in the judge, nowhere else: which list lies on the table, what it says to a
challenge and whether anybody can still play are recorded, so that a save opens where its list is missing (U-24).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from towergames.core.contract import Event, Nature, Score, Seat, Step
from towergames.core.dice import Dice
from towergames.core.text import count, listed
from towergames.games.words import grid, text
from towergames.games.words.generator import Laws, Position, generator_for
from towergames.games.words.grid import show_rack, show_tile, with_tiles, without
from towergames.games.words.model import (
    RACK,
    Draw,
    Look,
    OrderDraw,
    Outcome,
    Racks,
    Ruling,
    State,
    Swap,
    WordList,
    bag_name,
    full_bag,
)
from towergames.games.words.moves import close_window, end_turn, finish, go_on, plus, with_rack
from towergames.games.words.rules import ends_the_turn, lexicon_of
from towergames.lexicon import list_name, word_lists


def resolve(state: State, nature: Nature, dice: Dice) -> Outcome:
    """Draw, or ask the word list."""
    match nature.kind:
        case "words":
            chosen = word_lists.resolve(state.terms.words) or word_lists.load("standard")
            return WordList(chosen.id, chosen.sha256, chosen.count)
        case "order":
            return _draw_for_order(state, dice)
        case "deal":
            pile = _from_bag(state, dice, RACK * state.seats)
            return Racks(tuple("".join(sorted(pile[RACK * s : RACK * (s + 1)])) for s in range(state.seats)))
        case "draw":
            return Draw("".join(sorted(_from_bag(state, dice, _wanted(state)))))
        case "exchange":
            return Swap(dice.choice(state.bag))
        case "ruling":
            lexicon = lexicon_of(state)
            words = state.pending.words if state.pending else ()
            if lexicon is None:
                return Ruling(None)
            return Ruling(tuple(word for word in dict.fromkeys(words) if word not in lexicon.words))
        case _:
            return Look(_anybody_can_play(state))


def apply_outcome(state: State, outcome: Outcome) -> Step[State]:
    """The recorded outcome applied. Raises ValueError when it cannot follow from the state."""
    kind, apply = _SETTLE.get(state.phase, (None, None))
    if apply is None or type(outcome) is not kind:
        raise ValueError("no such outcome can come here")
    return apply(state, outcome)


# --- the beginning ----------------------------------------------------------------------------------


def _settle_words(state: State, outcome: WordList) -> Step[State]:
    if not re.fullmatch("[0-9a-f]{64}", outcome.sha256):
        raise ValueError("a word list is named by its hash")
    if not re.fullmatch("[A-Za-z0-9-]{1,63}", outcome.id) or outcome.words < 1:
        raise ValueError("a word list has a short name and words")
    phase = "deal" if state.terms.first or state.seats == 1 else "order"
    first = max(0, state.terms.first - 1)
    after = replace(
        state,
        phase=phase,
        list_id=outcome.id,
        list_sha256=outcome.sha256,
        first=first,
        active=first,
        bag=full_bag(state.terms.size),
    )
    told = f"{list_name(outcome.id)}, {count(outcome.words, 'word')}"
    return Step(after, (Event("words", told, data={"id": outcome.id, "sha256": outcome.sha256}),))


def _draw_for_order(state: State, dice: Dice) -> OrderDraw:
    """R-3, U-4: all draw a tile; those tied for the nearest to A draw again; all tiles go back."""
    rounds: list[tuple[str, ...]] = []
    drawing = list(range(state.seats))
    while len(drawing) > 1:
        pile = dice.shuffled(state.bag)
        drawn = dict(zip(drawing, pile, strict=False))
        rounds.append(tuple(drawn.get(seat, "") for seat in range(state.seats)))
        best = min(drawn.values())
        drawing = [seat for seat in drawing if drawn[seat] == best]
    return OrderDraw(tuple(rounds))


def _settle_order(state: State, outcome: OrderDraw) -> Step[State]:
    drawing = list(range(state.seats))
    events = []
    for drawn in outcome.rounds:
        if len(drawn) != state.seats or [s for s, tile in enumerate(drawn) if tile] != drawing or len(drawing) < 2:
            raise ValueError("the draw for the first turn has the wrong players")
        if any(len(drawn[seat]) != 1 for seat in drawing) or Counter(drawn) - Counter([*state.bag, *[""] * 9]):
            raise ValueError("the draw for the first turn has tiles that are not in the bag")
        best = min(drawn[seat] for seat in drawing)
        shown = listed(f"{{{seat}}} draws {show_tile(drawn[seat])}" for seat in drawing)
        events.append(Event("order.draw", f"To find who starts, {shown}", data={"tiles": list(drawn)}))
        drawing = [seat for seat in drawing if drawn[seat] == best]
    if len(drawing) != 1:
        raise ValueError("the draw for the first turn found nobody")
    first = drawing[0]
    events.append(Event("order", f"{{{first}}} starts", seat=first, data={"first": first}))
    return Step(replace(state, phase="deal", first=first, active=first), tuple(events))


def _settle_deal(state: State, outcome: Racks) -> Step[State]:
    racks = outcome.racks
    if len(racks) != state.seats or any(len(rack) != RACK or list(rack) != sorted(rack) for rack in racks):
        raise ValueError("every player is dealt seven tiles")
    bag = _taken(state.bag, "".join(racks))
    events = [Event("deal", f"Everyone draws {RACK} tiles", data={"tiles": RACK})]
    events += [_faces(state, seat, rack) for seat, rack in enumerate(racks)]
    return go_on(replace(state, racks=racks, bag=bag), tuple(events), reveals=True)


# --- tiles ------------------------------------------------------------------------------------------


MOST_ORDERS = 20
"""The most times that the bag of a day is shuffled again."""


def _from_bag(state: State, dice: Dice, number: int) -> str:
    """Tiles drawn by chance. U-25: in today's task they follow those drawn before in the order of the whole bag."""
    if not bag_name(state.terms):
        return "".join(dice.shuffled(state.bag)[:number])
    order = _order_of_the_day(state, dice)
    drawn = len(order) - len(state.bag)
    return "".join(order[drawn : drawn + number])


def _order_of_the_day(state: State, dice: Dice) -> list[str]:
    """U-25: the order of the whole bag. The bag is shuffled again while its first rack makes no word: that ends a task.

    A word list may be so short that few racks make a word, so the number of orders has an end.
    """
    tiles = full_bag(state.terms.size)
    empty = replace(state, board=("",) * len(state.board))
    order = dice.shuffled(tiles)
    for _ in range(MOST_ORDERS):
        first_rack = "".join(sorted(order[:RACK]))
        if _anybody_can_play(replace(empty, racks=(first_rack,))):
            break
        order = dice.shuffled(tiles)
    return order


def _wanted(state: State) -> int:
    return min(RACK - len(state.racks[state.refill[0]]), len(state.bag))


def _settle_draw(state: State, outcome: Draw) -> Step[State]:
    if len(outcome.tiles) != _wanted(state) or list(outcome.tiles) != sorted(outcome.tiles):
        raise ValueError("the draw has the wrong number of tiles")
    seat = state.refill[0]
    bag = _taken(state.bag, outcome.tiles)
    racks = with_rack(state.racks, seat, with_tiles(state.racks[seat], outcome.tiles))
    number = len(outcome.tiles)
    told = Event(
        "draw", f"{{{seat}}} draws {count(number, 'tile')}", seat=seat, data={"count": number, "bag": len(bag)}
    )
    events = (told, _faces(state, seat, outcome.tiles))
    return go_on(replace(state, racks=racks, bag=bag, refill=state.refill[1:], looked=False), events, reveals=True)


def _settle_exchange(state: State, outcome: Swap) -> Step[State]:
    """U-13: the new tile is drawn before the old one goes back."""
    if len(outcome.tile) != 1:
        raise ValueError("one tile is exchanged for one")
    seat = state.active
    bag = with_tiles(_taken(state.bag, outcome.tile), state.swap)
    rack = with_tiles(without(state.racks[seat], state.swap), outcome.tile)
    data = {"gave": state.swap, "drew": outcome.tile}
    faces = f"{{{seat}}} gives {show_tile(state.swap)} back and draws {show_tile(outcome.tile)}"
    told = Event("exchange.faces", faces, seat=seat, data=data, seen_by=_may_see(state, seat))
    after = replace(state, racks=with_rack(state.racks, seat, rack), bag=bag, swap="", looked=False)
    return go_on(end_turn(after), (told,), reveals=True)


def _taken(bag: str, tiles: str) -> str:
    if Counter(tiles) - Counter(bag):
        raise ValueError("those tiles are not in the bag")
    return without(bag, tiles)


def _faces(state: State, seat: Seat, tiles: str) -> Event:
    """The private event that names drawn tiles."""
    faces = f"{{{seat}}} draws {show_rack(tiles)}"
    return Event("draw.faces", faces, seat=seat, data={"tiles": tiles}, seen_by=_may_see(state, seat))


def _may_see(state: State, seat: Seat) -> frozenset[Seat] | None:
    return None if state.terms.open_racks else frozenset({seat})


# --- words ------------------------------------------------------------------------------------------


def _settle_ruling(state: State, outcome: Ruling) -> Step[State]:
    """R-24, U-12: a play with a word that is not in the list is taken back; else it stands."""
    pending, challenger = state.pending, state.challenger
    assert pending is not None
    assert challenger is not None
    bad = outcome.bad or ()
    if set(bad) - set(pending.words) or len(set(bad)) != len(bad):
        raise ValueError("a challenge is about the words of the last play")
    state = replace(state, challenger=None)
    if bad:
        return _taken_back(state, bad)
    told = text.stands(pending.words, missing=state.list_id if outcome.bad is None else "")
    events = [Event("ruling", told, data={"bad": []})]
    state = close_window(state)
    if state.terms.checking == "loser-loses-turn" and outcome.bad is not None:
        events.append(Event("loses", f"{{{challenger}}} loses the next turn for a wrong challenge", seat=challenger))
        state = replace(state, skips=plus(state.skips, challenger, 1))
    return go_on(state, tuple(events))


def _taken_back(state: State, bad: tuple[str, ...]) -> Step[State]:
    pending = state.pending
    assert pending is not None
    seat = pending.seat
    tiles = "".join(laid.tile for laid in pending.laid)
    told = text.taken_back(seat, bad, pending.points)
    events = (Event("ruling", told, seat=seat, data={"bad": list(bad)}),)
    others = f" and {len(pending.words) - 1} more" if len(pending.words) > 1 else ""
    line = Score(seat, -pending.points, -pending.points, "U-12", f"{pending.words[0]}{others} taken back")
    back = replace(
        state,
        board=grid.remove_tiles(state.board, tuple(laid.cell for laid in pending.laid)),
        racks=with_rack(state.racks, seat, with_tiles(state.racks[seat], tiles)),
        points=plus(state.points, seat, -pending.points),
        refused=plus(state.refused, seat, 1),
        passes=pending.passes,
        last=(),
        pending=None,
        asked=(),
        looked=False,
    )
    if ends_the_turn(state.terms, again=pending.again):
        return go_on(replace(back, passes=pending.passes + 1), events, (line,))
    return go_on(replace(back, active=seat, retry=True), events, (line,))


def _anybody_can_play(state: State) -> bool:
    """U-14: whether any player could form a word with the tiles he has."""
    lexicon = lexicon_of(state)
    if lexicon is None:
        return True
    position = Position.of(Laws(generator_for(lexicon), state.terms), state.board)
    return any(map(position.every, state.racks))


def _settle_look(state: State, outcome: Look) -> Step[State]:
    if outcome.playable:
        return go_on(replace(state, looked=True))
    return finish(state, "nobody can make a word any more", (), ())


_SETTLE: dict[str, tuple[type[Any], Callable[[State, Any], Step[State]]]] = {
    "words": (WordList, _settle_words),
    "order": (OrderDraw, _settle_order),
    "deal": (Racks, _settle_deal),
    "draw": (Draw, _settle_draw),
    "exchange": (Swap, _settle_exchange),
    "ruling": (Ruling, _settle_ruling),
    "look": (Look, _settle_look),
}
OUTCOMES = {kind: outcome for kind, (outcome, _) in _SETTLE.items()}
"""Nature kind -> its outcome."""
