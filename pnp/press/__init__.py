"""Faces onto sheets, sheets into PDF: imposition, marks, notes, job ticket, safe output."""
