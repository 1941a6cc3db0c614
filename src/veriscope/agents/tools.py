"""The tools that agents call: each takes a request and returns the object that the command prints with `--json`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from veriscope.agents.requests import AgentRequest, CheckRequest, SearchRequest, ShowRequest, TripleRequest
from veriscope.agents.sources import OpenSources
from veriscope.checking import QUICK_CHECKER
from veriscope.corpus import require_page, search_corpus
from veriscope.domain import require_name
from veriscope.errors import UsageError
from veriscope.files import JsonObject
from veriscope.pipeline import trace_as_json
from veriscope.reports import page_as_json, search_as_json

_REASONS = 5


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool: what it is for, what it takes, and what answers it; `command` prints the same object."""

    title: str
    description: str
    command: str
    request: type[AgentRequest]
    answer: Callable[[OpenSources, Any], object]


def _check(sources: OpenSources, request: CheckRequest) -> object:
    return trace_as_json(sources.verifier.check(request.claim))


def _search(sources: OpenSources, request: SearchRequest) -> object:
    if not request.query.strip():
        raise UsageError("the query is empty; give a word or a phrase")
    return search_as_json(search_corpus(sources.verifier.corpus, request.query, limit=request.limit))


def _show(sources: OpenSources, request: ShowRequest) -> object:
    return page_as_json(require_page(sources.verifier.corpus, request.title))


def _kb_check(sources: OpenSources, request: TripleRequest) -> object:
    from veriscope.kb import check_triple, checked_as_json  # noqa: PLC0415 - graphs load kernels, which takes a while

    triple = sources.names.triple(request.subject, request.predicate, request.object)
    method = sources.methods.method(request.method or QUICK_CHECKER)
    checked = check_triple(sources.graph, triple, method, is_asked=request.method is not None, reasons=_REASONS)
    return checked_as_json(sources.graph, checked)


TOOLS: Mapping[str, AgentTool] = {
    "check": AgentTool(
        "Check a claim",
        "Check one statement against the corpus. `label` is SUPPORTS, REFUTES or NOT ENOUGH INFO, according to that "
        "corpus and not to the world; `key_evidence` names the pieces of `evidence` that explain it. Cite these ids.",
        "check",
        CheckRequest,
        _check,
    ),
    "search": AgentTool(
        "Search the corpus",
        "Find pages of the corpus by their content, best first, each with its best passage and that passage's id.",
        "corpus search",
        SearchRequest,
        _search,
    ),
    "show": AgentTool(
        "Show a page",
        "Read a whole page of the corpus: sentences, lists and tables, each piece with the id to cite it by.",
        "corpus show",
        ShowRequest,
        _show,
    ),
    "kb_check": AgentTool(
        "Check a triple",
        "Check a triple (subject, predicate, object) against the knowledge graph. `holding` is held, contradicted or "
        "open; an open triple gets a score, which compares only with scores of the same method.",
        "kb check",
        TripleRequest,
        _kb_check,
    ),
}


def answer_call(sources: OpenSources, name: str, arguments: object) -> JsonObject:
    """The answer to a call of a tool; raises `VeriscopeError` for a wrong name or wrong arguments."""
    tool = TOOLS[require_name(name, TOOLS, "tool")]
    try:
        request: AgentRequest = msgspec.convert(arguments, tool.request)
    except msgspec.ValidationError as error:
        fields = ", ".join(field.name for field in msgspec.structs.fields(tool.request))
        raise UsageError(f"{name}: {str(error).replace('`', '')}; the arguments are: {fields}") from None
    return cast(JsonObject, tool.answer(sources, request))


def input_schema(tool: AgentTool) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments, without references."""
    (_,), definitions = msgspec.json.schema_components([tool.request])
    schema = dict(definitions[tool.request.__name__])
    schema.pop("title", None)
    return schema
