"""What every client of a table needs, whatever it shows it on: no Textual here."""
