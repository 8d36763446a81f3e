"""The list of saves, with a preview of each."""
