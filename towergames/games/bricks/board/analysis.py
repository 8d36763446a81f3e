"""Help in steps, the search for a better tower, and the medals after the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from towergames.board.protocol import EndReport, Hint
from towergames.core.bot import Clock
from towergames.core.contract import Over, Seat
from towergames.core.dice import Dice
from towergames.core.text import count, listed, sentence
from towergames.games.bricks.board import position
from towergames.games.bricks.board.better_steps import improving, towards_first_tower
from towergames.games.bricks.board.ledger import SCORING_NUMBERS, ScoreSheet, score_sheet, score_sheet_of
from towergames.games.bricks.board.text import changes, level_line, line_words, points_left, reason_words
from towergames.games.bricks.board.ui_state import BricksContext, Ui, cards_shown, free, stands, wildcard_draft
from towergames.games.bricks.construction import CannotError, build
from towergames.games.bricks.daily import SEARCHES_OF_THE_DAY, STEPS_OF_THE_DAY
from towergames.games.bricks.judge import bars, list_for_play, medal
from towergames.games.bricks.model import (
    Action,
    Adjust,
    Build,
    BuildingStep,
    Declare,
    Move,
    Pick,
    Place,
    Shift,
    Submit,
    Take,
)
from towergames.games.bricks.moves import change, points_change
from towergames.games.bricks.pieces import Tower, read_piece, read_tower, write_tower
from towergames.games.bricks.rule_names import cited, names_of
from towergames.games.bricks.rules import STANDARD, Breach
from towergames.games.bricks.text import card_name, step_instruction

BricksAdvice = Hint[Ui, Action]


# --- help in steps ----------------------------------------------------------------------------------


def tip(c: BricksContext, given: int) -> BricksAdvice | None:
    """Give help from the ledger alone: one step to do, then the broken rules or more steps; after that a search is due.

    Handing in is no advice here, since only a search knows what the medals take. While cards are drafted, name a card.
    """
    if c.phase == "pick":
        return _card(c)
    if c.phase != "build":
        return None
    match given:
        case 0:
            return _one_step(c)
        case 1:
            more = " ".join(_broken(c)) or points_left(c, 2, typed=False)
            return Hint(more) if more else None
        case _:
            return None


def _card(c: BricksContext) -> BricksAdvice:
    from towergames.games.bricks.bots import HARD  # only who asks needs the opponents

    thought = HARD.choose(c.view, Dice(len(c.view.pool)), Clock(iterations=1))
    name = card_name(thought.action.card) if isinstance(thought.action, Pick) else "this card"
    return Hint(f"Take {name}. {thought.why}".rstrip(), thought.action)


def _one_step(c: BricksContext) -> BricksAdvice:
    """The next step to a first legal tower, then the best single step with its points."""
    tower = position.tower_of(c)
    now = position.seen(c, tower)
    first, better = towards_first_tower(c), None
    if first is None or isinstance(first[0], Build):
        better = improving(c)
    if better is None and first is not None:
        return _on_the_way(c, *first)
    if better is None:
        return Hint("No single step makes the tower better. A search may find a better tower.")
    step, found = better
    effect = change(now, found)
    gain = found.total - now.total
    if not found.legal and gain > 0:
        effect += f"; {points_change(gain)} once all rules are kept"
    reasons = reason_words(now, found) if now.broken.keys() <= found.broken.keys() else []
    text = " ".join([sentence(f"{step_instruction(step, tower)}: {effect}"), *reasons])
    return Hint(text, step, found.total if found.complete else None)


def _on_the_way(c: BricksContext, step: BuildingStep, points: int) -> BricksAdvice:
    """A step that belongs to a first legal tower, or all of that tower, with its points."""
    if isinstance(step, Build):
        told = f"No single step mends this tower. Another one keeps all rules: {count(points, 'point')}."
        return Hint(told, step, points)
    instruction = step_instruction(step, position.tower_of(c))
    return Hint(sentence(f"{instruction}: part of a legal tower of {count(points, 'point')}"), step, points)


def _broken(c: BricksContext) -> list[str]:
    """The rules that are broken, as sentences."""
    scores = score_sheet(c, position.tower_of(c))
    if not scores.broken:
        return [] if scores.legal else ["The tower breaks a hidden rule."]
    first, *others = scores.broken
    more = [f"Also broken: {names_of(others)}."] if others else []
    return [f"{cited(first)} is broken: {scores.lines[first].why}.", *more]


def prepared(c: BricksContext, action: Action) -> Ui | None:
    """The UiState with the action prepared, so that Enter does it. At the end: a tower beside the others."""
    empty = free(c.ui)
    if position.over(c):
        if not isinstance(action, Build):
            return None
        own = read_tower(action.tower) == position.tower_of(c)  # it is shown already
        return replace(c.ui, suggested=None if own else action)
    match action:
        case Place(piece, level, place):
            return replace(empty, zone="tower", held=piece, goal=(level, place))
        case Move(level, place, to_level, to_place):
            return replace(empty, zone="tower", lifted=(level, place), goal=(to_level, to_place))
        case Declare(level, place, face) if stands(position.tower_of(c), (level, place)):
            shown = read_piece(face)
            old = position.tower_of(c)[level - 1][place - 1]
            wildcard = wildcard_draft(old.made_of, shown.colour, c.view.terms.readings, shown)
            return replace(empty, zone="tower", goal=(level, place), wildcard=wildcard, declared=True)
        case Pick(card):
            bare = replace(empty, zone="cards", filters=frozenset(), bar=-1)
            codes = cards_shown(replace(c, ui=bare))
            return replace(bare, card=codes.index(card)) if card in codes else None
        case Take(level, place) | Adjust(level, place):
            return replace(empty, zone="tower", goal=(level, place), suggested=action)
        case Shift(level):
            return replace(empty, zone="tower", goal=(level, 1), suggested=action)
        case Submit(word) if c.view.terms.typed:
            return replace(empty, word=word)
        case _:
            return replace(empty, zone="tower", suggested=action)


# --- the search -------------------------------------------------------------------------------------

BELOW_ANY_TOWER = -1000
"""Points below those of any tower."""

BEST_KNOWN_TITLE = "Best known"
MOST_NAME = 12
"""Cells of a name that the head of a column has room for."""


class BricksAnalysis:
    """Run the solver on the cards of the bench shown, and report on the results."""

    def search(
        self, c: BricksContext, clock: Clock, tell: Callable[[BricksAdvice], None], known: Sequence[Action] = ()
    ) -> BricksAdvice:
        """Search for a tower better than the draft, or after the end for the best one."""
        from towergames.games.bricks.solver import Solution, solve  # only who asks for it needs them

        view = c.view
        lexicon = list_for_play(view.list_id, view.list_sha256)
        standing = position.whole_ledger(c, position.tower_of(c)).score if not position.over(c) else None
        least = standing if standing is not None else BELOW_ANY_TOWER
        before = None if _is_fixed(c) else max(_worth(c, known), key=lambda worth: worth[0], default=None)
        if before is not None and before[0] > least:
            least = before[0]
            tell(Hint(f"A tower of {least} points is known already.", Build(write_tower(before[1])), least))

        def better(found: Solution) -> None:
            if found.tower is not None and found.score is not None and found.score > least:
                text = f"Found {count(found.score, 'point')} in {found.seconds:.1f} seconds."
                tell(Hint(text, Build(write_tower(found.tower)), found.score))

        searches = SEARCHES_OF_THE_DAY if _is_fixed(c) else None
        readings = view.terms.readings
        best = solve(
            position.cards(c), lexicon, readings, clock=clock, seed=1, on_improvement=better, searches=searches
        )
        if best.tower is not None and best.score is not None and best.score > least:
            sure = "and none is better" if best.proven else f"no tower has more than {best.bound}"
            text = f"The best tower found has {best.score} points; {sure}.{_worth_words(c, standing, best.score)}"
            return Hint(text, Build(write_tower(best.tower)), best.score)
        none = "; there is none" if best.proven else ""
        if before is not None and before[0] == least:
            text = f"The best tower known has {least} points; no better one was found{none}."
            text += _worth_words(c, standing, least)
            return Hint(text, Build(write_tower(before[1])), least)
        if best.tower is None and standing is None:
            return Hint("No legal tower was found from these cards.")
        return Hint(f"No tower of more than {least} points was found{none}.{_worth_words(c, standing, least)}")

    def budget(self, c: BricksContext, seconds: float) -> Clock:
        """B-31: the puzzle of a day is measured by a search of as many steps on every machine; else the seconds."""
        return Clock(iterations=STEPS_OF_THE_DAY) if _is_fixed(c) else Clock(seconds=seconds)

    def report(self, c: BricksContext) -> EndReport:
        """Medals, the best tower known beside the viewer's, and the puzzle's code with the points."""
        return EndReport(honours(c), missed(c), _comparison(c), _share(c))


def _worth_words(c: BricksContext, own: int | None, most: int) -> str:
    """Say what the medals of a search make of the builder's own tower; '' below bronze (B-31)."""
    won = medal(own, most) if c.counts else ""
    if own is None or not won:
        return ""
    if won == "gold":
        return f" Yours has {own}, enough for gold so far: it is worth handing in."
    return f" Yours has {own}, enough for {won} so far."


