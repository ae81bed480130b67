"""What people may enter at most. Sizes of caches, pages and pictures, and how long a program waits, stand where they
are used; what a format of a tournament takes is in `formats`, how often something may be tried in the settings.

What somebody types is refused where it is too long. Two functions cut what cannot be refused any more: a text that the
program makes, or the reason of a correction that a phone sends later.
"""

from datetime import timedelta

# Texts, in characters
LONGEST_NAME = 80  # of a club, an event, a season, a ladder, a key that signs somebody in
LONGEST_PLAYER_NAME = 60
LONGEST_NICKNAME = 30
LONGEST_FEDERATION_NUMBER = 20
LONGEST_ACCOUNT_NAME = 150  # Django's own
LONGEST_PROGRAM_NAME = 40
LONGEST_SLUG = 60
LONGEST_PLACE = 120  # where a night is played
LONGEST_NOTE = 200  # on a planned night; what a table tells the director
LONGEST_REASON = 200
LONGEST_MESSAGE = 200  # to the tables
LONGEST_ADDRESS = 300  # of a webhook; of all pages that may show a club's
LONGEST_SEARCH = 60  # a whole name
LONGEST_SHOWN = 40  # of what was typed, where a sentence says what is wrong with it
LONGEST_PLAN = 500  # of a tournament in one line
LONGEST_CARD = 20  # as somebody may write it, with what stands between
LONGEST_ANNOUNCEMENT = 12  # in a cell of a typed sheet
LONGEST_SITTERS = 400  # the players of a table in one line
LONGEST_UNIT = 12  # of what prizes are worth
LONGEST_ROW = 80  # of points for the places of a table
LONGEST_CHANGE = 10_000  # of several deals, in JSON
LONGEST_STEPS = 20_000  # what undoes an action at the desk: one for each table
LONGEST_CELL = 100_000  # of a file

# Numbers
LARGEST_ID = 2**63 - 1  # what a database holds
LARGEST_LOT = 2**31 - 1  # of a draw
MOST_TYPED_NAMES = 200  # in one field
MOST_NAMES_A_PHONE = 10  # of people who enter by themselves
MOST_WAITING = 100  # names; who has the registration's code comes in all the same
MOST_BY_THEMSELVES = 500  # entrants; beyond that only the director enters somebody
MOST_TABLES_A_ROOM = 200
HIGHEST_TABLE = 999  # of the numbers of a room
MOST_NIGHTS_PLANNED = 53  # a night each week for a year
MOST_STAGES = 8
MOST_CATEGORIES = 20  # of a club
MOST_PRIZES = 30  # of an event
MOST_OF_A_TEAM = 99  # who count in a round
LARGEST_PRIZE = 10**9
MOST_TABLES_PLAYED = 999  # that prizes ask for
MOST_IN_A_TIE = 64  # who settle it at the table
HIGHEST_SEED = 9999  # and the highest table that a list of entrants names
MOST_LATE_POINTS = 1000  # of somebody who comes late, for the rounds before
MOST_DIVISIONS = 6
LARGEST_DIVISION = 40  # players: everybody meets everybody, and pages tell all of it
MOST_MOVING = 10  # players between two divisions
MOST_OF_A_SEASON = 400  # events, players
MOST_COMPARED = 12  # players in one picture
MOST_PLACES_ABOVE = 50  # whom somebody may challenge on a ladder
MOST_SIMULATED_PLAYERS = 128  # on a page; the command takes more
MOST_SIMULATED_ROUNDS = 20
MOST_SIMULATED_GROUPS = 32
MOST_SIMULATED_DEALS = 200  # a table
MOST_GO_ON = 64  # of each group into the stage after; and the best of those who follow them
MOST_DEALS_OR_POINTS = 1000  # that a game of a length of its own takes
MOST_INVITED = 20  # by one invitation
MOST_WEBHOOKS = 10  # of a club that are on
MOST_SENT = 500  # names or tables in one request of a program
MOST_STARTERS_SENT = 2048
MOST_SEATS_SENT = 16
MOST_WRONG_CODES = 5  # at a table: who tries them out does not begin anew with another claim
MOST_UNSENT = 999  # deals of a phone that are told of

# Files
LARGEST_PICTURE = 480_000  # bytes; of a club
MOST_PIXELS = 4096 * 4096
LARGEST_ENTRY_LIST = 150_000  # bytes; comes back as text in the form that confirms it
MOST_ENTRY_LINES = 2000
LARGEST_SHEET = 2_000_000  # bytes; 5,000 deals with every hand
MOST_LINES = 5000  # of players or deals
MOST_SHEETS = 5  # as many kinds as there are
MOST_STORED_FILES = 8  # of one person: of more the oldest goes
LARGEST_PASSPORT = 200_000  # bytes
MOST_PASSPORT_NIGHTS = 1500  # the latest, of all games; what nights come to counts all
MOST_PASSPORT_GAMES = 20
LARGEST_PASSPORT_NUMBER = 1_000_000
MOST_ARCHIVED = 10_000  # answers in an archive that a page gives; manage.py archive has no limit
LARGEST_ARCHIVE = 64 * 1024**2  # bytes, packed; it waits in the database where that is PostgreSQL
LARGEST_CLUB_FILE = 2 * 1024**3  # bytes, unpacked
LARGEST_CLUB_FILE_LINE = 4 * 1024**2  # bytes
MOST_CLUB_FILE_PEOPLE = 50_000
MOST_CLUB_FILE_ROWS = 10_000_000

# Times
MOST_ROUND_MINUTES = 600  # of its clock
MOST_CONFIRMATION_MINUTES = 24 * 60  # until a result counts, a neighbour answers
MOST_DEAL_MINUTES = 60
MOST_SLOW_MINUTES = 240  # a deal at a slow table, or between two rounds
MOST_EVENING_HOURS = 24
MOST_CALL_HOURS = 72  # before a night, when it is decided who comes
MOST_DAYS_TO_PLAY = 90  # a challenge on a ladder
LONGEST_INVITATION = timedelta(days=31)
LONGEST_TOKEN = timedelta(days=366)  # of a program
UNDO_DEAL = timedelta(minutes=1)
UNDO_PERSON = timedelta(days=7)  # made anonymous, or merged
UNDO_SEASON_EVENT = timedelta(days=1)  # after it was put in
FILE_WAITS = timedelta(hours=1)  # until somebody confirms that it is brought in
NAME_WAITS = timedelta(days=7)  # that was not let in, once nobody can come any more


def shortened(text: str, longest: int) -> str:
    """At most so long: of a longer text the last character is “…”."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def numbered(name: str, number: int, longest: int) -> str:
    """“name-2”, at most so long: the name gives way to the number. The first has none."""
    end = f"-{number}" if number > 1 else ""
    return name[: longest - len(end)] + end
