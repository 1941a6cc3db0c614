"""Sources → pages → the corpus store."""
