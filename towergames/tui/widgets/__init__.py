"""Widgets that receive a view and post messages; no rules."""
