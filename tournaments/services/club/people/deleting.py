from django.db import transaction

from tournaments import audit
from tournaments.audit import Actor, Details, the_player
from tournaments.models import ClaimedHistory, Member, NameAside, NightAnswer, Player, PlayerMerge
from tournaments.selectors.club.people.same import all_of, has_taken_part
from tournaments.services.club.people.anonymising import number_of
from tournaments.services.club.people.forgetting import forget_names, lock_for_forgetting
from tournaments.services.refusals import Missing, Refused


@transaction.atomic
def delete_player(*, player: Player, actor: Actor) -> None:
    """Who never took part in anything, with the name in the log. Of who did, everything stays."""
    lock_for_forgetting(player.club)
    known = Player.objects.select_related("club", "merge__into").filter(pk=player.pk).first()
    if known is None or known.one != known:
        raise Missing
    rows = all_of(known)
    if has_taken_part(rows):
        raise Refused("player-played", name=known.name)
    aside = {each.player_id: each for each in NameAside.objects.filter(player__in=rows)}
    for each in rows:
        called = aside.get(each.pk, each)
        forget_names(known.club, name=called.name, nickname=called.nickname, instead=number_of(each))
    Member.objects.filter(player__in=rows).update(player=None)
    Member.objects.filter(says_player__in=rows).update(says_player=None)
    NameAside.objects.filter(player__in=rows).delete()
    PlayerMerge.objects.filter(gone__in=rows).delete()
    NightAnswer.objects.filter(player__in=rows).delete()
    ClaimedHistory.objects.filter(player__in=rows).delete()
    facts: Details = {"player": the_player(known.pk)}
    audit.record(actor, "player-deleted", club=known.club, before=facts, after=facts)
    Player.objects.filter(pk__in=[each.pk for each in rows]).delete()
