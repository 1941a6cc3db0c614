"""Triple → truth score and what explains it, one algorithm per file."""

from veriscope.checking.adamic_adar import AdamicAdar
from veriscope.checking.auto import Auto
from veriscope.checking.degree_product import DegreeProduct
from veriscope.checking.embedding_checker import EmbeddingChecker, EmbeddingMethod
from veriscope.checking.jaccard import Jaccard
from veriscope.checking.katz import Katz
from veriscope.checking.kg_miner import KgMiner
from veriscope.checking.knowledge_linker import KnowledgeLinker, LinkerVariant
from veriscope.checking.method import CheckingMethod
from veriscope.checking.path_ranking import PathRanking
from veriscope.checking.subgraph_features import SubgraphFeatures

CHECKERS: dict[str, CheckingMethod] = {
    "adamic-adar": AdamicAdar,
    "auto": Auto,
    "degree-product": DegreeProduct,
    "jaccard": Jaccard,
    "katz": Katz,
    "kg-miner": KgMiner,
    "kl": KnowledgeLinker,
    "kl-ends": LinkerVariant(weighting="degree+ends"),
    "kl-ultrametric": LinkerVariant(closure="ultrametric"),
    "pra": PathRanking,
    "sfe": SubgraphFeatures,
    "transe": EmbeddingMethod("transe"),
    "transh": EmbeddingMethod("transh"),
}

__all__ = [
    "CHECKERS",
    "AdamicAdar",
    "Auto",
    "CheckingMethod",
    "DegreeProduct",
    "EmbeddingChecker",
    "EmbeddingMethod",
    "Jaccard",
    "Katz",
    "KgMiner",
    "KnowledgeLinker",
    "LinkerVariant",
    "PathRanking",
    "SubgraphFeatures",
]
