"""Who sees ratings, and who is left out of the ranking. Kept they are in any case."""

from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import Club, Player, RatingsBegin, RatingsFor
from tournaments.services.kept.ratings import rebuild_ratings


@transaction.atomic
def set_ratings_for(*, club: Club, ratings_for: str, ratings_begin: str, actor: Actor) -> None:
    """And whether they begin anew with every season: then all of them are worked out once more."""
    known = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before: Details = {"ratings_for": known.ratings_for, "ratings_begin": known.ratings_begin}
    after: Details = {"ratings_for": ratings_for, "ratings_begin": ratings_begin}
    if before == after:
        return
    known.ratings_for, known.ratings_begin = RatingsFor(ratings_for), RatingsBegin(ratings_begin)
    known.save(update_fields=["ratings_for", "ratings_begin"])
    if before["ratings_begin"] != ratings_begin:
        rebuild_ratings(known)
    audit.record(actor, "club-ratings-set", club=known, before=before, after=after)


@transaction.atomic
def set_unranked(*, player: Player, unranked: bool, actor: Actor) -> None:
    """As the player wishes, who goes on being rated for the others' sake."""
    known = Player.objects.select_for_update(of=["self"]).select_related("club").get(pk=player.pk)
    if known.unranked == unranked:
        return
    subject: Details = {"player": the_player(known.pk)}
    Player.objects.filter(pk=known.pk).update(unranked=unranked)
    before: Details = {**subject, "unranked": known.unranked}
    after: Details = {**subject, "unranked": unranked}
    audit.record(actor, "player-ranking-set", club=known.club, before=before, after=after)
