"""TransE, TransH, and clusters of pairs of entities."""
