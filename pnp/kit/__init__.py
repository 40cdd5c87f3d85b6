"""Reads a kit's folder: YAML to a Kit that keeps the place of every value, and the faults met on the way."""
