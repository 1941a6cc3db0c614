"""Triple → truth score and what explains it, one algorithm per file."""
