"""What every client of a table needs, in a terminal or elsewhere. It does not import Textual."""
