# SPDX-License-Identifier: GPL-3.0-or-later
"""A small table: named columns of equal length."""
from __future__ import annotations

import html
from typing import Any, Dict, Iterable, Iterator, List, Mapping

_SHOWN = 20


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


class Table(Mapping[str, List[Any]]):
    """Named columns of equal length; prints as text and, in a notebook, as HTML.

    >>> table = Table({"node": ["a", "b"], "loss": [0.5, 0.25]})
    >>> table
    node  loss
    a      0.5
    b     0.25
    >>> table["loss"]
    [0.5, 0.25]
    >>> list(table.rows())
    [{'node': 'a', 'loss': 0.5}, {'node': 'b', 'loss': 0.25}]
    """

    def __init__(self, columns: Mapping[str, Iterable[Any]]) -> None:
        self._columns = {name: [v.item() if hasattr(v, "item") else v for v in values] for name, values in columns.items()}
        if len({len(values) for values in self._columns.values()}) > 1:
            raise ValueError("the columns of a table have one length")

    def __getitem__(self, name: str) -> List[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many columns."""
        return len(self._columns)

    def rows(self) -> Iterator[Dict[str, Any]]:
        """The rows, each a dictionary."""
        for values in zip(*self._columns.values()):
            yield dict(zip(self._columns, values))

    def to_pandas(self) -> Any:
        """A pandas.DataFrame. Needs pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def _text(self) -> List[List[str]]:
        return [[_cell(value) for value in row.values()] for _, row in zip(range(_SHOWN), self.rows())]

    def _left_out(self) -> int:
        return max(0, max(map(len, self._columns.values()), default=0) - _SHOWN)

    def __repr__(self) -> str:
        names, cells = list(self._columns), self._text()
        numeric = [all(value is None or isinstance(value, (int, float)) for value in self._columns[name]) for name in names]
        widths = [max(map(len, [name, *(row[i] for row in cells)])) for i, name in enumerate(names)]

        def line(words: Iterable[str]) -> str:
            aligned = (word.rjust(width) if right else word.ljust(width) for word, width, right in zip(words, widths, numeric))
            return "  ".join(aligned).rstrip()

        lines = [line(names), *map(line, cells)]
        if self._left_out():
            lines.append(f"... {self._left_out()} more rows")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._columns)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._text())
        more = f"<p>{self._left_out()} more rows</p>" if self._left_out() else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
