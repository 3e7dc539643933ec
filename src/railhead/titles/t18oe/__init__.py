"""18OE: On the Rails of the Orient Express."""
