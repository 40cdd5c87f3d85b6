"""A drawing: cut into slices, judged by the gate, measured."""
