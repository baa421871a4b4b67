"""What a correct game does: reference engines whose every decision names its clauses. No rule text lives here."""
