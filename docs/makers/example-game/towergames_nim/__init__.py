"""Nim for towergames: players take blocks off towers, and the last block decides."""
