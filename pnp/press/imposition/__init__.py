"""Pieces onto sheets, with their marks and what a sheet says about itself."""
