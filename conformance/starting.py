"""Where the installed command begins: while the rest is loaded, Ctrl-C ends it without a word. It does nothing else."""

import signal


def main() -> None:
    """Load the command line and run it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .main import main as command  # from here on it is told

    command()
