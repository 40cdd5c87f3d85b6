"""Sheets for other tools than a printer: the paths that a cutter follows."""
