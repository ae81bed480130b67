from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tournaments.api.interface import open_to_programs
from tournaments.views import bend, live, plan, rules, statistics
from tournaments.views.calendar import director as calendar_director
from tournaments.views.calendar import own as own_calendar
from tournaments.views.calendar import pages as calendar
from tournaments.views.club import (
    account,
    backups,
    club,
    codes,
    find,
    home,
    invitations,
    members,
    players,
    ratings,
    visibility,
)
from tournaments.views.club.people import data as people
from tournaments.views.club.people import merging, retention
from tournaments.views.connections import embedding, passports, webhooks
from tournaments.views.door import director as door
from tournaments.views.door import entering
from tournaments.views.files import out, progress, whole_club
from tournaments.views.files import paper as paper_in
from tournaments.views.files import played as played_in
from tournaments.views.files import players as players_in
from tournaments.views.ladder import pages as ladder
from tournaments.views.ladder import running as ladder_running
from tournaments.views.league import pages as league
from tournaments.views.league import planning as league_planning
from tournaments.views.log import log
from tournaments.views.meetings import meetings
from tournaments.views.night import codes as event_codes
from tournaments.views.night import desk, desk_tables, director, event, seating, settings, wall
from tournaments.views.pad import calls as pad_calls
from tournaments.views.pad import confirmations as pad_confirmations
from tournaments.views.pad import contributions as pad_contributions
from tournaments.views.pad import correct_many as pad_correct_many
from tournaments.views.pad import manifest as pad_manifest
from tournaments.views.pad import pad
from tournaments.views.pad import worker as pad_worker
from tournaments.views.paper import crest, prints
from tournaments.views.paper import typed as paper
from tournaments.views.programs import tokens
from tournaments.views.report import cards as report_cards
from tournaments.views.report import report
from tournaments.views.season import planning, seasons
from tournaments.views.stage import (
    absences,
    entrants,
    late_corrections,
    preview,
    registration,
    rounds,
    rulings,
    stages,
    starting,
    tie_breaks,
    why,
)
from tournaments.views.table import claims, correct_many, table
from tournaments.views.tournament import page as tournament


class PadToken(StringConverter):
    """A table's secret, and after dots a player and the signature."""

    regex = "[-a-zA-Z0-9_.]+"


register_converter(PadToken, "pad")

