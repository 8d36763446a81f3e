"""The interface of every board, and what boards draw with. No Textual: plain mode and exports draw too."""
