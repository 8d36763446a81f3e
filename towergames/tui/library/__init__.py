"""What the library screens (replay, saves, statistics, rules, pad, export) are made of, drawn without Textual."""
