# SPDX-License-Identifier: GPL-3.0-or-later
"""The errors of hearsay: one class a public error number, docs/errors.md says what to do about each."""
from typing import Type


class Error(Exception):
    """Misuse or bad input. ``str(error)`` is one line, the one that the program prints: ``HS-101 where: what is wrong``.

    >>> import hearsay
    >>> try:
    ...     hearsay.gaussian_epsilon(-1.0, delta=1e-5)
    ... except hearsay.Error as error:
    ...     print(error.code)
    101
    """

    code: int = 0


class DomainError(Error, ValueError):
    """A number outside the documented domain (HS-101)."""

    code = 101


class ShapeError(Error, ValueError):
    """Two sizes that must agree do not (HS-102)."""

    code = 102


class FormatError(Error, ValueError):
    """Text that cannot be read: a graph specification, a line of a file (HS-103)."""

    code = 103


class FileError(Error, OSError):
    """A file that cannot be opened, read or written (HS-104)."""

    code = 104


class UnknownNameError(Error, LookupError):
    """A name that stands for nothing: a claim, a node (HS-105)."""

    code = 105


class NotConnectedError(Error):
    """A result about connected graphs was asked about another graph (HS-201)."""

    code = 201


class NotPrimitiveError(Error):
    """A result needs a gossip matrix whose powers converge, and this one's do not (HS-202)."""

    code = 202


class ConditionsError(Error):
    """A theorem was asked outside its conditions (HS-203)."""

    code = 203


class NotConvergedError(Error):
    """An iteration reached its documented cap (HS-301)."""

    code = 301


class TooLargeError(Error):
    """More memory, time or nodes than there are or than the documented limit (HS-302)."""

    code = 302


class BudgetSpentError(Error):
    """The run's false-alarm budget is used up (HS-401)."""

    code = 401


class Interrupted(Error):
    """The run was cut short before any part of a result was finished."""


_BY_CODE = {
    kind.code: kind
    for kind in (DomainError, ShapeError, FormatError, FileError, UnknownNameError, NotConnectedError, NotPrimitiveError,
                 ConditionsError, NotConvergedError, TooLargeError, BudgetSpentError, Interrupted)
}


def from_code(code: int, line: str) -> Error:
    """The error of that number with the library's line."""
    return _BY_CODE.get(code, Error)(line)


def refusal(kind: Type[Error], where: str, message: str) -> Error:
    """An error that Python code finds, in the words that the library would use."""
    return kind(f"HS-{kind.code} {where}: {message}")
