"""The command line: transcripts, exit codes, and what it keeps out."""