def _is_fixed(c: BricksContext) -> bool:
    """Whether the search measures the results of the puzzle of a day, so that nothing else may count (B-31)."""
    return position.over(c) and _day(c) != "" and c.measure is None


def _day(c: BricksContext) -> str:
    """The day whose puzzle everybody builds. '' in a duel, whose cards are drafted and so are no puzzle of a day."""
    return c.day if c.view.terms.mode != "duel" else ""


def _worth(c: BricksContext, known: Sequence[Action]) -> Iterator[tuple[int, Tower]]:
    """Yield points and towers that are known and can be built from the cards shown; at the end those handed in too."""
    towers = [own.tower for own in c.view.benches if own is not None and own.tower] if position.over(c) else []
    cards, readings = position.cards(c), c.view.terms.readings
    for step in [*(action for action in known if isinstance(action, Build)), *map(Build, map(write_tower, towers))]:
        try:
            tower = build((), step, cards, readings)
        except CannotError:
            continue
        score = position.whole_ledger(c, tower).score
        if score is not None:
            yield score, tower


# --- after the end -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Side:
    """One tower among others: its owner, the broken rules, and the score sheet."""

    title: str
    tower: Tower
    breaches: tuple[Breach, ...]
    score_sheet: ScoreSheet | None
    key: str = ""
    seat: Seat | None = None
    words: tuple[str, ...] = ()


