"""Writes the evidence lines of tests that are marked with a clause. It never decides whether a test passes."""
