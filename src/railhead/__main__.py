"""Run the command line: ``python -m railhead``."""

import sys

from railhead.cli import main

if __name__ == "__main__":
    sys.exit(main())
