"""Commands: parse, call, print; one file per noun."""
