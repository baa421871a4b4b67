"""What the rulebooks say: clauses, each traced to its sentences. Nothing here plays a game."""
