"""Graph → labelled triples of controlled difficulty (BUCKLE)."""
