"""Konexi: letters notched into one balancing tower. Rules only; physics answers through ``needs``."""
