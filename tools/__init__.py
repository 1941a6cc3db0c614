"""Programs that make parts of the project; not in the package."""
