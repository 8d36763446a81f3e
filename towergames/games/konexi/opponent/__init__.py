"""The opponents of Konexi; ``player`` decides. See ``BOTS.md``. Only simulated releases need physics."""
