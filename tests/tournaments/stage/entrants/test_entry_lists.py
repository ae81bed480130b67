"""Lists of entrants as people paste them and spreadsheets write them."""

import pytest
from django.utils import translation

from tournaments.imports.entry_lists import EntryLine, read_entry_list
from tournaments.limits import HIGHEST_SEED, MOST_ENTRY_LINES
from tournaments.services.refusals import Refused


def read(text, known=()):
    return read_entry_list(text, names=known)


def names(text):
    found = read(text)
    assert found.bad == []
    return [line.name for line in found.lines]


def facts(text):
    found = read(text)
    assert found.bad == []
    return [(line.name, line.rating, line.seed, line.table) for line in found.lines]


def error(text):
    """Of the one bad line."""
    (line,) = read(text).bad
    return line.number, line.error


def test_a_name_a_line():
    assert names("Ana\nBruno Rossi\r\nŽygimantas  Šalčius\rO’Hara") == [
        "Ana",
        "Bruno Rossi",
        "Žygimantas Šalčius",
        "O’Hara",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_by_which_excel_tells_its_separator_is_left_out(end):
    text = f"sep=,{end}name,rating{end}Ana,1500{end}Bruno;Rossi,x{end}"
    assert [(line.number, line.name) for line in read(text).lines] == [(3, "Ana"), (4, "Bruno;Rossi")]


def test_a_spreadsheets_own_file_is_refused():
    with pytest.raises(Refused, match="sheet-workbook"):
        read(b"PK\x03\x04" + bytes(range(256)))


def test_a_line_tells_all_that_was_read_of_it():
    assert read("Ana;1500.5;2;7", known=["Bruno"]).lines == [
        EntryLine(1, "Ana;1500.5;2;7", "Ana", rating=1500.5, seed=2, table=7, new=True, error="")
    ]


def test_empty_lines_are_left_out_but_counted():
    lines = read('\ufeff\nAna\n \u00a0\u200b\n;;;\n"",\nBruno\n\n').lines
    assert [(line.number, line.name) for line in lines] == [(2, "Ana"), (6, "Bruno")]
    assert read("").lines == read("\n \n").lines == []


def test_who_is_on_the_roster_is_not_new():
    lines = read("ana  rossi\nBruno", known=["Ana Rossi", "Chiara"]).lines
    assert [(line.name, line.new) for line in lines] == [("ana rossi", False), ("Bruno", True)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_columns_by_position_with_any_separator(separator):
    text = 'Ana,1500,1,3\nBruno, 1400 ,,\n"Chiara"\nDovas,,4,'.replace(",", separator)
    assert facts(text) == [
        ("Ana", 1500, 1, 3),
        ("Bruno", 1400, None, None),
        ("Chiara", None, None, None),
        ("Dovas", None, 4, None),
    ]


def test_a_decimal_comma_between_semicolons():
    assert facts("Ana;1500,5\nBruno;-3,25;2\nChiara;−1") == [
        ("Ana", 1500.5, None, None),
        ("Bruno", -3.25, 2, None),
        ("Chiara", -1, None, None),
    ]


def test_quotation_marks_keep_a_separator_in_a_name():
    assert facts('"Rossi, Ana",1500\n"Bruno ""il Lungo"" Bo",1400\nChiara "Chi" Verdi,') == [
        ("Rossi, Ana", 1500, None, None),
        ('Bruno "il Lungo" Bo', 1400, None, None),
        ('Chiara "Chi" Verdi', None, None, None),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "Table;Seed;Country;Rating;Name",
        "tavolo fisso; Testa di serie;Circolo;PUNTEGGIO;Giocatore",
        "Stalas;Iškelta;Šalis;Reitingas;Žaidėja",
        "STALAS;Iškėlimo Nr.;;Elo:;Vardas ir pavardė",
    ],
)
def test_a_header_says_which_column_is_which(header):
    assert facts(f"{header}\n4;2;LT;1500;Ana") == [("Ana", 1500, 2, 4)]


@pytest.mark.parametrize("header", ["Last name,First name", "Cognome,Nome", "Pavardė,Vardas"])
def test_first_and_last_name_in_columns_of_their_own(header):
    assert names(f"{header}\nRossi,Ana\n,Bruno\nVerdi,") == ["Ana Rossi", "Bruno", "Verdi"]


def test_a_header_of_one_word_is_no_player():
    lines = read("Vardas\nAna").lines
    assert [(line.number, line.name) for line in lines] == [(2, "Ana")]


def test_a_header_without_names_is_refused_whole():
    found = read("Rating;Seed\n1500;1\n1400;2")
    assert [(line.number, line.raw) for line in found.lines] == [(1, "Rating;Seed")]
    assert error("Rating;Seed\n1500;1") == (1, "None of these columns is called “name”.")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_files_of_every_usual_encoding(encoding):
    assert facts("name;rating\nJosé Müller;1500\n".encode(encoding)) == [("José Müller", 1500, None, None)]


def test_lithuanian_letters_in_files():
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert names("Žaidėjas\nŪla Šėžė".encode(encoding)) == ["Ūla Šėžė"]


def test_a_letter_that_no_encoding_explains_is_named():
    assert error(b"Ana\nJos\xe9 \x81") == (2, "A letter of the name cannot be read; save the file as UTF-8.")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (";1500", "The name is missing."),
        ("x" * 61, "“xxxxxxxxxxxxxxxxxxxx…” is too long: 60 letters at the most."),
        ("-;1500", "“-” has no letter in it."),
        ("Bruno;strong", "The rating “strong” is not a number."),
        ("Bruno;nan", "The rating “nan” is not a number."),
        ("Bruno;1e3", "The rating “1e3” is not a number."),
        ("Bruno;1500;0", f"The seed “0” is not a whole number from 1 to {HIGHEST_SEED}."),
        ("Bruno;1500;1.5", f"The seed “1.5” is not a whole number from 1 to {HIGHEST_SEED}."),
        ("Bruno;1500;1;10000", f"The table “10000” is not a whole number from 1 to {HIGHEST_SEED}."),
        ("Bruno;1500;1;door", f"The table “door” is not a whole number from 1 to {HIGHEST_SEED}."),
        (
            "Bruno;1;2;3;4;5",
            "This line has too many columns; a name with a comma in it needs quotation marks around it.",
        ),
        (
            '"Bruno;1500',
            "There is one quotation mark too many, or one too few: they stand around the whole name, or not at all.",
        ),
        ("ANA;1500", "“ANA” is on line 1 already."),
        ("Bruno;;9", "Seed 9 is on line 1 already."),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(line, sentence):
    text = f"Ana;1600;9\n{line}\nChiara;1300"
    assert error(text) == (2, sentence)
    assert [each.name for each in read(text).good] == ["Ana", "Chiara"]
    assert [each.number for each in read(text).lines] == [1, 2, 3]


def test_a_name_with_a_comma_under_a_header_of_one_column_is_not_cut_short():
    assert error("Name\nRossi, Ana") == (
        2,
        "This line has too many columns; a name with a comma in it needs quotation marks around it.",
    )


def test_the_longest_name_is_good():
    assert names("ž" * 60) == ["ž" * 60]


def test_the_same_name_thrice_names_the_first_line_each_time():
    found = read("Name\nAna\n\nana\nAna ")
    assert [(line.number, line.error) for line in found.bad] == [
        (4, "“ana” is on line 2 already."),
        (5, "“Ana” is on line 2 already."),
    ]


def test_a_list_of_two_thousand_is_read_and_no_more():
    whole = "name\n" + "\n".join(f"Player {number}" for number in range(MOST_ENTRY_LINES))
    assert len(names(whole)) == MOST_ENTRY_LINES
    found = read(f"{whole}\nAna\nBruno")
    assert len(found.good) == MOST_ENTRY_LINES
    assert [(line.number, line.raw) for line in found.bad] == [(MOST_ENTRY_LINES + 2, "Ana")]
    assert found.bad[0].error == "The list ends here: that is more than 2000 lines. Add the others afterwards."


def test_the_sentences_are_in_the_readers_language():
    with translation.override("it"):
        assert error("!")[1] != "“!” has no letter in it."
    assert error("!")[1] == "“!” has no letter in it."
