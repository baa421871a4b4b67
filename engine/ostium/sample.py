"""A position to begin with, in the line notation: the attack half of a turn, all four chapters in it."""

LINE = "r3^1 b1 *0 / r1+1 b0f g1+2 / 15 12 15 | y2 g3 - / p0f - y2#2 / 9 15 4"