def sides_at_end(c: BricksContext) -> tuple[Side, ...]:
    """All towers in the order of their ranks, and a better one where the search has found it."""
    view = c.view
    ranking = c.turn.ranking if isinstance(c.turn, Over) else ((*range(view.seats),),)
    medals = _medals(c)
    sides = []
    place = 1
    for group in ranking:
        for seat in group:
            own = view.benches[seat]
            tower = own.tower if own is not None and own.tower is not None else ()
            ledger = position.final(c, seat)
            name = c.name_of(seat)
            title = f"{place}. {name}: {view.points[seat]}" if view.seats > 1 else f"{name}: {view.points[seat]}"
            title += medals.get(seat, "")
            sides.append(Side(title, tower, ledger.breaches, score_sheet_of(c, tower, ledger), f"seat:{seat}", seat))
        place += len(group)
    if isinstance(c.ui.suggested, Build):
        best = read_tower(c.ui.suggested.tower)
        scores = _best_sheet(c, best)
        if scores.total >= max(view.points):  # a search that has just begun knows less than the players
            sides.append(Side(f"{BEST_KNOWN_TITLE}: {scores.total}", best, (), scores, "best"))
    return tuple(sides)


def _medals(c: BricksContext) -> dict[Seat, str]:
    """Seat -> its medal as the end of a title, ``, silver``, as far as there are medals."""
    most = _measure(c) if c.counts else None
    won = {seat: medal(_points(c, seat), most) for seat in _alike(c)} if most is not None else {}
    return {seat: f", {name}" for seat, name in won.items() if name}


def shown_side(c: BricksContext) -> Side:
    """The tower whose ledger is read at the end."""
    sides = sides_at_end(c)
    return sides[min(c.ui.first, len(sides) - 1)]


def explain_end(c: BricksContext) -> str:
    """The sentence of the line under the cursor at the end, with its owner where there are several."""
    side = shown_side(c)
    assert side.score_sheet is not None
    words_of_line = line_words(side.score_sheet.lines[c.ui.rule])
    return words_of_line if len(sides_at_end(c)) == 1 else f"{side.title.partition(':')[0]}. {words_of_line}"


def _best_sheet(c: BricksContext, best: Tower) -> ScoreSheet:
    """The ledger of the best tower found, and how it differs from the tower that the shown seat handed in."""
    seat = position.shown_seat(c)
    name = c.name_of(seat)
    head = f"than {name}" if len(name) <= MOST_NAME else "than theirs"
    return score_sheet_of(c, best, position.whole_ledger(c, best), position.final(c, seat), head)


def _points(c: BricksContext, seat: Seat) -> int | None:
    return c.view.points[seat] if position.final(c, seat).legal else None


def _measure(c: BricksContext) -> int | None:
    """The points of the tower that results are measured by; None before it is known.

    For the puzzle of a day it is the search's tower, the same everywhere; else the best of that tower and of all
    towers handed in with the same cards.
    """
    tower = _measured(c)
    if tower is None:
        return None
    most = position.whole_ledger(c, tower).score or 0
    return most if _day(c) else max([most, *(_points(c, seat) or 0 for seat in _alike(c))])


