"""Jinja as templates of cards may use it: bounded, without a way out, and compiled with little ado."""
