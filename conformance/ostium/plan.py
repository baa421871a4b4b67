"""Plays plans until one holds: what a plan needs shows in a dry course. Who does what is assigned elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from .assigning import Assignment, Choice, Needs
from .charging import charge
from .course import Course, Stuck
from .errands import run, work
from .wanted import COLUMNS, FULL, Wanted

TRIES = 6
FLAGS = 7
EARLIER: tuple[dict[str, bool], ...] = ({}, {"ahead": True}, {"gather": True})
ENOUGH: tuple[dict[str, bool], ...] = ({"plenty": True}, {"plenty": True, "lean": True}, {"lean": True}, {})


def course(wanted: Wanted, choice: Choice) -> Course:
    """The course of a plan, when all that it needs is known. Raises Stuck."""
    needs = Needs()
    for _ in range(TRIES):
        seen = _Played(wanted, Assignment(wanted, choice, needs), dry=True).needs
        if seen == needs:
            break
        needs = seen
    return _Played(wanted, Assignment(wanted, choice, needs), dry=False).course


def choices(wanted: Wanted) -> Iterator[Choice]:
    """The plans worth trying: the turn that is told or the first one possible, and as little beside as can be."""
    first = 1 if wanted.me.letter == "A" else 2
    for turn in dict.fromkeys(turn for turn in (wanted.turn, first, first + 2, first + 4) if turn):
        flags = sorted(product((False, True), repeat=FLAGS), key=sum)
        yield from (choice for each in flags if (choice := Choice(turn, *each)).sensible)


def careful(wanted: Wanted) -> Iterator[Choice]:
    """Longer plans, in which less hangs on open questions: there are cards and turns enough."""
    first = 1 if wanted.me.letter == "A" else 2
    turns = [turn for turn in (wanted.turn, first, first + 2, first + 4) if turn]
    for now, filled in sorted(product((False, True), repeat=2), key=sum):
        for turn, earlier, enough in product(dict.fromkeys(turns), EARLIER, ENOUGH):
            choice = Choice(turn, filled=filled, now=now, **earlier, **enough)
            if turn == 3 or not choice.lean:
                yield choice


@dataclass
class _Played:
    """An assignment played to its end; `needs` is what it showed where it was dry. Raises Stuck."""

    wanted: Wanted
    assigned: Assignment
    dry: bool
    needs: Needs = field(default_factory=Needs)

    def __post_init__(self) -> None:
        self.gifts = [card["id"] for card in self.assigned.gifts]
        self.needs.bought = {turn: len(cards) for turn, cards in self.assigned.market.bought.items() if cards}
        self.course = Course(self.assigned.deal, dict(self.wanted.readings), self.dry)
        last = self.assigned.choice.turn
        for turn in range(1, last):
            self._develop(turn)
            self._end_development()
            self._attack(turn)
        self._develop(last)
        if self.wanted.phase == "attack":
            self._end_development()
            self._charge()

    def _develop(self, turn: int) -> None:
        """One development phase, with plenty of crystals in a dry course."""
        course, given = self.course, self.assigned.needs
        course.endow()
        begun = course.crystals
        run(course, self.assigned.errands[turn])
        had, wasted = given.crystals.get(turn, 0), given.waste.get(turn, 0)
        need = max(0, begun - course.lowest + had)
        if turn == self.assigned.choice.turn and self.wanted.phase == "development":
            exact = self.wanted.me.crystals - (course.crystals - begun - had + wasted)
            if exact < need:
                self.needs.waste[turn] = need - exact
            need = max(need, exact)
        if need:
            self.needs.crystals[turn] = need

    def _end_development(self) -> None:
        """End development, and lay warriors where there is a choice."""
        state = self.course.state
        turn = state.table.turn
        self.course.do("end_development")
        while (state := self.course.state).pending and state.pending[0].kind == "fill":
            area = state.table.area
            gaps = [3 * row + column for row in (0, 1) for column in COLUMNS if area.warriors[row][column] is None]
            row, column = divmod(self.assigned.market.cell(turn, area.warrior_deck[0].id, gaps), 3)
            self.course.do("fill", slot=f"W.{row}.{column}")

    def _attack(self, turn: int) -> None:
        """The attack phase of an earlier turn: whoever has to attack does, and sovereigns are taken."""
        before_the_last = turn == self.assigned.choice.turn - 1
        if before_the_last:
            self._put_right(whole=True)
        self.course.end_attack()
        while (pending := self.course.state.pending) and pending[0].kind == "gift":
            self.course.do("take_sovereign", card=self.gifts.pop(0))
        if pending:
            raise Stuck("something waits at the end of a turn")
        if before_the_last and self.dry:
            self._see_what_was_struck()

    def _see_what_was_struck(self) -> None:
        me = self.wanted.me
        for column, gate in enumerate(self.course.gates(me.number)):
            if not gate and me.gates[column]:
                raise Stuck("an attack on the way fells a gate")
            if 0 < gate < FULL:
                self.needs.struck[column] = FULL - gate
        self._put_right()

    def _put_right(self, *, whole: bool = False) -> None:
        """Give the own gates of a dry course the durability they have to have, or the whole one."""
        for column, gate in enumerate(self.wanted.me.gates if self.dry else ()):
            self.course.set_gate(self.wanted.me.number, column, FULL if whole and gate else gate)

    def _charge(self) -> None:
        """The attack phase of the last turn, as far as it has gone."""
        for each in self.assigned.errands[self.assigned.choice.turn].charge:
            work(self.course, each)
        self._put_right()
        self.needs.before = charge(self.course, self.wanted, self.assigned.fates)
