from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.audit import Actor
from tournaments.models import (
    AuditEntry,
    ByeRequest,
    Claim,
    Club,
    ClubMeeting,
    ClubRating,
    Confirmation,
    ContestTally,
    Deal,
    Entrant,
    Event,
    EventForecast,
    EventMeeting,
    EventRating,
    EventTally,
    Invitation,
    Member,
    Message,
    PadLink,
    Player,
    ProposedCorrection,
    RatingModel,
    Seat,
    Table,
)
from tournaments.services.club.clubs import create_club, edit_club
from tournaments.services.club.members import remove_member, set_member
from tournaments.services.refusals import Refused
from tournaments.words.games import game_name
from tournaments.words.refusals import refusal_text


class ReadOnly(admin.ModelAdmin):
    """What services write can be looked at here; changing it past them would leave no trace."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


def _actor(request: HttpRequest) -> Actor:
    assert isinstance(request.user, User)  # the admin is closed to everybody else
    return Actor(user=request.user)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Everything is written by the services, so that the club's log knows it."""

    list_display = ["name", "slug"]
    fields = ["name", "slug"]

    def get_readonly_fields(self, request: HttpRequest, obj: Club | None = None) -> list[str]:
        return [] if obj else ["slug"]  # a new club gets its address from its name

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: Any) -> None:
        actor = _actor(request)
        if change:
            edit_club(club=obj, name=obj.name, slug=obj.slug, actor=actor)
        else:
            assert actor.user
            club = create_club(name=obj.name, owner=actor.user, actor=actor)
            obj.pk, obj.slug = club.pk, club.slug

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Member)
class MemberAdmin(admin.ModelAdmin):
    """Of clubs; the roles of an event are given by invitation."""

    list_display = ["user", "club", "event", "role"]
    list_select_related = ["user", "club", "event"]
    fields = ["user", "club", "role"]

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> list[str]:
        return ["user", "club"] if obj else []

    def has_change_permission(self, request: HttpRequest, obj: Member | None = None) -> bool:
        return obj is None or obj.event_id is None

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        options["choices"] = [choice for choice in db_field.get_choices() if choice[0] not in Member.OF_EVENT]
        return super().formfield_for_choice_field(db_field, request, **options)

    def save_model(self, request: HttpRequest, obj: Member, form: Any, change: Any) -> None:
        try:
            obj.pk = set_member(club=obj.club, user=obj.user, role=obj.role, actor=_actor(request)).pk
        except Refused as refused:
            messages.error(request, refusal_text(refused))

    def delete_model(self, request: HttpRequest, obj: Member) -> None:
        try:
            remove_member(member=obj, actor=_actor(request))
        except Refused as refused:
            messages.error(request, refusal_text(refused))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        for member in queryset.select_related("user", "club"):
            self.delete_model(request, member)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ["name", "club", "date", "played"]
    list_select_related = ["club"]
    exclude = ["game"]
    readonly_fields = ["played"]

    @admin.display(description=Event._meta.get_field("game").verbose_name, ordering="game")
    def played(self, event: Event) -> str:
        return game_name(event.game)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ["at", "club", "event", "revision", "table", "action", "user"]
    list_filter = ["club", "action"]
    list_select_related = ["club", "event", "table__event", "user"]


@admin.register(Deal)
class DealAdmin(ReadOnly):
    list_display = ["table", "number", "version", "payload", "created_at"]
    list_select_related = ["table__event"]


admin.site.register(
    [Player, Entrant, ByeRequest, Table, Seat, Confirmation, ProposedCorrection, Claim, Message], ReadOnly
)


@admin.register(PadLink)
class PadLinkAdmin(ReadOnly):
    fields = ["table", "created_at", "revoked_at"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ["club", "event", "role", "made_by", "good_until", "uses"]
    exclude = ["code_hash"]


admin.site.register(
    [EventTally, ContestTally, EventRating, EventForecast, ClubRating, RatingModel, EventMeeting, ClubMeeting], ReadOnly
)
