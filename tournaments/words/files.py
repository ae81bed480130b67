"""Files in words: what those of an event or a club are called and hold, and what was found in a list, a club or a
tournament that is brought in.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.services.refusals import Refused
from tournaments.words.languages import listed


class HeldRows(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]: ...


class FileFacts(NamedTuple):
    counts: list[str]
    done: str


def file_facts(file: HeldRows) -> FileFacts:
    players, events, tables, deals, seasons = (
        file.sizes[kind][0] for kind in ("player", "event", "table", "deal", "season")
    )
    counts = [
        ngettext("%(count)s player", "%(count)s players", players) % {"count": players},
        ngettext("%(count)s event", "%(count)s events", events) % {"count": events},
        ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
        ngettext("%(count)s recorded deal", "%(count)s recorded deals", deals) % {"count": deals},
        ngettext("%(count)s season", "%(count)s seasons", seasons) % {"count": seasons},
    ]
    counted = [text for text, count in zip(counts, (players, events, tables, deals, seasons), strict=True) if count]
    return FileFacts(
        counted, gettext("Brought in: %(name)s, %(counts)s.") % {"name": file.name, "counts": ", ".join(counted)}
    )


TITLES = {
    ("event", "standings"): (_("Standings"), _("Places, points and tie-breaks; of a tournament by stage and group.")),
    ("event", "pairings"): (_("Tables and pairings"), _("Who sat where, round by round, with score and place.")),
    ("event", "cross-table"): (_("Cross-table"), _("Everybody against everybody, or round by round.")),
    ("event", "prizes"): (_("Prizes"), _("Who gets which, with category and share.")),
    ("event", "teams"): (_("Teams"), _("How they stand, with every member’s share.")),
    ("event", "deals"): (_("Deals"), _("Every deal as it counts now, in one row each.")),
    ("event", "entrants"): (_("Entrants"), _("With seed, rating, and when they came and left.")),
    ("club", "standings"): (_("All-time standings"), _("Of every game the club has played.")),
    ("club", "ratings"): (_("Ratings"), _("With what they are based on.")),
    ("club", "ladders"): (_("Ladders"), _("Who stands where.")),
    ("club", "players"): (_("Players"), _("The club’s list, with those who no longer come.")),
}


class ListedFile(NamedTuple):
    name: str
    title: str
    says: str
    closed: bool


def listed_files(owner: Literal["event", "club"], files: Mapping[str, Any], *, also_closed: bool) -> list[ListedFile]:
    """The files that the reader may have."""
    shown = {name: file.closed for name, file in files.items() if also_closed or not file.closed}
    return [_listed(name, *TITLES[owner, name], closed=closed) for name, closed in shown.items()]


def _listed(name: str, title: object, says: object, *, closed: bool) -> ListedFile:
    return ListedFile(name, str(title), str(says), closed)


FAULTS = {
    "name-missing": gettext_lazy("The name is missing."),
    "letter": gettext_lazy("A letter of the name cannot be read; save the file as UTF-8."),
    "name-twice": gettext_lazy("“%(name)s” is on line %(line)s already."),
    "players": gettext_lazy("Say who sits at this table, by seat: two or more, each once, with “/” between."),
    "table": gettext_lazy("The number of the table is missing."),
    "payload": gettext_lazy("This cannot be read. Leave it as export has written it."),
    "deal-missing": gettext_lazy("Fill in who declared, what was announced and what was taken."),
    "declarer": gettext_lazy("“%(name)s” does not sit at this table."),
    "number": gettext_lazy("“%(text)s” is not a number."),
    "score-line": gettext_lazy("This is not a line of the file “Tables to check”."),
    "other-rules": gettext_lazy("This table was played by other rules than this night has. Open a night with these."),
    "round": gettext_lazy("The number of the round is missing."),
    "round-missing": gettext_lazy("Round %(round)s, which comes before, is missing."),
    "places": gettext_lazy("These places do not fit together: whoever is tied has the better one, as in 1, 2, 2, 4."),
    "table-small": gettext_lazy("Fewer than two sit at this table."),
    "table-differs": gettext_lazy(
        "Of table %(table)s in round %(round)s the files do not say the same: who sits there, in this order?"
    ),
    "no-team": gettext_lazy("There is no team called “%(name)s”."),
    "board-twice": gettext_lazy("Round %(round)s: board %(board)s of “%(team)s” and “%(other)s” is there twice."),
    "board-number": gettext_lazy(
        "Round %(round)s: say by match_game which board of the match it is, from 1 to %(boards)s as planned."
    ),
    "unopposed": gettext_lazy("Round %(round)s: no board says whom “%(team)s”, the team of %(name)s, meets."),
    "board-seats": gettext_lazy("Round %(round)s: two sit at a board, one of each team."),
    "trf-people": gettext_lazy("The report names %(told)s players and holds %(read)s: a part of it is missing."),
    "trf-number": gettext_lazy("“%(text)s” is not a starting number."),
    "trf-number-twice": gettext_lazy("Number %(number)s is another player’s already, or there are too many."),
    "trf-name": gettext_lazy("The name is missing."),
    "trf-points": gettext_lazy("“%(text)s” is not a number."),
    "trf-opponent": gettext_lazy("Round %(round)s: there is no other player with the number %(number)s."),
    "trf-result": gettext_lazy("“%(text)s” is not a result."),
    "trf-differs": gettext_lazy("Round %(round)s: the lines of %(name)s and %(other)s say different things."),
    "trf-points-differ": gettext_lazy(
        "Points of %(name)s: %(told)s in the file, %(here)s by the plan. Let the plan count points as the file does."
    ),
    "trf-team": gettext_lazy(
        "The team “%(name)s”: each needs a name of its own and players of the report, who are in no other team."
    ),
    "trf-teams": gettext_lazy("The report has no teams. Plan a tournament in which people meet."),
    "trf-team-number": gettext_lazy("The team “%(name)s” needs a number of its own."),
    "trf-no-team": gettext_lazy("There is no team with the number %(text)s."),
    "trf-teamless": gettext_lazy("Round %(round)s: %(name)s plays, and is in no team."),
    "trf-itself": gettext_lazy("The team “%(name)s” cannot meet itself."),
    "trf-record": gettext_lazy("“%(text)s” cannot be read in this record."),
    "trf-one-team": gettext_lazy("Round %(round)s: %(name)s and %(other)s are both of the team “%(team)s”."),
    "trf-third-team": gettext_lazy(
        "Round %(round)s: %(name)s meets somebody of “%(against)s”, and the team “%(team)s” meets “%(other)s”."
    ),
    "trf-team-twice": gettext_lazy("Round %(round)s: the team “%(name)s” is there twice, or has a bye and plays."),
    "trf-line-up": gettext_lazy("Round %(round)s: the line-up of “%(name)s” and the games of its members differ."),
    "trf-line-up-people": gettext_lazy("A line-up of “%(name)s” names members of the team, each once."),
    "trf-empty-board": gettext_lazy(
        "Round %(round)s: “%(name)s” leaves a board empty before one that it fills. Here the last ones stay empty."
    ),
    "trf-boards": gettext_lazy(
        "Round %(round)s, boards of “%(name)s”: %(read)s in the file, %(boards)s in the plan. Plan as many as were "
        "played; record 300 names boards that stayed empty."
    ),
    "trf-board-count": gettext_lazy(
        "Boards: %(read)s in the file, %(boards)s in the plan. Plan as many as were played."
    ),
    "trf-forfeit": gettext_lazy(
        "Round %(round)s: record 330 and the games of “%(name)s” do not say the same of whether the team came."
    ),
    "trf-given": gettext_lazy("Points beside those of a result cannot be brought in: win, draw and loss alone count."),
    "trf-match-worth": gettext_lazy(
        "Matches bring other points than by the plan. Let the plan count as the file does."
    ),
    "trf-board-worth": gettext_lazy("Boards bring other points than here, where a win is 1, a draw ½ and a loss 0."),
    "trf-order": gettext_lazy(
        "Round %(round)s: “%(name)s” does not sit in the team’s order. Plan line-ups in any order."
    ),
    "trf-match-points": gettext_lazy(
        "Match points of “%(name)s”: %(told)s in the file, %(here)s by the plan. Let the plan count points as the file "
        "does."
    ),
    "trf-board-points": gettext_lazy(
        "Board points of “%(name)s”: %(told)s in the file, %(here)s by the results of the boards."
    ),
    "trf-own-points": gettext_lazy("Points of %(name)s: %(told)s in the file, %(here)s by the games."),
    "category-unknown": gettext_lazy("The club has no category “%(name)s”."),
    "nickname": gettext_lazy("The nickname is longer than %(most)s letters."),
}
SEPARATORS = {
    ";": gettext_lazy("semicolons"),
    ",": gettext_lazy("commas"),
    "\t": gettext_lazy("tabs"),
    "|": gettext_lazy("vertical bars"),
}


class Guessed(Protocol):
    @property
    def encoding(self) -> str: ...
    @property
    def separator(self) -> str: ...
    @property
    def left_out(self) -> Sequence[str]: ...


def line_fault(code: str, **params: object) -> str:
    return str(FAULTS[code]) % params


def how_it_was_read(sheet: Guessed) -> str:
    if not sheet.separator:
        return gettext("Read as %(encoding)s.") % {"encoding": sheet.encoding}
    facts = {"encoding": sheet.encoding, "separator": SEPARATORS[sheet.separator]}
    sentence = gettext("Read as %(encoding)s, with %(separator)s between columns.") % facts
    if sheet.encoding == "JSON":
        sentence = gettext("Read as JSON.")
    if sheet.left_out:
        sentence += " " + gettext("Left out: %(columns)s.") % {
            "columns": get_text_list(list(sheet.left_out), gettext("and"))
        }
    return sentence


def deals_brought(count: int) -> str:
    text = ngettext("%(count)s deal was brought in.", "%(count)s deals were brought in.", count)
    return text % {"count": count}


def players_brought(count: int) -> str:
    text = ngettext("%(count)s player is new on the list.", "%(count)s players are new on the list.", count)
    return text % {"count": count}


def table_with_deals(number: int, *, deals: int) -> str:
    text = ngettext("Table %(number)s, %(count)s deal", "Table %(number)s, %(count)s deals", deals)
    return text % {"number": number, "count": deals}


def seats_between(seats: int) -> str:
    """How the names of a table are written."""
    text = ngettext(
        "%(count)s player, by seat, with “/” between.", "%(count)s players, by seat, with “/” between.", seats
    )
    return text % {"count": seats}


KINDS = {
    "report": gettext_lazy("Tournament report"),
    "deals": gettext_lazy("Deals"),
    "pairings": gettext_lazy("Tables and pairings"),
    "standings": gettext_lazy("Standings"),
    "entrants": gettext_lazy("Entrants"),
    "teams": gettext_lazy("Teams"),
}


Kind = TypeVar("Kind", bound=str)


class Faulty(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def says(self) -> str: ...


class PlayedSizes(Protocol):
    @property
    def entrants(self) -> Sequence[object]: ...
    @property
    def rosters(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def matches(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def tables(self) -> int: ...


class FaultRow(NamedTuple):
    where: str
    says: str


def fault_rows(faults: Iterable[Faulty]) -> list[FaultRow]:
    where = gettext("%(file)s, line %(number)s:")
    return [FaultRow(where % {"file": KINDS[fault.kind], "number": fault.line}, fault.says) for fault in faults]


def how_sheets_were_read(sheets: Mapping[Kind, Guessed]) -> list[str]:
    return [f"{KINDS[kind]}: {how_it_was_read(sheet)}" for kind, sheet in sheets.items()]


def played_facts(event: PlayedSizes) -> list[str]:
    """What of teams there is only where there are any."""
    players, rounds, tables = len(event.entrants), event.rounds, event.tables
    teams, matches = len(event.rosters), event.matches
    of_teams = ngettext("%(count)s team", "%(count)s teams", teams) % {"count": teams}
    of_matches = ngettext("%(count)s match of teams", "%(count)s matches of teams", matches) % {"count": matches}
    return [
        ngettext("%(count)s player", "%(count)s players", players) % {"count": players},
        *([of_teams] if teams else []),
        ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds},
        *([of_matches] if matches else []),
        ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
    ]


def played_brought(event: PlayedSizes) -> str:
    return gettext("Brought in: %(counts)s.") % {"counts": listed(played_facts(event))}


def stand_elsewhere(names: Sequence[str]) -> str:
    """Whom the tie-breaks of the plan place otherwise than the file."""
    text = gettext("By this tournament’s own tie-breaks these stand elsewhere than in the file: %(names)s.")
    return text % {"names": listed(names)}


BACKUP_REFUSALS = {
    "nothing-there": _("There is nothing to back up yet: the database is empty."),
    "no-room": _(
        "There is no room for a backup in %(folder)s. The earlier ones are still there; make room and try again."
    ),
    "not-written": _("No backup can be written to %(folder)s: %(why)s. The earlier ones are still there."),
    "no-program": _("%(program)s is not installed. It comes with PostgreSQL's client (postgresql-client)."),
    "program-failed": _("%(program)s did not do it: %(why)s"),
    "spare-of-others": _(
        "%(folder)s holds copies of another Capstone, which has another secret key. "
        "Choose another folder, or remove them."
    ),
    "spare-ahead": _(
        "%(folder)s holds newer copies of this evening: another laptop has taken over. Go on there, and stop this one."
    ),
}

# Not translated, as everything that the command line alone prints.
AT_THE_COMMAND_LINE = {
    "file-exists": "%(path)s exists already, and stays as it is. Choose another name.",
    "backup-unreadable": "%(path)s cannot be read: %(why)s.",
    "no-backup": "%(path)s is not a backup of Capstone.",
    "backup-damaged": "%(path)s is damaged: %(name)s in it has changed. Nothing was restored; take another backup.",
    "backup-newer": "%(path)s comes from a newer Capstone (%(what)s). Nothing was changed; update this one first.",
    "database-newer": "The database is newer than this program: install the Capstone that has the migration %(what)s, "
    "or a later one. Nothing was changed.",
    "backup-older": "%(path)s comes from a Capstone before 0.2.0. Nothing was changed. Restore it with version 0.2.0; "
    "then restore here what that version backs up.",
    "database-older": "The database is of a Capstone before 0.2.0. Nothing was changed. Upgrade it with version 0.2.0 "
    "first (manage.py migrate there), then with this one.",
    "other-database": "This backup is of %(theirs)s, and DATABASE_URL leads to %(ours)s. Nothing was changed.",
    "place-taken": "There is data in %(place)s already. Nothing was changed. Move it away, or let DATABASE_URL lead to "
    "an empty database; then restore again.",
    "place-in-use": "%(place)s is in use. Nothing was changed. Stop the server that runs here; then try again.",
    "other-key": "SECRET_KEY in the environment is not the backup's: the codes of seats would not open. Nothing was "
    "changed. Leave it out, or give the one that lies in the backup as secret-key; then restore again.",
    "spare-gone": "%(folder)s is not there. The copy is made as soon as it is back; a new folder has to be made first.",
    "spare-of-sqlite": "A spare is kept of SQLite alone. PostgreSQL has standbys.",
    "no-spare": "There is no copy of Capstone in %(folder)s.",
    "not-restored": "It could not be restored: %(why)s. The database is as empty as before.",
    "rows-differ": "Restored, but not all of it: look at %(tables)s. Keep the backup, and do not play with this.",
}


def backup_refusal(refused: Refused) -> str:
    shown = {
        name: ", ".join(sorted(value)) if isinstance(value, list) else str(value)
        for name, value in refused.params.items()
    }
    sentence = BACKUP_REFUSALS.get(refused.code) or AT_THE_COMMAND_LINE[refused.code]
    return str(sentence) % shown
