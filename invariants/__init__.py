"""What must always be true: properties, proofs and the agreement of engine and clauses. No rule is decided here."""
