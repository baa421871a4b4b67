"""The version of this tool: the one place where it is written. The versions of suites and rulebooks are elsewhere."""

VERSION = "0.1.0"
