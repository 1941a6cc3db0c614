"""The corpus folder: pages, search index, manifest."""
