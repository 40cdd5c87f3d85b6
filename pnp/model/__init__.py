"""The nouns and the units of print-and-play; knows nothing of files, templates or printers."""
