"""The embedded starter atlas: pages, redirects, a knowledge base and claims, as plain files in the package."""

from veriscope.starter.files import claims_path, kb_path, numeric_claims_path, pages_path, redirects_path

__all__ = ["claims_path", "kb_path", "numeric_claims_path", "pages_path", "redirects_path"]
