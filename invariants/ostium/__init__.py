"""What must be true of Ostium: proofs and properties, one file a chapter."""
