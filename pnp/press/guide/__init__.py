"""The print guide of a build: what to print on what, and how to cut and fold it, told by the sheets themselves."""
