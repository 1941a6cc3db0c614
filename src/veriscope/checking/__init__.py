"""Triple → truth score and what explains it, one algorithm per file."""

from veriscope.checking.adamic_adar import AdamicAdar
from veriscope.checking.degree_product import DegreeProduct
from veriscope.checking.jaccard import Jaccard
from veriscope.checking.katz import Katz
from veriscope.checking.knowledge_linker import KnowledgeLinker, LinkerVariant
from veriscope.checking.method import CheckingMethod

CHECKERS: dict[str, CheckingMethod] = {
    "adamic-adar": AdamicAdar,
    "degree-product": DegreeProduct,
    "jaccard": Jaccard,
    "katz": Katz,
    "kl": KnowledgeLinker,
    "kl-ends": LinkerVariant(weighting="degree+ends"),
    "kl-ultrametric": LinkerVariant(closure="ultrametric"),
}

__all__ = [
    "CHECKERS",
    "AdamicAdar",
    "CheckingMethod",
    "DegreeProduct",
    "Jaccard",
    "Katz",
    "KnowledgeLinker",
    "LinkerVariant",
]
