"""What holds in every state of Brick Tower, and steps that no list of choices holds."""

from __future__ import annotations

from collections import Counter

from towergames.core.dice import Dice
from towergames.games.bricks import model
from towergames.games.bricks.game import GAME
from towergames.games.bricks.pieces import WILD, cards_of, missing


def conserved(s: model.State) -> None:
    """No tower has a card that its builder does not have; in a duel every card is with one player or on the table."""
    if s.phase in ("words", "deal"):
        assert not any(bench.draft for bench in s.benches) and not s.materials
        return
    if s.terms.mode == "duel":
        taken = Counter(card for own in s.picked for card in own)
        assert not taken - Counter(s.materials)
        assert s.phase != "pick" or taken + Counter(s.pool) == Counter(s.materials)
        assert all(len(own) <= s.hand for own in s.picked)
    for seat, bench in enumerate(s.benches):
        assert 1 <= len(bench.drafts) <= model.MOST_DRAFTS
        names = [draft.name for draft in bench.drafts]
        assert len(set(names)) == len(names) and bench.active in names
        for tower in (*(draft.tower for draft in bench.drafts), bench.tower or ()):
            assert not missing(tower, s.cards_of(seat)), "a tower uses a card that was not dealt"
            assert cards_of(tower)[WILD] <= 1
            assert all(tower), "a level is empty"
        assert (bench.tower is not None) == s.has_submitted(seat) and s.steps[seat] <= s.most_steps
        hidden = [number for number in s.order if number not in bench.known]
        assert len(hidden) + len(bench.known) == len(s.order)
        assert 0 <= bench.asked <= len(bench.known)


def adventure(s: model.State, dice: Dice) -> model.Action | None:
    """Now and then one of the steps that choices do not list, if it can be done."""
    if s.phase != "build" or dice.below(3):
        return None
    bench = s.benches[s.active]
    levels = max(1, len(bench.draft))
    here, there = (1 + dice.below(levels), 1 + dice.below(3)), (1 + dice.below(levels), dice.below(4))
    name = dice.choice(("a", "b", "c", "long-name-12"))
    plain = [card for card in s.cards_of(s.active) if card != WILD]
    pair = f"{dice.choice(plain)}+{dice.choice(plain)}"
    face = dice.choice(("#R", "#B", "E1TB", "Q4HR", "T5RY"))
    tried: tuple[model.Action, ...] = (
        model.Move(*here, *there),
        model.Swap(*here, *there),
        model.Shift(here[0], dice.below(2) == 0),
        model.Place(f"{WILD}={face}", *there),
        model.Place(f"({pair})={face}", *there),
        model.Declare(*here, face),
        model.Adjust(*here, dice.below(3) - 1),
        model.UseDraft(name),
        model.CopyDraft(name),
        model.DropDraft(name),
        model.Submit("TOWER"),
    )
    move = dice.choice(tried)
    return move if GAME.judge(s, move).legal else None


def may_be_unlisted(s: model.State, move: model.Action) -> bool:
    """Whether a legal step may be missing from the choices: all but drafting cards, there everything is listed."""
    return s.phase == "build" and not isinstance(move, model.Pick)
