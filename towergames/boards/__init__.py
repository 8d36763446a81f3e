"""Pictures of games: a view in, cells and hot spots out. Pure; no Textual, so that plain mode and exports draw too."""
