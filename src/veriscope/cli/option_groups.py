"""Groups of options: a parameter whose type is a dataclass adds an option for each field."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any


def with_option_groups(function: Callable[..., None]) -> Callable[..., None]:
    """The function with the options of its groups as its own parameters, in declaration order."""
    own = signature(function, eval_str=True)
    groups: dict[str, Any] = {name: one.annotation for name, one in own.parameters.items() if _is_group(one)}

    @wraps(function)
    def command(**given: object) -> None:
        for name, group in groups.items():
            given[name] = group(**{option.name: given.pop(option.name) for option in fields(group)})
        function(**given)

    options = [
        option.replace(kind=Parameter.KEYWORD_ONLY)
        for name, one in own.parameters.items()
        for option in (signature(groups[name], eval_str=True).parameters.values() if name in groups else [one])
    ]
    described: Any = command
    described.__signature__ = own.replace(parameters=options)
    return command


def _is_group(parameter: Parameter) -> bool:
    return is_dataclass(parameter.annotation)
