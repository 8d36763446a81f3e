"""Seats of an open table in browsers (``towergames serve``): the server, and the process of one seat."""
