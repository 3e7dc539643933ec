"""What everybody may know about a railroad besides its figures: track rights, tokens, abilities, reservations."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.information import InformationRules
from railhead.core.state import CLOSED, FLOATED
from railhead.core.text import Text, joined
from railhead.titles.t18oe import floating, reserving, rights, slots
from railhead.titles.t18oe.facts import AREAS, NATIONAL, ZONES
from railhead.titles.t18oe.record import record


def remarks(game: Game, company: Company) -> dict[str, Text]:
    """By a word of each remark; nothing but its fate about a railroad that is out of the game."""
    known = record(game)
    into = known.into[company]
    if into is not None:
        return {"merged": Text("merged into {company}", company=game.symbol(into))}
    if company in known.abandoned:
        return {"abandoned": Text("abandoned")}
    if game.state.has(company, CLOSED):
        return {"game": Text("out of the game")}
    return {**_standing(game, company), **_assets(game, company), **_claims(game, company)}


def _standing(game: Game, company: Company) -> dict[str, Text]:
    """Its track rights (18OE-RIGHTS-01), and whether its presidency is for sale (18OE-CONC-06)."""
    found = {}
    if floating.parred(game, company):
        found["presidency"] = Text("its presidency is for sale")
    zones = sorted(rights.zones(game, company))
    if zones:
        names = joined(ZONES[zone].name for zone in zones)
        found["track rights"] = Text("track rights: {zones}", zones=names)
    return found


def _assets(game: Game, company: Company) -> dict[str, Text]:
    """What lies on its charter besides money, trains and shares."""
    known = record(game)
    found = {}
    prices = slots.open_slots(game, company)
    if game.state.has(company, FLOATED) and prices:
        found["tokens"] = Text("tokens for {prices}", prices=", ".join(map(str, prices)))
    minors = [game.symbol(minor) for minor in game.all_companies() if known.into[minor] == company]
    if minors:
        found["abilities"] = Text("abilities of {minors}", minors=", ".join(minors))
    if company in known.pullmans or game.state.kind[company] == NATIONAL:
        found["Pullman"] = Text("Pullman")
    areas = [AREAS[area] for owner, area in known.authorities if owner == company]
    if areas:
        found["port authority"] = Text("port authority: {areas}", areas=joined(areas))
    if company in known.express:
        found["Orient Express"] = Text("has run the Orient Express")
    return found


def _claims(game: Game, company: Company) -> dict[str, Text]:
    """Who has reserved its shares (18OE-RESV-01), and for whom one is kept (18OE-PRIV-16)."""
    known = record(game)
    found = {}
    holder = reserving.holder(game, company)
    if holder is not None:
        found["reserved"] = Text("shares reserved by {player}", player=game.name(holder))
    if known.custody is not None and known.custody[1] == company:
        found["kept"] = Text("a share is kept for {player}", player=game.name(known.custody[0]))
    return found


RULES = InformationRules(remarks=remarks)
