from django.urls import path

from tournaments.views import (
    account,
    club,
    desk,
    event,
    home,
    live,
    pad,
    plan,
    players,
    rules,
    seating,
    tables,
    tournament,
    wall,
    why,
)

urlpatterns = [
    # Clubs and people
    path("", home.home, name="home"),
    path("clubs/", home.clubs, name="clubs"),
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/players/", players.roster, name="roster"),
    path("clubs/<slug:slug>/events/new/", event.new_event, name="event-new"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/edit/", players.edit_player, name="player-edit"),
    # A night: for everyone, then the director's desk
    path("events/<int:pk>/", event.event, name="event"),
    path("events/<int:pk>/cards/", tables.event_cards, name="event-cards"),
    path("events/<int:pk>/wall/", wall.wall, name="wall"),
    path("events/<int:pk>/finish/", desk.finish, name="event-finish"),
    path("events/<int:pk>/reopen/", desk.reopen, name="event-reopen"),
    path("events/<int:pk>/desk/", desk.desk, name="desk"),
    path("events/<int:pk>/desk/here/", desk.here, name="desk-here"),
    path("events/<int:pk>/desk/left/", desk.left, name="desk-left"),
    path("events/<int:pk>/desk/seating/", seating.seating, name="desk-seating"),
    path("events/<int:pk>/desk/move/", desk.move, name="desk-move"),
    path("events/<int:pk>/desk/resume/", desk.resume, name="desk-resume"),
    # What every page that shows results follows
    path("events/<int:pk>/stream/", live.event_stream, name="event-live"),
    path("events/<int:pk>/revision/", live.event_revision_now, name="event-revision"),
    # A table
    path("tables/<int:pk>/", tables.table, name="table"),
    path("tables/<int:pk>/card/", tables.table_card, name="table-card"),
    path("tables/<int:pk>/end/", desk.end, name="table-end"),
    path("tables/<int:pk>/reopen/", desk.reopen_table, name="table-reopen"),
    path("tables/<int:pk>/adjourn/", desk.adjourn, name="table-adjourn"),
    path("tables/<int:pk>/pad-link/renew/", desk.renew_link, name="pad-link-renew"),
    path("tables/<int:pk>/pad-link/revoke/", desk.revoke_link, name="pad-link-revoke"),
    # The pad of a table: its page, and what the page asks for
    path("pad/<str:token>/", pad.pad, name="pad"),
    path("pad/<str:token>/state/", pad.state, name="pad-state"),
    path("pad/<str:token>/deals/", pad.deals, name="pad-deals"),
    path("pad/<str:token>/deals/<int:number>/", pad.deal, name="pad-deal"),
    path("pad/<str:token>/deals/<int:number>/void/", pad.void, name="pad-void"),
    path("pad/<str:token>/dealer/", pad.dealer, name="pad-dealer"),
    path("pad/<str:token>/hand/", pad.hand, name="pad-hand"),
    path("pad/<str:token>/preview/", pad.verdict, name="pad-preview"),
    # Tournaments
    path("plan/", plan.plan, name="plan"),
    path("events/<int:event>/entrants/<int:pk>/why/", why.why, name="why"),
    # A tournament, for everyone
    path("events/<int:pk>/cross-table/", tournament.cross_table, name="cross-table"),
    path("events/<int:pk>/bracket/", tournament.bracket, name="bracket"),
    path("rounds/<int:pk>/pairings/", tournament.pairings, name="pairings"),
    # The rules, and the way in
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:game>/", rules.game_rules, name="rules-game"),
    path("sign-in/", account.sign_in, name="sign-in"),
    path("sign-in/link/", account.sign_in_link, name="sign-in-link"),
    path("sign-out/", account.sign_out, name="sign-out"),
]
