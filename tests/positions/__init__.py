"""Games of 18BF and 18OE by bots that stand at decisions which games seldom come to."""

from __future__ import annotations

from pathlib import Path

from railhead.play.gamefile import GameFile

HERE = Path(__file__).parent


def irish_ferry() -> GameFile:
    """Ann is to choose the area of Ireland that a ferry serves: the only train of VN can count two of the three."""
    return _read("irish_ferry")


def goods_train() -> GameFile:
    """Cy has declared a poor run of MR, which has a goods train as well, and Bob may announce a better one."""
    return _read("goods_train")


def last_train() -> GameFile:
    """Cy may buy a train for LS: without one it moves left from the lowest price, and closes."""
    return goods_train().first(187)


def kept_share() -> GameFile:
    """Barclay keeps a share of DSJ for Eve since action 59; the other one has been bought, and Eve may take hers."""
    return _read("kept_share")


def orient_express() -> GameFile:
    """Ben may join trains of GSWR, which reach Constantinople and Madrid only together."""
    return _read("orient_express")


def tokens_of_majors() -> GameFile:
    """Dan's major may buy tokens of Dan's other majors in several cities, with a token of any price in each."""
    return _read("many_tokens")


def green_junction() -> GameFile:
    """Minor D may place its token in any city, besides laying track."""
    return tokens_of_majors().first(140)


def _read(name: str) -> GameFile:
    return GameFile.from_json((HERE / f"{name}.json").read_text())
