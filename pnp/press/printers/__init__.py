"""Printers as they are: how they miss, what is read off a calibration sheet, in which order pages go through."""
