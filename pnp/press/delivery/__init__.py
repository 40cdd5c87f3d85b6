"""Finished files into the output folder, and the ticket that tells of them."""
