import importlib

import pytest

PACKAGES = [
    "domain",
    "text",
    "corpus",
    "datasets",
    "scenarios",
    "scoring",
    "retrieval",
    "selection",
    "verdict",
    "pipeline",
    "starter",
]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_lists_its_public_names_sorted_and_all_exist(name):
    package = importlib.import_module(f"veriscope.{name}")
    assert package.__all__ == sorted(
        package.__all__, key=lambda public: (public != public.upper(), not public[0].isupper(), public)
    )
    assert all(hasattr(package, public) for public in package.__all__)
