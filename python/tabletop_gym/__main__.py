"""`python -m tabletop_gym <command ...>`: the command line of tabletop-gym, and what it runs on (`doctor`)."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NoReturn

from .command import environment, find_command
from .connection import TabletopError
from .doctor import doctor


def main() -> NoReturn:
    """Runs the command in place of this process, or `doctor` here."""
    words = sys.argv[1:]
    try:
        if words[:1] == ["doctor"] and not {"--install", "--help", "-h"} & set(words):
            sys.exit(doctor(words[1:]))
        command = [*find_command(), *words]
        if os.name == "posix":
            # What was printed here comes first, and signals go where they are meant.
            sys.stdout.flush()
            os.execvpe(command[0], command, environment())
        sys.exit(subprocess.call(command, env=environment()))
    except TabletopError as error:
        print(f"tabletop: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
