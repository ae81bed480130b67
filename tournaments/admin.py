from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import (
    AuditEntry,
    Club,
    Deal,
    Entrant,
    Event,
    Member,
    Message,
    Opinion,
    PadLink,
    Player,
    Proposal,
    Seat,
    Table,
)


class ReadOnly(admin.ModelAdmin):
    """What services write can be looked at here; changing it past them would leave no trace."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}


@admin.register(Member)
class MemberAdmin(admin.ModelAdmin):
    list_display = ["user", "club", "role"]
    list_select_related = ["user", "club"]


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ["at", "club", "event", "revision", "table", "action", "user"]
    list_filter = ["club", "action"]
    list_select_related = ["club", "event", "table__event", "user"]


@admin.register(Deal)
class DealAdmin(ReadOnly):
    list_display = ["table", "number", "version", "payload", "created_at"]
    list_select_related = ["table__event"]


admin.site.register([Player, Event, Entrant, Table, Seat, PadLink, Opinion, Proposal, Message], ReadOnly)
