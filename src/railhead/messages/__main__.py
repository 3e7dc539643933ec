"""Bring the catalogues of all languages up to date with the code, and compile them."""

from __future__ import annotations

from pathlib import Path

from railhead.messages import catalogue, collection

LOCALE = collection.ROOT / "web" / "locale"
DOMAINS = {"django": collection.for_pages, "djangojs": collection.for_scripts}


def paths(language: Path) -> dict[str, Path]:
    """The catalogues of a language."""
    return {domain: language / "LC_MESSAGES" / f"{domain}.po" for domain in DOMAINS}


def main() -> None:
    """Update, compile, and say what is still to be translated."""
    found = {domain: collect() for domain, collect in DOMAINS.items()}
    for language in sorted(LOCALE.iterdir()):
        for domain, path in paths(language).items():
            updated = catalogue.read(path).updated(found[domain])
            path.write_text(updated.to_po(), encoding="utf-8")
            path.with_suffix(".mo").write_bytes(updated.to_mo())
            left = sum(not entry.is_translated for entry in updated.entries)
            print(f"{path.relative_to(LOCALE)}: {len(updated.entries)} texts, {left} to be translated")


if __name__ == "__main__":
    main()