def _measured(c: BricksContext) -> Tower | None:
    """The tower that results are measured by; None before it is known, and where it is of another player's cards."""
    if not position.over(c) or not isinstance(c.measure, Build):
        return None
    try:
        return build((), c.measure, position.cards(c), c.view.terms.readings)
    except CannotError:
        return None


def _alike(c: BricksContext) -> list[Seat]:
    """The seats that built from the same cards as the shown one."""
    view, own = c.view, position.cards(c)
    return [seat for seat in range(view.seats) if view.cards_of(seat) == own]


def honours(c: BricksContext) -> tuple[str, ...]:
    """The points for each medal, and the medals of the players (B-31)."""
    most = _measure(c)
    if most is not None and not c.counts:
        return (f"Best tower known: {most} points.",)
    medals = [f"{name} from {least}" for name, least in bars(most).items()] if most is not None else []
    if most is None or not medals:
        return ()
    title = "The day's search" if _day(c) else "Best tower known"
    won = [_honour(c, seat, most) for seat in _alike(c)]
    return f"{title}: {most} points; {', '.join(medals)}.", f"{'; '.join(won)}."


def _honour(c: BricksContext, seat: Seat, most: int) -> str:
    points = _points(c, seat)
    name, won = c.name_of(seat), medal(points, most)
    if points == most and not _day(c):
        return f"{name}: {won}, and no better tower is known"
    if points is not None and points > most:
        return f"{name}: {won}, and better than the search"
    if points is None:
        return f"{name}: no medal"
    return (
        f"{name}: {won}"
        if won
        else f"{name}: it stands, and bronze is {count(bars(most)['bronze'] - points, 'point')} away"
    )


def _share(c: BricksContext) -> str:
    """``Brick Tower S-Y2FN9: Ann 84 points, silver (best known 99)``; '' for cards given one by one."""
    view = c.view
    if not position.over(c) or not c.counts or not view.code or view.terms.mode == "duel":
        return ""
    most = _measure(c)
    results = []
    for seat in range(view.seats):
        points = _points(c, seat)
        won = medal(points, most) if most is not None else ""
        said = "no legal tower" if points is None else f"{points} points"
        results.append(f"{c.name_of(seat)} {said}{', ' + won if won else ''}")
    source = "the search" if c.day else "best known"
    known = f" ({source} {most})" if most else ""
    day = f" of {c.day}" if c.day else ""
    return f"{c.game.info.title} {view.code}{day}{_terms(c)}: {'; '.join(results)}{known}"


def _terms(c: BricksContext) -> str:
    """The options that others must choose to have this task."""
    view = c.view
    choices = [f"words {view.list_id}"] if view.list_id != "standard" else []
    choices += ["Discovery"] if view.terms.discovery else []
    choices += ["own readings of the rules"] if view.terms.readings != STANDARD else []
    return f" with {listed(choices)}" if choices else ""


MOST_MISSED = 3
"""Sentences on the rules by which the best tower known has more."""


def missed(c: BricksContext) -> tuple[str, ...]:
    """The three rules by which the best tower known gains most, with what gives the points in both towers."""
    best = _measured(c)
    if best is None:
        return ()
    seat = position.shown_seat(c)
    theirs = score_sheet_of(c, best, position.whole_ledger(c, best)).lines
    own = score_sheet_of(c, position.tower_of(c), position.final(c, seat)).lines
    gains = [(rule, (theirs[rule].points or 0) - (own[rule].points or 0)) for rule in SCORING_NUMBERS[1:]]
    gains = sorted((gain for gain in gains if gain[1] > 0), key=lambda gain: -gain[1])[:MOST_MISSED]
    name = c.name_of(seat)
    return tuple(
        f"{theirs[rule].name}: {theirs[rule].points} in the best tower ({theirs[rule].why}), "
        f"{own[rule].points} in {name}'s ({own[rule].why})."
        for rule, _ in gains
    )


def _comparison(c: BricksContext) -> tuple[str, ...]:
    """Compare two towers: level by level, the largest gains, then each rule in which they differ."""
    tower, own, name = _measured(c), position.tower_of(c), c.name_of(position.shown_seat(c))
    if tower is None:
        return ()
    levels = [
        f"{who}: {level_line(number, built[number - 1]) if number <= len(built) else f'No level {number}.'}"
        for number in range(max(len(tower), len(own)), 0, -1)
        for who, built in (("The best", tower), (name, own))
    ]
    return (
        "The best tower known, level by level:",
        *levels,
        *missed(c),
        *changes(_best_sheet(c, tower), name, "the best"),
    )
