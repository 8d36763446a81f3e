"""The score pad: a fold of the score lines, never a second bookkeeping."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from towergames.core.contract import Score, Seat
from towergames.core.text import cell_width
from towergames.table.history import History


@dataclass(frozen=True, slots=True)
class PadLine:
    """One score line and when it was written: round, and after how many plays."""

    round: int
    play: int
    score: Score


@dataclass(frozen=True, slots=True)
class Pad:
    """All points so far. ``carried`` are the points of earlier games of a series, by seat."""

    names: tuple[str, ...]
    lines: tuple[PadLine, ...]
    carried: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points in this game by seat."""
        sums = [0] * len(self.names)
        for line in self.lines:
            sums[line.score.seat] += line.score.points
        return tuple(sums)

    @property
    def grand_totals(self) -> tuple[int, ...]:
        """Points by seat, with the points of earlier games of the series."""
        return tuple(a + b for a, b in zip(self.totals, self.carried, strict=True))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The running rank by seat, 1 best; equal points share a rank."""
        totals = self.totals
        return tuple(1 + sum(other > mine for other in totals) for mine in totals)

    def rounds(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(round, points by seat) for every round in which a player scored."""
        table: dict[int, list[int]] = {}
        for line in self.lines:
            row = table.setdefault(line.round, [0] * len(self.names))
            row[line.score.seat] += line.score.points
        return tuple((number, tuple(row)) for number, row in sorted(table.items()))

    def curve(self, seat: Seat, plays: int) -> tuple[int, ...]:
        """The seat's running total after 0, 1, ..., ``plays`` plays."""
        gains = [0] * (plays + 1)
        for line in self.lines:
            if line.score.seat == seat and line.play <= plays:
                gains[line.play] += line.score.points
        total, out = 0, []
        for gain in gains:
            total += gain
            out.append(total)
        return tuple(out)

    def as_csv(self) -> str:
        """The pad as CSV: round, play, player, points, nominal, rule, note; a last row a player with the total."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("round", "play", "player", "points", "nominal", "rule", "note"))
        for line in self.lines:
            s = line.score
            writer.writerow((line.round, line.play, csv_cell(self.names[s.seat]), s.points, s.nominal, s.rule, s.note))
        for name, total in zip(self.names, self.totals, strict=True):
            writer.writerow(("total", "", csv_cell(name), total, "", "", ""))
        return out.getvalue()

    def as_text(self) -> str:
        """The pad as a table of rounds."""
        widths = [max(cell_width(name), 5) for name in self.names]

        def row(head: str, cells: Sequence[str]) -> str:
            parts = (" " * (w - cell_width(c)) + c for c, w in zip(cells, widths, strict=True))
            return f"{head:<7}" + "  ".join(parts)

        rows = [row("round", self.names)]
        rows += [row(f"{number:>5}", [str(p) for p in points]) for number, points in self.rounds()]
        rows.append(row("total", [str(p) for p in self.totals]))
        return "\n".join(rows)


def csv_cell(text: str) -> str:
    """The text of a cell that no spreadsheet takes for a formula: the name of a person may begin with a sign."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def build_pad(history: History, plays: int | None = None, extra: Sequence[Score] = ()) -> Pad:
    """The pad after the first ``plays`` plays (default all), with ``extra`` lines pencilled in at the end."""
    count = len(history.plays) if plays is None else plays
    lines: list[PadLine] = []
    state = history.first
    for i, play in enumerate(history.plays[:count], start=1):
        if play.step.scores:
            number = history.game.round(state)
            lines.extend(PadLine(number, i, score) for score in play.step.scores)
        state = play.step.state
    lines.extend(PadLine(history.game.round(state), count + 1, score) for score in extra)
    header = history.header
    carried = header.series.points if header.series else (0,) * len(header.seats)
    return Pad(header.names, tuple(lines), carried)
