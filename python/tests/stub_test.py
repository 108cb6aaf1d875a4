# SPDX-License-Identifier: GPL-3.0-or-later
"""The stub of the compiled part names what the module has, with the same arguments; every public name is documented."""
import ast
import inspect
import pathlib
import re

import hearsay
from hearsay import _hearsay

STUB = ast.parse((pathlib.Path(hearsay.__file__).parent / "_hearsay.pyi").read_text())


def stub_functions(body):
    return {node.name: [argument.arg for argument in node.args.args] for node in body if isinstance(node, ast.FunctionDef)}


def compiled_arguments(function):
    """The names in the signature that pybind11 writes into the first line of a docstring."""
    signature = re.match(r"\w+\((.*)\) -> ", function.__doc__.splitlines()[0])[1]
    return re.findall(r"(\w+): ", re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", signature)))


def test_every_function_is_in_the_stub_with_its_arguments():
    compiled = {name: compiled_arguments(value) for name, value in vars(_hearsay).items() if inspect.isbuiltin(value)}
    assert compiled == stub_functions(STUB.body)


def test_every_constant_is_in_the_stub_with_its_type():
    constants = {name: type(value).__name__ for name, value in vars(_hearsay).items() if type(value) in (int, str) and not name.startswith("__")}
    assert constants == {node.target.id: node.annotation.id for node in STUB.body if isinstance(node, ast.AnnAssign)}


def test_every_member_of_a_class_is_in_the_stub():
    classes = {node.name: set(stub_functions(node.body)) for node in STUB.body if isinstance(node, ast.ClassDef)}
    compiled = {name: {member for member in vars(value) if not member.startswith("_")} for name, value in vars(_hearsay).items() if inspect.isclass(value)}
    assert compiled == {name: members - {"__init__"} for name, members in classes.items()}


def test_every_public_name_is_documented():
    for name in set(hearsay.__all__) - {"__version__"}:
        value = getattr(hearsay, name)
        assert value.__doc__ and not value.__doc__.startswith(f"{name}("), name
        if inspect.isclass(value):
            for member, method in vars(value).items():
                if not member.startswith("_") and callable(method):
                    assert method.__doc__, f"{name}.{member}"


def test_every_argument_of_a_public_function_is_annotated():
    for name in hearsay.__all__:
        value = getattr(hearsay, name)
        if inspect.isfunction(value):
            for parameter in inspect.signature(value).parameters.values():
                assert parameter.annotation is not parameter.empty, f"{name}({parameter.name})"
