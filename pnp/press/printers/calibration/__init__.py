"""The sheet by which a printer is measured: scales of both sides that are read against each other."""