urlpatterns = [
    # Clubs and people
    path("", home.home, name="home"),
    path("clubs/", home.clubs, name="clubs"),
    path("find/", find.find, name="find"),
    path("backups/", backups.backups, name="backups"),
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/players/", players.roster, name="roster"),
    # Statistics and records
    path("clubs/<slug:slug>/statistics/", statistics.club, name="statistics"),
    path("clubs/<slug:slug>/statistics/<slug:game>/", statistics.club, name="statistics-game"),
    path("players/<int:pk>/statistics/", statistics.player, name="player-statistics"),
    path("events/<int:pk>/statistics/", statistics.event, name="event-statistics"),
    path("statistics/", statistics.definitions, name="definitions"),
    path("clubs/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/<slug:game>/", ratings.ratings, name="ratings-game"),
    path("clubs/<slug:slug>/who-sees-ratings/", ratings.settings, name="ratings-settings"),
    path("players/<int:pk>/ranking/", ratings.leave, name="player-ranking"),
    path("codes/<str:code>/ranking/", ratings.own, name="code-ranking"),
    path("clubs/<slug:slug>/meetings/", meetings.group, name="meetings"),
    path("players/<int:pk>/rivals/", meetings.of_player, name="rivals"),
    path("players/<int:pk>/with/<int:other>/", meetings.compare, name="compare"),
    path("clubs/<slug:slug>/codes/", codes.codes, name="codes"),
    path("clubs/<slug:slug>/codes/<int:number>/renew/", codes.renew_of_table, name="code-renew-table"),
    path("clubs/<slug:slug>/visibility/", visibility.of_club, name="club-visibility"),
    path("clubs/<slug:slug>/members/", members.members, name="members"),
    path("clubs/<slug:slug>/members/invite/", invitations.invite, name="invite"),
    path("clubs/<slug:slug>/members/invite/hall/", invitations.hall, name="invite-hall"),
    path("clubs/<slug:slug>/members/invite/<int:pk>/revoke/", invitations.revoke, name="invitation-revoke"),
    path("clubs/<slug:slug>/members/leave/", members.leave, name="member-leave"),
    path("clubs/<slug:slug>/members/says/", members.says, name="member-says"),
    path("clubs/<slug:slug>/members/<int:pk>/role/", members.role, name="member-role"),
    path("clubs/<slug:slug>/members/<int:pk>/remove/", members.remove, name="member-remove"),
    path("clubs/<slug:slug>/members/<int:pk>/hand-over/", members.give_club, name="member-hand-over"),
    path("clubs/<slug:slug>/members/<int:pk>/player/", members.answer, name="member-player"),
    path("clubs/<slug:slug>/programs/", tokens.tokens, name="tokens"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", tokens.revoke, name="token-revoke"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("clubs/<slug:slug>/events/new/", event.new_event, name="event-new"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/edit/", players.edit_player, name="player-edit"),
    path("players/<int:pk>/archive/", players.archive, name="player-archive"),
    path("players/<int:pk>/code/renew/", codes.renew_of_player, name="code-renew-player"),
    path("players/<int:pk>/data/", people.data, name="player-data"),
    path("players/<int:pk>/data.json", people.file, name="player-file"),
    path("players/<int:pk>/anonymise/", people.make_anonymous, name="player-anonymise"),
    path("players/<int:pk>/name-again/", people.name_again, name="player-name-again"),
    path("players/<int:pk>/delete/", people.delete, name="player-delete"),
    path("players/<int:pk>/merge/", merging.merge, name="player-merge"),
    path("players/<int:pk>/part/", merging.part, name="player-part"),
    path("clubs/<slug:slug>/retention/", retention.retention, name="retention"),
    path("privacy/", retention.privacy, name="privacy"),
    path("codes/<str:code>/", codes.code, name="code"),
    path("codes/<str:code>/name/", visibility.of_name, name="code-name"),
    path("codes/<str:code>/data.json", people.own_file, name="code-file"),
    path("codes/<str:code>/enter/", entering.enter, name="enter"),
    # Coming nights
    path("clubs/<slug:slug>/calendar/", calendar.calendar, name="calendar"),
    path("clubs/<slug:slug>/calendar.ics", calendar.calendar_file, name="calendar-file"),
    path("clubs/<slug:slug>/calendar/new/", calendar_director.plan, name="coming-new"),
    path("coming/<int:pk>/", calendar.coming, name="coming"),
    path("coming/<int:pk>/change/", calendar_director.change, name="coming-change"),
    path("coming/<int:pk>/cancel/", calendar_director.cancel, name="coming-cancel"),
    path("coming/<int:pk>/answer/", calendar_director.answer, name="coming-answer"),
    path("coming/<int:pk>/open/", calendar_director.open_night, name="coming-open"),
    path("coming/<int:pk>/reply/", own_calendar.reply, name="coming-reply"),
    path("codes/<str:code>/coming/<int:pk>/", own_calendar.own_night, name="own-night"),
    path("codes/<str:code>/calendar.ics", own_calendar.own_file, name="own-calendar"),
    # A night: for everyone, then the director's desk
    path("events/<int:pk>/", event.event, name="event"),
    path("events/<int:pk>/tables/", event.tables, name="tables"),
    path("events/<int:pk>/ratings/<int:player>/", ratings.change, name="rating-change"),
    path("events/<int:pk>/report/", report.report, name="report"),
    path("events/<int:pk>/report/<slug:shape>.png", report_cards.of_event, name="report-card"),
    path("events/<int:pk>/report/<int:player>/<slug:shape>.png", report_cards.of_player, name="report-player-card"),
    path("clubs/<slug:slug>/feed.atom", report.feed, name="club-feed"),
    path("events/<int:pk>/bend/", bend.event_bend, name="event-bend"),
    path("events/<int:pk>/people/", event.event_people, name="event-people"),
    path("events/<int:pk>/cards/", table.event_cards, name="event-cards"),
    path("events/<int:pk>/codes/", event_codes.codes, name="event-codes"),
    path("events/<int:pk>/codes/renew/", event_codes.renew, name="event-codes-renew"),
    path("events/<int:pk>/codes/again/", event_codes.good_again, name="event-codes-again"),
    path("events/<int:pk>/race/", event.race, name="race"),
    path("events/<int:pk>/wall/", wall.wall, name="wall"),
    path("events/<int:pk>/wall/opened/", wall.opened, name="wall-opened"),
    path("events/<int:pk>/finish/", desk.finish, name="event-finish"),
    path("events/<int:pk>/reopen/", desk.reopen, name="event-reopen"),
    path("events/<int:pk>/desk/", desk.desk, name="desk"),
    path("events/<int:pk>/again/", director.again, name="event-again"),
    path("events/<int:pk>/discard/", director.discard, name="event-discard"),
    path("events/<int:pk>/desk/close/", director.close, name="desk-close"),
    path("events/<int:pk>/desk/undo/", director.undo, name="desk-undo"),
    path("seats/<int:pk>/no-show/", director.no_show, name="seat-no-show"),
    path("events/<int:pk>/desk/here/", desk.here, name="desk-here"),
    path("events/<int:pk>/desk/left/", desk.left, name="desk-left"),
    path("events/<int:pk>/desk/seating/", seating.seating, name="desk-seating"),
    path("events/<int:pk>/desk/sit-down/", desk.sit_down, name="desk-sit-down"),
    path("events/<int:pk>/desk/move/", desk.move, name="desk-move"),
    path("events/<int:pk>/desk/resume/", desk.resume, name="desk-resume"),
    path("events/<int:pk>/desk/message/", desk_tables.message, name="desk-message"),
    path("events/<int:pk>/door/", door.door, name="door"),
    path("events/<int:pk>/door/open/", door.switch, name="door-switch"),
    path("events/<int:pk>/door/renew/", door.renew, name="door-renew"),
    path("events/<int:pk>/door/let-in/", door.let_in, name="door-let-in"),
    path("events/<int:pk>/door/remove/", door.remove, name="door-remove"),
    path("events/<int:pk>/register/", entering.register, name="register"),
    path("events/<int:pk>/desk/settings/", settings.settings, name="event-settings"),
    path("events/<int:pk>/desk/visibility/", visibility.of_event, name="event-visibility"),
    # Seasons of a club
    path("clubs/<slug:slug>/seasons/", seasons.seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/new/", planning.new, name="season-new"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/what-if/", seasons.what_if, name="season-what-if"),
    path("seasons/<int:pk>/why/<int:player>/", seasons.why, name="season-why"),
    path("seasons/<int:pk>/statistics/", seasons.statistics, name="season-statistics"),
    path("seasons/<int:pk>/statistics/<slug:game>/", seasons.statistics, name="season-statistics-game"),
    path("seasons/<int:pk>/edit/", planning.edit, name="season-edit"),
    path("seasons/<int:pk>/publish/", planning.publish, name="season-publish"),
    path("seasons/<int:pk>/archive/", planning.archive, name="season-archive"),
    path("seasons/<int:pk>/discard/", planning.discard, name="season-discard"),
    path("seasons/<int:pk>/events/", planning.choose, name="season-choose"),
    # Leagues: divisions of a season
    path("seasons/<int:pk>/league/", league.league, name="league"),
    path("seasons/<int:pk>/league/plan/", league_planning.plan, name="league-plan"),
    path("seasons/<int:pk>/league/draw/", league_planning.draw, name="league-draw"),
    path("seasons/<int:pk>/league/leave/", league_planning.leave, name="league-leave"),
    path("seasons/<int:pk>/league/homes/", league_planning.homes, name="league-homes"),
    path("seasons/<int:pk>/league/<int:number>/", league.division, name="division"),
    path("seasons/<int:pk>/fixtures/<int:number>/", league.fixture, name="fixture"),
    path("seasons/<int:pk>/fixtures/<int:number>/decide/", league_planning.decide, name="fixture-decide"),
    path("seasons/<int:pk>/fixtures/<int:number>/open/", league_planning.open_table, name="fixture-open"),
    # Ladders of a club
    path("clubs/<slug:slug>/ladders/new/", ladder_running.new, name="ladder-new"),
    path("clubs/<slug:slug>/ladders/<int:number>/", ladder.ladder, name="ladder"),
    path("clubs/<slug:slug>/ladders/<int:number>/edit/", ladder_running.edit, name="ladder-edit"),
    path("clubs/<slug:slug>/ladders/<int:number>/own/", ladder.own, name="ladder-own"),
    path("clubs/<slug:slug>/ladders/<int:number>/challenge/", ladder_running.challenge_for, name="ladder-challenge"),
    path("clubs/<slug:slug>/ladders/<int:number>/outcome/", ladder_running.outcome, name="ladder-outcome"),
    path("clubs/<slug:slug>/ladders/<int:number>/place/", ladder_running.place, name="ladder-place"),
    path("codes/<str:code>/ladders/<int:number>/", ladder.by_code, name="own-ladder"),
    # What every page that shows results follows
    path("events/<int:pk>/stream/", live.event_stream, name="event-live"),
    path("events/<int:pk>/revision/", live.event_revision_now, name="event-revision"),
    # A table
    path("tables/<int:pk>/", table.table, name="table"),
    path("tables/<int:pk>/card/", table.table_card, name="table-card"),
    path("tables/<int:pk>/amend/", correct_many.table_correct_many, name="table-correct-many"),
    path("tables/<int:pk>/undo/", correct_many.table_undo, name="table-undo"),
    path("tables/<int:pk>/claim/", claims.table_claim, name="table-claim"),
    path("tables/<int:pk>/desk/", desk.table, name="table-desk"),
    path("tables/<int:pk>/end/", desk.end, name="table-end"),
    path("tables/<int:pk>/take-back/", desk.take_back, name="table-take-back"),
    path("tables/<int:pk>/reopen/", desk.reopen_table, name="table-reopen"),
    path("tables/<int:pk>/adjourn/", desk.adjourn, name="table-adjourn"),
    path("tables/<int:pk>/call/", desk_tables.answer, name="table-call"),
    path("tables/<int:pk>/stands/", desk_tables.stands, name="table-stands"),
    path("tables/<int:pk>/codes/revoke/", event_codes.revoke, name="table-codes-revoke"),
    path("tables/<int:pk>/pad-link/renew/", desk.renew_link, name="pad-link-renew"),
    path("tables/<int:pk>/pad-link/revoke/", desk.revoke_link, name="pad-link-revoke"),
    # The pad of a table: its page, and what the page asks for
    path("pad/sw.js", pad_worker.pad_worker, name="pad-worker"),
    path("pad/<pad:token>/", pad.pad, name="pad"),
    path("pad/<pad:token>/app.webmanifest", pad_manifest.pad_manifest, name="pad-manifest"),
    path("pad/<pad:token>/state/", pad.state, name="pad-state"),
    path("pad/<pad:token>/deals/", pad.deals, name="pad-deals"),
    path("pad/<pad:token>/deals/<int:number>/", pad.deal, name="pad-deal"),
    path("pad/<pad:token>/deals/<int:number>/void/", pad.void, name="pad-void"),
    path("pad/<pad:token>/opinion/", pad_confirmations.confirmation, name="pad-confirmation"),
    path("pad/<pad:token>/proposals/<int:pk>/", pad_confirmations.proposed, name="pad-proposed-correction"),
    path("pad/<pad:token>/call/", pad_calls.call, name="pad-call"),
    path("pad/<pad:token>/claim/", pad_calls.claim, name="pad-claim"),
    path("pad/<pad:token>/unsent/", pad_calls.unsent, name="pad-unsent"),
    path("pad/<pad:token>/dealer/", pad.dealer, name="pad-dealer"),
    path("pad/<pad:token>/own/", pad_contributions.contribution, name="pad-contribution"),
    path("pad/<pad:token>/hand/", pad.hand, name="pad-hand"),
    path("pad/<pad:token>/preview/", pad.verdict, name="pad-preview"),
    path("pad/<pad:token>/undo/", pad_correct_many.pad_undo, name="pad-undo"),
    path("pad/<pad:token>/amend/", pad_correct_many.pad_correct_many, name="pad-correct-many"),
    # Tournaments
    path("plan/", plan.plan, name="plan"),
    path("plan/compare/", plan.compare, name="plan-compare"),
    path("clubs/<slug:slug>/plans/proposed/", plan.proposals, name="plan-proposals"),
    path("clubs/<slug:slug>/plans/summary/", plan.summary, name="plan-summary"),
    path("clubs/<slug:slug>/tournaments/new/", stages.new_tournament, name="tournament-new"),
    path("events/<int:pk>/stages/", stages.stages, name="stages"),
    # A stage begins; the director's word, and late corrections
    path("stages/<int:pk>/tie-breaks/", tie_breaks.tie_breaks, name="tie-breaks"),
    path("stages/<int:pk>/start/", starting.start, name="stage-start"),
    path("stages/<int:pk>/start/undo/", starting.undo, name="stage-undo-start"),
    path("stages/<int:pk>/start/lots/", starting.lots, name="stage-lots"),
    path("stages/<int:pk>/start/play-off/", starting.played_off, name="stage-play-off"),
    path("stages/<int:pk>/tie/", rulings.tie, name="tie"),
    path("stages/<int:pk>/first-place/", rulings.first_place, name="first-place"),
    path("tables/<int:pk>/ruling/", rulings.table_ruling, name="table-ruling"),
    path("tables/<int:pk>/correct/", late_corrections.table_correct, name="table-correct"),
    # A round, from its draw on
    path("stages/<int:pk>/draw/", rounds.draw, name="round-draw"),
    path("rounds/<int:pk>/", preview.preview, name="round"),
    path("rounds/<int:pk>/exchange/", preview.exchange, name="round-exchange"),
    path("rounds/<int:pk>/seat/", preview.seat, name="round-seat"),
    path("rounds/<int:pk>/pin/", preview.pin, name="round-pin"),
    path("rounds/<int:pk>/redraw/", preview.redraw, name="round-redraw"),
    path("rounds/<int:pk>/back/", preview.undo, name="round-back"),
    path("rounds/<int:pk>/discard/", preview.discard, name="round-discard"),
    path("rounds/<int:pk>/publish/", rounds.publish, name="round-publish"),
    path("rounds/<int:pk>/undo/", rounds.undo, name="round-undo"),
    path("rounds/<int:pk>/clock/", rounds.clock, name="round-clock"),
    path("tables/<int:pk>/extra/", rounds.extra_time, name="table-extra"),
    path("events/<int:event>/entrants/<int:pk>/why/", why.why, name="why"),
    # Who plays in a tournament
    path("events/<int:pk>/entrants/", entrants.entrants, name="entrants"),
    path("events/<int:event>/entrants/<int:pk>/leave/", absences.leave, name="entrant-leave"),
    path("events/<int:event>/entrants/<int:pk>/byes/", absences.byes, name="entrant-byes"),
    path("events/<int:pk>/entrants/add/", entrants.add, name="entrants-add"),
    path("events/<int:pk>/entrants/list/", registration.entry_list, name="entrants-list"),
    path("events/<int:pk>/entrants/check-in/", entrants.check_in, name="entrants-check-in"),
    path("events/<int:pk>/entrants/status/", entrants.status, name="entrants-status"),
    path("events/<int:pk>/entrants/substitute/", entrants.substitute, name="entrants-substitute"),
    path("events/<int:pk>/entrants/table/", entrants.fixed_table, name="entrants-table"),
    path("events/<int:pk>/entrants/seed/", entrants.seed, name="entrants-seed"),
    path("events/<int:pk>/entrants/order/", entrants.order, name="entrants-order"),
    path("events/<int:pk>/entrants/late/", entrants.late, name="entrants-late"),
    path("events/<int:pk>/entrants/apart/", entrants.apart, name="entrants-apart"),
    path("events/<int:pk>/entrants/together/", entrants.together, name="entrants-together"),
    # A tournament, for everyone
    path("events/<int:pk>/cross-table/", tournament.cross_table, name="cross-table"),
    path("events/<int:pk>/bracket/", tournament.bracket, name="bracket"),
    path("rounds/<int:pk>/pairings/", tournament.pairings, name="pairings"),
    # The log of everything
    path("events/<int:pk>/log/", log.event_log_page, name="event-log"),
    path("events/<int:pk>/log.csv", log.event_log_file, {"kind": "csv"}, name="event-log-csv"),
    path("events/<int:pk>/log.jsonl", log.event_log_file, {"kind": "jsonl"}, name="event-log-jsonl"),
    path("clubs/<slug:slug>/log/", log.club_log_page, name="club-log"),
    path("clubs/<slug:slug>/log.csv", log.club_log_file, {"kind": "csv"}, name="club-log-csv"),
    path("clubs/<slug:slug>/log.jsonl", log.club_log_file, {"kind": "jsonl"}, name="club-log-jsonl"),
    # Files for other programs
    path("events/<int:pk>/files/", out.of_event, name="event-files"),
    path("events/<int:pk>/files/tables.jsonl", out.score_file, name="event-score-lines"),
    path("events/<int:pk>/files/report-<slug:number>.trf", out.report_file, name="event-report"),
    path("events/<int:pk>/files/entrants.csv", out.entrants_file, {"kind": "csv"}, name="event-entrants-csv"),
    path("events/<int:pk>/files/entrants.json", out.entrants_file, {"kind": "json"}, name="event-entrants-json"),
    path("events/<int:pk>/files/<slug:name>.csv", out.event_file, {"kind": "csv"}, name="event-file-csv"),
    path("events/<int:pk>/files/<slug:name>.json", out.event_file, {"kind": "json"}, name="event-file-json"),
    path("seasons/<int:pk>/files/<slug:name>.csv", out.season_file, {"kind": "csv"}, name="season-file-csv"),
    path("seasons/<int:pk>/files/<slug:name>.json", out.season_file, {"kind": "json"}, name="season-file-json"),
    path("clubs/<slug:slug>/files/", out.of_club, name="club-files"),
    path("clubs/<slug:slug>/files/players.csv", out.players_file, {"kind": "csv"}, name="club-players-csv"),
    path("clubs/<slug:slug>/files/players.json", out.players_file, {"kind": "json"}, name="club-players-json"),
    path("clubs/<slug:slug>/files/<slug:name>.csv", out.club_file, {"kind": "csv"}, name="club-file-csv"),
    path("clubs/<slug:slug>/files/<slug:name>.json", out.club_file, {"kind": "json"}, name="club-file-json"),
    # Files that are brought in
    path("clubs/<slug:slug>/files/club.zip", whole_club.whole, name="club-whole"),
    path("clubs/<slug:slug>/files/bring-in/", whole_club.bring, name="bring-in-here"),
    path("clubs/<slug:slug>/files/bring-in/<slug:name>/", whole_club.bring_kept, name="bring-in-here-kept"),
    path("clubs/<slug:slug>/players/from-file/", players_in.choose, name="players-in"),
    path("clubs/<slug:slug>/players/from-file/<slug:name>/", players_in.bring, name="players-in-kept"),
    path("events/<int:pk>/files/paper/", paper_in.choose, name="paper-in"),
    path("events/<int:pk>/files/paper/<slug:name>/", paper_in.bring, name="paper-in-kept"),
    path("events/<int:pk>/files/played/", played_in.choose, name="played-in"),
    path("events/<int:pk>/files/played/<slug:name>/", played_in.bring, name="played-in-kept"),
    path("brought-in/<slug:name>/", progress.how_far, name="how-far"),
    path("bring-in/", whole_club.bring, name="bring-in"),
    path("bring-in/<slug:name>/", whole_club.bring_kept, name="bring-in-kept"),
    # Who is told of what happens in a club, and pages for frames in other pages: docs/connections.md
    path("clubs/<slug:slug>/connections/", webhooks.connections, name="connections"),
    path("clubs/<slug:slug>/connections/frames/", webhooks.frames, name="frames"),
    path("clubs/<slug:slug>/connections/<int:pk>/", webhooks.webhook, name="webhook"),
    path("clubs/<slug:slug>/connections/<int:pk>/secret/", webhooks.secret, name="webhook-secret"),
    path("clubs/<slug:slug>/connections/<int:pk>/switch/", webhooks.switch, name="webhook-switch"),
    path("clubs/<slug:slug>/connections/<int:pk>/trial/", webhooks.trial, name="webhook-trial"),
    path(
        "clubs/<slug:slug>/connections/<int:pk>/deliveries/<int:delivery>/again/",
        webhooks.again,
        name="delivery-again",
    ),
    path("clubs/<slug:slug>/frame/", embedding.of_club, name="club-frame"),
    path("events/<int:pk>/frame/", embedding.standing, name="standing-frame"),
    path("events/<int:pk>/frame/bracket/", embedding.bracket, name="bracket-frame"),
    path("clubs/<slug:slug>/picture/<slug:shape>.png", report_cards.of_club, name="club-card"),
    path("passports/", passports.issuer, name="passport-issuer"),
    path(".well-known/capstone-passports.json", passports.issuer_file, name="passport-issuer-file"),
    path("players/<int:pk>/passports/", passports.passports, name="passports"),
    path("players/<int:pk>/passports/<int:claimed>/away/", passports.away, name="passport-away"),
    path("players/<int:pk>/passport.json", passports.made, name="player-passport"),
    path("codes/<str:code>/passport.json", passports.own, name="code-passport"),
    # Paper
    path("clubs/<slug:slug>/crest/", crest.own, name="crest"),
    path("clubs/<slug:slug>/crest.png", crest.picture, name="crest-picture"),
    path("events/<int:pk>/print/", prints.of_event, name="event-prints"),
    path("events/<int:pk>/print/<slug:name>/", prints.sheet, name="print-sheet"),
    path("tables/<int:pk>/paper/", paper.sheet, name="table-paper"),
    # Programs: docs/api.md
    path("api/1/", open_to_programs()),
    # The rules, the one-time link, and where one is signed in
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:game>/", rules.game_rules, name="rules-game"),
    path("sign-in/link/", account.sign_in_link, name="sign-in-link"),
    path("account/", account.sessions, name="sessions"),
    path("account/sessions/end/", account.end_sessions, name="sessions-end"),
]
