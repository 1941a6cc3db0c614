"""The implementations of this stage by name."""

from typing import TYPE_CHECKING

from veriscope.domain import Registry

if TYPE_CHECKING:
    from veriscope.scenarios.false_facts import HardFactMaker

FALSE_FACTS: "Registry[type[HardFactMaker]]" = Registry(
    {"lcwa": "veriscope.scenarios.lcwa:LcwaMaker", "random-walk": "veriscope.scenarios.random_walk:RandomWalkMaker"}
)
