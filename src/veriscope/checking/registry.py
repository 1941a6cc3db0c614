"""The methods of checking by name, each with what it needs: examples to learn from, an embedding, or nothing."""

from veriscope.checking.method import CheckingMethod, CombiningMethod, EmbeddingMethod, GraphMethod, LearningMethod

# The quickest method for a single triple, and the best one for many.
QUICK_CHECKER, BEST_CHECKER = "kl", "auto"
_LINKER = "veriscope.checking.knowledge_linker:KnowledgeLinker"

CHECKERS: dict[str, CheckingMethod] = {
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
