"""The language of the kits' own rules: expressions in Python's syntax, evaluated by us and by nothing else."""
