"""The steps of players: refusals, effects and previews, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args

from towergames.core.contract import Event, Over, Refusal, Score, Seat, Step, Verdict
from towergames.core.dice import Dice
from towergames.core.text import count, listed
from towergames.games.bricks import model, text
from towergames.games.bricks.construction import CannotError, build, cards_left
from towergames.games.bricks.deal import quick_tower
from towergames.games.bricks.judge import Ledger, judge, judge_known_words, lexicon_of
from towergames.games.bricks.model import Bench, State, View
from towergames.games.bricks.notation import NAME, TEMPLATES, WORD, notate
from towergames.games.bricks.pieces import WILD, Piece, Tower, cards_of, write_tower
from towergames.games.bricks.rule_names import RULE_NAMES, cited, names_of
from towergames.games.bricks.rules import FoundWords, TowerFacts, rules_named

# --- which steps may be done ------------------------------------------------------------------------


BUILDING_STEPS: tuple[type, ...] = get_args(model.BuildingStep)
DRAFTING_STEPS: tuple[type, ...] = (model.UseDraft, model.CopyDraft, model.DropDraft)


def first_refusal(state: State, action: Any) -> Refusal | None:
    """Return why the seat to move may not do this, None when it may. Any action of any type gets an answer."""
    if state.phase == "pick":
        return _pick_refusal(state, action)
    if state.phase != "build":
        return Refusal("B-20", "No player can build now.")
    if type(action) is model.Submit:
        return _submit_refusal(state, action.word)
    if type(action) is model.Pick:
        return Refusal("B-24", "No cards are on the table now. Build your tower.")
    if state.steps[state.active] >= state.most_steps:
        return Refusal("B-22", "All building steps are used. Hand the tower in.")
    if isinstance(action, BUILDING_STEPS):
        return _build_refusal(state, action)
    if isinstance(action, DRAFTING_STEPS):
        return _draft_refusal(state, action)
    if type(action) is model.Ask:
        return _ask_refusal(state, action.rule)
    return Refusal("B-22", "That is not a building step. Place, move or take up a piece.")


def _pick_refusal(state: State, action: Any) -> Refusal | None:
    if type(action) is not model.Pick or type(action.card) is not str:
        return Refusal("B-24", "Take your cards first; then you can build.")
    if action.card not in state.pool:
        return Refusal(
            "B-24", f"{action.card[:20]} is not on the table. Take another card.", f"card:{action.card[:20]}"
        )
    return None


def _submit_refusal(state: State, word: Any) -> Refusal | None:
    """B-14: the longest word is typed where the option wants it, and nowhere else."""
    if type(word) is not str or (word and not WORD.match(word)):
        return Refusal("B-14", "Type the longest word in letters A to Z.")
    if word and not state.terms.typed:
        return Refusal("B-14", "In this game the program finds the longest word. Hand in without one.")
    return None


def _build_refusal(state: State, action: Any) -> Refusal | None:
    bench = state.benches[state.active]
    if type(action) is model.Clear and not bench.draft:
        return Refusal("B-22", "There is nothing to clear.")
    try:
        build(bench.draft, action, state.cards_of(state.active), state.terms.readings)
    except CannotError as error:
        return error.refusal
    return None


def _draft_refusal(state: State, action: Any) -> Refusal | None:
    bench, name = state.benches[state.active], action.name
    names = [draft.name for draft in bench.drafts]
    if type(name) is not str or not NAME.match(name):
        return Refusal("B-22", "A draft has a short name of small letters, digits and dashes.")
    if type(action) is model.DropDraft:
        if name not in names:
            return Refusal("B-22", f"Draft {name} does not exist. You have {listed(names)}.")
        return Refusal("B-22", "This is your only draft. Clear it instead.") if len(names) == 1 else None
    if name == bench.active:
        return Refusal("B-22", f"You are at draft {name} already.")
    if type(action) is model.CopyDraft and name in names:
        return Refusal("B-22", f"There is already a draft {name}. Choose another name.")
    if name not in names and len(names) >= model.MOST_DRAFTS:
        return Refusal("B-22", f"{model.MOST_DRAFTS} drafts is the limit. Delete one first.")
    return None


def _ask_refusal(state: State, rule: Any) -> Refusal | None:
    if not state.terms.discovery:
        return Refusal("B-25", "All rules are open in this game.")
    if type(rule) is not int or not 1 <= rule <= 36:
        return Refusal("B-25", "Rules have the numbers 1 to 36.")
    if rule in model.known_rules(state.terms, state.benches[state.active]):
        return Refusal("B-25", f"Rule {rule} is open already.")
    return None


# --- choices --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BrickChoices:
    """Placing any ordinary card anywhere, taking any piece, asking, one complete tower, and handing in.

    All other building steps (moving, swapping, wildcards, drafts, whole towers) are legal too; they are not listed.
    """

    state: State

    def __iter__(self) -> Iterator[model.Action]:
        state = self.state
        if state.phase == "pick":
            yield from (model.Pick(card) for card in dict.fromkeys(state.pool))
        if state.phase != "build":
            return
        if self._may_build:
            tower = self._tower
            yield from (model.Place(card, *goal) for card in self._cards for goal in _goals(tower))
            yield from (model.Take(*spot) for spot in _spots(tower))
            yield from self._others()
        yield model.Submit()

    def sample(self, dice: Dice) -> model.Action:
        """Draw a random action: mostly a card placed, and handing in sooner or later."""
        state = self.state
        if state.phase == "pick":
            return model.Pick(dice.choice(state.pool))
        tower, throw = self._tower, dice.below(100)
        if not self._may_build or throw < 8:
            return model.Submit()
        others = tuple(self._others())
        built = [other.tower for other in others if isinstance(other, model.Build)]
        if built[:1] == [write_tower(tower)] and throw < 60:
            return model.Submit()
        if throw < 20 and others:
            return dice.choice(others)
        if throw < 30 and tower:
            return model.Take(*dice.choice(_spots(tower)))
        if not self._cards:
            return model.Submit()
        return model.Place(dice.choice(self._cards), *dice.choice(_goals(tower)))

    @property
    def templates(self) -> tuple[str, ...]:
        terms, usual = self.state.terms, TEMPLATES.get(self.state.phase, ())
        if self.state.phase != "build":
            return usual
        ask = ("ask RULE",) if terms.discovery else ()
        return (*usual, *ask, "submit WORD" if terms.typed else "submit")

    @property
    def _may_build(self) -> bool:
        return self.state.steps[self.state.active] < self.state.most_steps

    @property
    def _tower(self) -> Tower:
        return self.state.benches[self.state.active].draft

    @property
    def _cards(self) -> tuple[str, ...]:
        """The ordinary cards left, each kind once."""
        left = cards_left(self._tower, self.state.cards_of(self.state.active))
        return tuple(sorted(card for card in left if card != WILD))

    def _others(self) -> Iterator[model.Action]:
        state = self.state
        if self._tower:
            yield model.Clear()
        if state.terms.discovery:
            known = model.known_rules(state.terms, state.benches[state.active])
            yield from (model.Ask(number) for number in range(1, 37) if number not in known)
        if state.terms.mode == "build":  # of drafted cards there are too many hands to throw a tower together for each
            made = quick_tower(state.materials, 0)
            if made is not None:
                yield model.Build(write_tower(made))


def _spots(tower: Tower) -> tuple[tuple[int, int], ...]:
    """The places of all pieces."""
    return tuple((row, at) for row, level in enumerate(tower, start=1) for at in range(1, len(level) + 1))


def _goals(tower: Tower) -> tuple[tuple[int, int], ...]:
    """The places for a card: every place and the right end of each level, and a new level above or below each."""
    inside = [(row, at) for row, level in enumerate(tower, start=1) for at in range(1, len(level) + 2)]
    return (*inside, *((row, 0) for row in range(len(tower) + 1)))


# --- what a step does -------------------------------------------------------------------------------


def perform(state: State, action: model.Action) -> Step[State]:
    """Do a step, which must be allowed."""
    match action:
        case model.Pick(card):
            return _pick(state, card)
        case model.Submit(word):
            return _submit(state, word)
    seat = state.active
    bench = _worked(state, action)
    came = tuple(number for number in bench.known if number not in state.benches[seat].known)
    steps = tuple(n + (s == seat) for s, n in enumerate(state.steps))
    after = replace(state, benches=_with(state.benches, seat, bench), steps=steps)
    own = frozenset({seat})
    typed = notate(action)
    done = text.step_words(action, state.benches[seat].draft)
    events = [Event("step", f"{{{seat}}} {done}", seat=seat, data={"typed": typed}, seen_by=own)]
    for number in came:
        sentence = f"{{{seat}}} learns the rule {cited(number)}"
        events.append(Event("rule", sentence, seat=seat, data={"rule": number}, seen_by=own))
    return Step(after, tuple(events), reveals=bool(came))


def _worked(state: State, action: model.Action) -> Bench:
    """Do a step on the bench of the seat to move."""
    bench = state.benches[state.active]
    match action:
        case model.UseDraft(name):
            kept = bench.drafts if any(d.name == name for d in bench.drafts) else (*bench.drafts, model.Draft(name, ()))
            return replace(bench, drafts=kept, active=name)
        case model.CopyDraft(name):
            return replace(bench, drafts=(*bench.drafts, model.Draft(name, bench.draft)), active=name)
        case model.DropDraft(name):
            left = tuple(draft for draft in bench.drafts if draft.name != name)
            return replace(bench, drafts=left, active=left[0].name if name == bench.active else bench.active)
        case model.Ask(number):
            return replace(bench, known=(*bench.known, number), asked=bench.asked + 1)
        case _:
            assert isinstance(action, BUILDING_STEPS)
            cards = state.cards_of(state.active)
            tower = build(bench.draft, action, cards, state.terms.readings)  # type: ignore[arg-type]
            drafts = tuple(model.Draft(d.name, tower) if d.name == bench.active else d for d in bench.drafts)
            return _enlightened(state, replace(bench, drafts=drafts), tower)


def _enlightened(state: State, bench: Bench, tower: Tower) -> Bench:
    """B-25: for every three cards by which the largest tower grows, the next rule becomes known."""
    if not state.terms.discovery:
        return bench
    most = max(bench.most, cards_of(tower).total())
    due = most // model.CARDS_A_RULE - (len(bench.known) - bench.asked)
    hidden = [number for number in state.order if number not in bench.known]
    return replace(bench, most=most, known=(*bench.known, *hidden[: max(0, due)]))


def _pick(state: State, card: str) -> Step[State]:
    """B-24: take a card; the next player takes one until all have their number."""
    seat = state.active
    at = state.pool.index(card)
    picked = _with(state.picked, seat, (*state.picked[seat], card))
    done = all(len(own) == state.hand for own in picked)
    after = replace(
        state,
        pool=() if done else (*state.pool[:at], *state.pool[at + 1 :]),
        picked=picked,
        phase="build" if done else "pick",
        active=state.first if done else (seat + 1) % state.seats,
    )
    events = [Event("pick", f"{{{seat}}} takes {text.card_name(card)}", seat=seat, data={"card": card})]
    if done:
        events.append(Event("drafted", f"Everyone has {state.hand} cards. Now build."))
    return Step(after, tuple(events))


def _submit(state: State, word: str) -> Step[State]:
    """B-20: hand the tower in; the next player builds, or all towers are shown."""
    seat = state.active
    bench = replace(state.benches[seat], tower=state.benches[seat].draft, word=word)
    last = (seat + 1) % state.seats == state.first
    after = replace(
        state,
        benches=_with(state.benches, seat, bench),
        phase="appraisal" if last else "build",
        active=state.first if last else (seat + 1) % state.seats,
    )
    return Step(after, (Event("submit", f"{{{seat}}} hands a tower in", seat=seat),))


# --- the reveal -------------------------------------------------------------------------------------


def finish(state: State) -> Step[State]:
    """End the game: show all towers with their ledgers. ``found`` are the words in them."""
    events: list[Event] = []
    lines: list[Score] = []
    for seat in range(state.seats):
        scored, event = _shown(state, seat)
        lines += scored
        events.append(event)
    points = tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(state.seats))
    over = replace(state, phase="over", points=points)
    result = ranking(over)
    winners = result.ranking[0]
    sentence = f"The game is over: {result.reason}"
    if state.seats > 1 and any(points for points in over.points):
        names = listed([f"{{{seat}}}" for seat in winners])
        sentence = f"{names} {'wins' if len(winners) == 1 else 'win'}: {result.reason}"
    events.append(Event("over", sentence, seat=winners[0], data={"winners": list(winners)}))
    return Step(replace(over, ending=_ending(over, result)), tuple(events), tuple(lines), reveals=True)


def final_ledger(state: State | View, seat: Seat) -> Ledger:
    """The ledger of a tower that has been appraised."""
    bench = state.benches[seat]
    assert bench is not None and bench.tower is not None and state.found
    return judge_known_words(bench.tower, state.found[seat], state.terms.readings)


def _shown(state: State, seat: Seat) -> tuple[list[Score], Event]:
    ledger, bench = final_ledger(state, seat), state.benches[seat]
    data: dict[str, Any] = {"legal": ledger.legal, "points": 0, "columns": list(ledger.words.columns)}
    data["longest"] = ledger.words.longest
    if not ledger.legal:
        broken = _broken(ledger)
        sentence = f"{{{seat}}}'s tower {broken} and scores nothing"
        line = Score(seat, 0, ledger.raw_total, model.rule_id(2), broken)
        return [line], Event("reveal", sentence, seat=seat, data=data)
    lines = [
        Score(seat, points, points, model.rule_id(number), _note(number, ledger))
        for number, points in ledger.points.items()
        if points
    ]
    if bench.asked:
        cost = -model.PRICE_OF_A_RULE * bench.asked
        lines.append(Score(seat, cost, cost, "B-25", f"{count(bench.asked, 'rule')} asked for"))
    data["points"] = sum(line.points for line in lines)
    sentence = f"{{{seat}}}'s tower scores {count(data['points'], 'point')}"
    return lines, Event("reveal", sentence, seat=seat, data=data)


def _broken(ledger: Ledger) -> str:
    return f"breaks {names_of(ledger.violations)}"


def _note(number: int, ledger: Ledger) -> str:
    """The name of the rule, with the words that it found."""
    words = _words_of(number, ledger)
    return f"{RULE_NAMES[number]}: {words}" if words else RULE_NAMES[number]


def _words_of(number: int, ledger: Ledger) -> str:
    if number == 15:
        return listed(ledger.words.columns)
    return ledger.words.longest if number == 19 else ""


def ranking(state: State) -> Over:
    """B-19, B-20, B-30: legal towers before the others, then points, then fewer cards, then fewer building steps."""
    ledgers = [final_ledger(state, seat) for seat in range(state.seats)]

    def key(seat: Seat) -> tuple[int, int, int, int]:
        if not ledgers[seat].legal:
            return (1, 0, 0, 0)
        cards = TowerFacts(state.benches[seat].tower or (), state.terms.readings, state.found[seat]).cards
        return (0, -state.points[seat], cards, state.steps[seat])

    keys = [key(seat) for seat in range(state.seats)]
    places = tuple(tuple(s for s in range(state.seats) if keys[s] == group) for group in sorted(set(keys)))
    return Over(places, _reason(state, ledgers, keys, places[0]))


def _ending(state: State, result: Over) -> str:
    """The sentence in the state of a finished game: its words belong to the digests of saved games and never change."""
    best = result.ranking[0][0]
    if not final_ledger(state, best).legal:
        broken = rules_named(final_ledger(state, best).violations)
        return f"the tower breaks {broken}" if state.seats == 1 else "every tower breaks a rule"
    said = f"{state.points[best]} points"
    for words, kept in _TIES.items():
        if result.reason.endswith(words):
            return f"{said} {kept}"
    return said


_TIES = {
    "each, with as many cards and steps": "each, from as many cards in as many steps (B-30)",
    "and fewer steps than the next": "in fewer steps (B-30)",
    "and fewer cards than the next": "from fewer cards (B-20)",
}
"""A tie in the state -> the words for it today."""


def _reason(state: State, ledgers: list[Ledger], keys: list[tuple[int, int, int, int]], best: tuple[Seat, ...]) -> str:
    illegal, points, cards, _ = keys[best[0]]
    if illegal:
        return (
            f"the tower {_broken(ledgers[0])}"
            if state.seats == 1
            else "no tower keeps the building rules, so nobody scores"
        )
    said = count(-points, "point")
    if state.seats == 1:
        return said
    if len(best) > 1:
        return f"{said} each, with as many cards and steps"
    tied = [key for seat, key in enumerate(keys) if key[:2] == (0, points) and seat not in best]
    if tied:
        return f"{said} {'and fewer steps' if min(tied)[2] == cards else 'and fewer cards'} than the next"
    return said


def _with(things: tuple[Any, ...], at: int, thing: Any) -> tuple[Any, ...]:
    return (*things[:at], thing, *things[at + 1 :])


# --- what a step would bring ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Insight:
    """A ledger as far as a player knows the rules (B-25).

    ``legal`` is always known; ``broken`` are the known rules that are broken, ``points`` the points of the known rules.
    ``complete`` says that all rules are known, so that their sum is the score.
    """

    legal: bool
    broken: dict[int, tuple[str, ...]]
    points: dict[int, int]
    complete: bool

    @property
    def total(self) -> int:
        """The points of the known rules together."""
        return sum(self.points.values())


def draft_ledger(state: State | View, tower: Tower, word: str = "") -> Ledger:
    """The ledger of a tower in this game, by all rules; without its word list, no words are found."""
    lexicon = lexicon_of(state.list_id, state.list_sha256)
    readings = state.terms.readings
    if lexicon is None:
        return judge_known_words(tower, FoundWords(), readings)
    return judge(tower, lexicon, readings, word=(word or "-") if state.terms.typed else "")


def insight(ledger: Ledger, known: frozenset[int]) -> Insight:
    """The part of a ledger that a player who knows these rules may read."""
    return Insight(
        legal=ledger.legal,
        broken={number: texts for number, texts in ledger.violations.items() if number in known},
        points={number: points for number, points in ledger.points.items() if number in known},
        complete=len(known) == 36,
    )


def verdict_of(state: State, action: model.Action) -> Verdict:
    """The verdict on an allowed step, without anything that the player may not know."""
    bench = state.benches[state.active]
    match action:
        case model.Pick():
            return Verdict(note=f"card {len(state.picked[state.active]) + 1} of {state.hand}")
        case model.Ask(number):
            return Verdict(note=f"rule {number} becomes known for {model.PRICE_OF_A_RULE} point")
        case model.Submit(word):
            facts = ["hands this tower in, which is final"]
            if state.terms.live:
                facts.append(standing(_seen(state, bench.draft, word)) + _missing_list(state))
            return Verdict(note="; ".join(facts))
    if not isinstance(action, BUILDING_STEPS):
        return Verdict()
    cards = state.cards_of(state.active)
    tower = build(bench.draft, action, cards, state.terms.readings)  # type: ignore[arg-type]
    facts = [adjusted(tower[action.level - 1][action.place - 1])] if isinstance(action, model.Adjust) else []
    if state.terms.live:  # else no result is shown (B-27)
        facts.append(change(_seen(state, bench.draft), _seen(state, tower)) + _missing_list(state))
    return Verdict(note="; ".join(facts))


def _seen(state: State, tower: Tower, word: str = "") -> Insight:
    return insight(draft_ledger(state, tower, word), model.known_rules(state.terms, state.benches[state.active]))


def _missing_list(state: State) -> str:
    here = lexicon_of(state.list_id, state.list_sha256) is not None
    return "" if here else f"; words do not count, since the {state.list_id} word list of this game is missing"


# --- in words ---------------------------------------------------------------------------------------

_UNKNOWN = "breaks a rule that is still hidden"


def points(seen: Insight) -> str:
    """``47 points``, of the rules that the player knows."""
    return f"{count(seen.total, 'point')}{'' if seen.complete else ' by the rules known so far'}"


def standing(seen: Insight) -> str:
    """The points of a tower that keeps the rules, else which known rules it breaks."""
    if seen.legal:
        return f"all rules kept, {points(seen)}"
    return f"the tower breaks {names_of(seen.broken)}" if seen.broken else f"the tower {_UNKNOWN}"


def points_change(gain: int) -> str:
    """``+4 points``, ``-1 point``."""
    return f"{gain:+d} {'point' if abs(gain) == 1 else 'points'}"


def change(before: Insight, after: Insight) -> str:
    """The effect of a step on a tower in words: points, or the rules that it breaks and mends, and how many remain."""
    if after.legal:
        if not before.legal:
            return standing(after)
        return points_change(after.total - before.total)
    if not after.broken:
        return f"the tower then {_UNKNOWN}"
    new = [rule for rule in after.broken if rule not in before.broken]
    mended = [rule for rule in before.broken if rule not in after.broken]
    facts = [f"breaks {names_of(new)}"] if new else []
    facts += [f"keeps {names_of(mended)}"] if mended else []
    return "; ".join([*facts, f"{count(len(after.broken), 'rule')} to go"])


def adjusted(piece: Piece) -> str:
    """``X weighs 5 tons instead of 4``."""
    tons = f"{piece.letter} weighs {count(piece.tons, 'ton')}"
    return f"{tons} instead of {piece.weight}" if piece.adjust else f"{tons} as printed"
