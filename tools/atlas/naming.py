"""How things are called in running text: articles, and links that carry them."""

from tools.atlas.facts import Body, Country, Feature, Organisation
from tools.atlas.prose import link
from tools.atlas.tables import read_table


def country_name(country: Country) -> str:
    """`France`, `the Netherlands`."""
    return f"the {country.title}" if country.has_article else country.title


def country_link(country: Country) -> str:
    """A linked country, with its article before the link."""
    return f"the {link(country.title)}" if country.has_article else link(country.title)


def in_region(title: str) -> str:
    """A linked subregion, with its article."""
    return f"the {link(title)}" if title in read_table("facts", "words")["articles"]["regions"] else link(title)


def feature_name(feature: Feature) -> str:
    """`the Nile`, `Lake Victoria`, `the Alps`, `Mont Blanc`."""
    by_kind = feature.kind in {"river", "sea", "ocean", "desert", "mountain range"}
    with_article = by_kind or feature.name in read_table("facts", "words")["articles"]["features"]
    return f"the {feature.name}" if with_article else feature.name


def feature_link(feature: Feature) -> str:
    """A linked feature, with its article before the link."""
    name = feature_name(feature)
    bare = name.removeprefix("the ")
    return f"the {link(feature.title, bare)}" if name != bare else link(feature.title, bare)


def body_name(body: Body) -> str:
    """`Mars`, `the Moon`, `the Earth`."""
    return f"the {body.name}" if body.name in read_table("facts", "words")["articles"]["bodies"] else body.name


def body_link(body: Body) -> str:
    """A linked body, with its article before the link."""
    name = body_name(body)
    bare = name.removeprefix("the ")
    return f"the {link(body.title, bare)}" if name != bare else link(body.title, bare)


def organisation_link(organisation: Organisation) -> str:
    """A linked organisation, with its article before the link."""
    with_article = organisation.title in read_table("facts", "words")["articles"]["organisations"]
    return f"the {link(organisation.title)}" if with_article else link(organisation.title)
