"""Ostium's attack phase for two players. Development, collection and the other modes are not modelled yet."""
