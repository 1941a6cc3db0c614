"""What an agent sends with each call; the descriptions become the schema that it reads."""

from typing import Annotated

import msgspec

_SHORT, _LONG = 2_000, 20_000


class CheckRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A claim to check."""

    claim: Annotated[
        str,
        msgspec.Meta(
            max_length=_LONG,
            description="One statement in English that stands on its own: names instead of pronouns.",
        ),
    ]


class SearchRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A query for pages."""

    query: Annotated[
        str,
        msgspec.Meta(
            max_length=_SHORT,
            description='Words in any form; "…" is a phrase, word* a beginning, -word excludes, OR joins.',
        ),
    ]
    limit: Annotated[int, msgspec.Meta(ge=1, le=100, description="At most this many pages.")] = 10


class ShowRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A page to read."""

    title: Annotated[str, msgspec.Meta(max_length=_SHORT, description="A page title, a redirect or a document's path.")]


class TripleRequest(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A triple to check."""

    subject: Annotated[str, msgspec.Meta(max_length=_SHORT, description="A name, an IRI, or the last part of an IRI.")]
    predicate: Annotated[
        str, msgspec.Meta(max_length=_SHORT, description="A predicate, or words for it such as `capital of`.")
    ]
    object: Annotated[str, msgspec.Meta(max_length=_SHORT, description="As for subject.")]
    method: Annotated[
        str | None, msgspec.Meta(description="What scores the triple; without it, only an open triple is scored.")
    ] = None


AgentRequest = CheckRequest | SearchRequest | ShowRequest | TripleRequest
