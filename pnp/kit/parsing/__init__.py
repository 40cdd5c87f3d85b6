"""YAML as text becomes a tree in which every value has its place."""
