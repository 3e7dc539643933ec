"""Which rule of 18BF forbids what: the ids behind the keys that rules use when they refuse an action."""

CITATIONS = {
    "game.over": "18BF-END-01",
    "turn.stock": "18BF-SR-02",
    "turn.operating": "18BF-OR-05",
    "turn.consent": "18BF-MERGE-03",
}
