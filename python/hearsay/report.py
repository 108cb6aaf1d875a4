# SPDX-License-Identifier: GPL-3.0-or-later
"""What most accountants and attacks answer with: named numbers."""
from __future__ import annotations

import copy
import html
from typing import Any, Dict, Iterator, List, Mapping


class Report(Mapping[str, Any]):
    """Named numbers, nested as in the program's JSON; names are attributes too.

    >>> report = Report("token", {"tight": {"epsilon": 0.5}})
    >>> report.tight.epsilon, report["tight"]["epsilon"]
    (0.5, 0.5)
    """

    def __init__(self, title: str, fields: Mapping[str, Any]) -> None:
        self._title, self._fields = title, dict(fields)

    def to_dict(self) -> Dict[str, Any]:
        """The whole as plain dictionaries and lists, equal to what the program writes with --json."""
        return copy.deepcopy(self._fields)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = self._fields[name]
        except KeyError:
            raise AttributeError(f"{self._title} has no {name!r}; it has {', '.join(self._fields)}") from None
        return Report(name, value) if isinstance(value, dict) else value

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._fields]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return f"{self._title}: {self._fields!r}"

    def _repr_html_(self) -> str:
        def cell(value: Any) -> str:
            if isinstance(value, Mapping):
                rows = "".join(f"<tr><th>{html.escape(str(k))}</th><td>{cell(v)}</td></tr>" for k, v in value.items())
                return f"<table>{rows}</table>"
            return html.escape(f"{value:.6g}" if isinstance(value, float) else str(value))

        return f"<p>{html.escape(self._title)}</p>" + cell(self._fields)
