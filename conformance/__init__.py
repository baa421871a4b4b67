"""Whether someone else's game does it: the protocol, the cases, the runner, and the command line."""
