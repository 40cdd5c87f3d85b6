"""`python -m pnp`."""

import sys

from pnp.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
