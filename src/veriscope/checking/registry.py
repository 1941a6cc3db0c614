"""The methods of checking by name, each with what it needs: examples to learn from, an embedding, or nothing."""

from collections.abc import Iterator, Mapping

from veriscope.checking.method import CheckingMethod, CombiningMethod, EmbeddingMethod, GraphMethod, LearningMethod
from veriscope.domain import load_plug_in, plug_in_place

# The quickest method for a single triple, and the best one for many.
QUICK_CHECKER, BEST_CHECKER = "kl", "auto"
_GROUP = "veriscope.checkers"
_LINKER = "veriscope.checking.knowledge_linker:KnowledgeLinker"

_OUR_METHODS: dict[str, CheckingMethod] = {
    "auto": CombiningMethod("veriscope.checking.auto:Auto", embeddings=("transe",)),
    "kl": GraphMethod(_LINKER),
    "kl-ends": GraphMethod(_LINKER, (("weighting", "degree+ends"),)),
    "kl-ultrametric": GraphMethod(_LINKER, (("closure", "ultrametric"),)),
    "kg-miner": LearningMethod("veriscope.checking.kg_miner:KgMiner"),
    "pra": LearningMethod("veriscope.checking.path_ranking:PathRanking"),
    "sfe": LearningMethod("veriscope.checking.subgraph_features:SubgraphFeatures"),
    "transe": EmbeddingMethod("transe"),
    "transh": EmbeddingMethod("transh"),
    "katz": GraphMethod("veriscope.checking.katz:Katz"),
    "adamic-adar": GraphMethod("veriscope.checking.neighbours:AdamicAdar"),
    "jaccard": GraphMethod("veriscope.checking.neighbours:Jaccard"),
    "degree-product": GraphMethod("veriscope.checking.neighbours:DegreeProduct"),
}


class CheckingMethods(Mapping[str, CheckingMethod]):
    """The methods by name; a plug-in's checker is found by its place or its entry point, and is not listed.

    A class with `fit` learns from labelled facts; any other is made from a view of the graph.
    """

    def __getitem__(self, name: str) -> CheckingMethod:
        if name in _OUR_METHODS:
            return _OUR_METHODS[name]
        place = plug_in_place(name, _GROUP)
        if not place:
            raise KeyError(name)
        return LearningMethod(place) if hasattr(load_plug_in(place), "fit") else GraphMethod(place)

    def __contains__(self, name: object) -> bool:
        return name in _OUR_METHODS or (isinstance(name, str) and bool(plug_in_place(name, _GROUP)))

    def __iter__(self) -> Iterator[str]:
        return iter(_OUR_METHODS)

    def __len__(self) -> int:
        return len(_OUR_METHODS)


CHECKERS = CheckingMethods()
