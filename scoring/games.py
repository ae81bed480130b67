"""Which games there are: each declared once, here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scoring.cards import COLONIAL_DECK, EARTH_DECK, PROTEAN_DECK
from scoring.game import Choice, Odds
from scoring.showdown.colonial import ITALIAN, VISIONS, VISIONS_PERFECT_FIRST
from scoring.showdown.game import CARDS, LENGTHS, SCORE, ShowdownGame
from scoring.showdown.odds import count_hands, count_protean_hands
from scoring.showdown.protean import PROTEAN
from scoring.vilnius.game import VILNIUS, AnnouncementGame

REDRAWS = 4
"""Of the cards of a Colonial hand, once (C4)."""

HAND_SIZE = Choice("hand_size", (6, 8))
EARTH = Choice("earth_deck", (False, True))
PERFECT_FIRST = Choice("perfect_outranks_all", (False, True))
TIE = Choice("tie", ("split", "playoff"))

COLONIAL_ITALIAN = ShowdownGame(
    key="colonial-italian",
    max_seats=6,
    options=(HAND_SIZE, EARTH, SCORE, CARDS, *LENGTHS),
    deck=EARTH.picks(COLONIAL_DECK, EARTH_DECK),
    hand_size=HAND_SIZE.picks(6, 8),
    redraws=REDRAWS,
    ruleset=ITALIAN,
    counts_cubits=SCORE.when("cubits"),
    cards_optional=CARDS.when("optional"),
    odds=Odds(ITALIAN.hand_sizes, partial(count_hands, ITALIAN, COLONIAL_DECK)),
)
COLONIAL_VISIONS = ShowdownGame(
    key="colonial-visions",
    max_seats=4,
    options=(HAND_SIZE, EARTH, SCORE, CARDS, PERFECT_FIRST, *LENGTHS),
    deck=EARTH.picks(COLONIAL_DECK, EARTH_DECK),
    hand_size=HAND_SIZE.picks(6, 8),
    redraws=REDRAWS,
    ruleset=PERFECT_FIRST.picks(VISIONS, VISIONS_PERFECT_FIRST),
    counts_cubits=SCORE.when("cubits"),
    cards_optional=CARDS.when("optional"),
    odds=Odds(VISIONS.hand_sizes, partial(count_hands, VISIONS, COLONIAL_DECK)),
)
PROTEAN_GAME = ShowdownGame(
    key="protean",
    max_seats=6,
    options=(SCORE, CARDS, TIE, *LENGTHS),
    deck=PROTEAN_DECK,
    hand_size=6,
    ruleset=PROTEAN,
    quarry=True,
    counts_cubits=SCORE.when("cubits"),
    cards_optional=CARDS.when("optional"),
    splits_ties=TIE.when("split"),
    odds=Odds(range(6, 7), count_protean_hands),
)

AnyGame = AnnouncementGame | ShowdownGame
"""Known by their ``sheet``."""

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (VILNIUS, COLONIAL_ITALIAN, COLONIAL_VISIONS, PROTEAN_GAME)}
"""The one registry of games, looked at whenever it is needed."""
