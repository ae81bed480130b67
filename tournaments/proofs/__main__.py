"""``capstone-verify.pyz``: with Python alone, and draws of a Swiss for two where their library is installed."""

import sys
from argparse import ArgumentParser
from io import TextIOWrapper

from tournaments.proofs.alone import LIBRARY
from tournaments.proofs.printed import HELP, add_arguments, answer


def main() -> None:
    """Ends the process with the status of the command."""
    parser = ArgumentParser(prog="capstone-verify.pyz", description=HELP, epilog=f"{LIBRARY} draws a Swiss for two.")
    add_arguments(parser)
    asked = parser.parse_args()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    status = 0
    for text, code in answer(asked.files, as_json=asked.json):
        sys.stdout.write(f"{text}\n")
        status = max(status, code)
    sys.exit(status)


if __name__ == "__main__":
    main()
