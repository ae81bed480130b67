"""Whom a name may be taken for by somebody who reads it."""

import pytest

from tournaments.models import Player
from tournaments.selectors.coming import lookalikes

CLUB = [
    Player(pk=number, name=name, nickname=nickname)
    for number, (name, nickname) in enumerate(
        [("Ana Petraitė", "Anytė"), ("Žana Mažeikienė", ""), ("Emma Rossi", ""), ("Ilona", ""), ("Łukasz Nowak", "")], 1
    )
]


@pytest.mark.parametrize(
    ("written", "whom"),
    [
        ("ana petraite", "Ana Petraitė"),
        ("Petraitė Ana", "Ana Petraitė"),
        ("Ana-Petraitė.", "Ana Petraitė"),
        ("Anytė", "Ana Petraitė"),
        ("\u0410n\u0430 P\u0435tr\u0430it\u0117", "Ana Petraitė"),  # А, а and е are Cyrillic
        ("ANA PETRAITĖ", "Ana Petraitė"),
        ("ＡＮＡ ＰＥＴＲＡＩＴＥ", "Ana Petraitė"),
        ("𝐀na 𝐏etraite", "Ana Petraitė"),
        ("Zana Mazeikiene", "Žana Mažeikienė"),
        ("Ernma R0ssi", "Emma Rossi"),
        ("EMMA ROSSI", "Emma Rossi"),
        ("llona", "Ilona"),
        ("1lona", "Ilona"),
        ("Il\u043ena", "Ilona"),  # о is Cyrillic
        ("Lukasz Nowak", "Łukasz Nowak"),
        ("\u026a\u029fon\u1d00", "Ilona"),  # small capitals
        ("Il\u200dona", "Ilona"),
        ("Il-ona", "Ilona"),
        ("I L O N A", "Ilona"),
        ("Ilona\u0301\u0301\u0301", "Ilona"),
    ],
)
def test_a_name_that_reads_like_somebodys_is_seen(written: str, whom: str) -> None:
    assert [player.name for player in lookalikes(written, CLUB)] == [whom]


@pytest.mark.parametrize("written", ["Ana", "Ana Petraitienė", "Emilia Rossi", "Анна", "愛", "…"])
def test_other_names_look_like_nobody(written: str) -> None:
    assert lookalikes(written, CLUB) == []
