"""Errors that are the user's to mend."""
import os
import sys


class Failure(Exception):
    """What a user is told, in one line."""


def run(program, main):
    """Runs `main`, that of `program`. What goes wrong ends the process in one line."""
    try:
        if sys.stdout is None:
            raise Failure("there is no standard output")
        sys.stdout.reconfigure(errors="replace")
        main()
        sys.stdout.flush()
    except Failure as failure:
        sys.exit(f"{program}: error: {failure}")
    except BrokenPipeError:
        os._exit(1)
    except OSError as error:
        # Not sys.exit(), which would try to write what is left.
        print(f"{program}: error: {error.filename or 'standard output or a file'}: "
              f"{error.strerror or error}", file=sys.stderr)
        os._exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
