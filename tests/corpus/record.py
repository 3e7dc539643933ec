"""Record what new games of the corpus come to: `python -m tests.corpus.record`.

Games that are recorded already are left as they are, always.
"""

from __future__ import annotations

import json

from tests.corpus.games import EXPECTED, expected, load, names
from tests.corpus.ledger import outcome_of


def main() -> None:
    """Add the outcome of every game that has none yet."""
    known = expected()
    for name in names():
        if name not in known:
            known[name] = outcome_of(load(name))
            print(f"{name}: {known[name].actions} actions, {known[name].ending or 'not ended'}")
    data = {name: outcome.to_data() for name, outcome in sorted(known.items())}
    EXPECTED.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
