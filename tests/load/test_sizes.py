import pytest

from scripts.load.sizes import Siege, sizes


def test_there_is_a_pad_a_table_unless_fewer_are_asked_for():
    assert sizes(["--tables", "8"]).pads == 8
    assert sizes(["--tables", "8", "--pads", "2"]).pads == 2


def test_a_pad_saves_its_share():
    assert sizes(["--tables", "10", "--saves-per-s", "4", "--seconds", "11"]).saves_a_pad == 5


def test_a_siege_is_the_whole_one_unless_a_smaller_is_asked_for():
    assert [sizes([]).besiege, sizes(["--besiege"]).besiege] == [None, Siege(10_000, 1000, 2000)]
    assert sizes(["--besiege", "100/20/50"]).besiege == Siege(100, 20, 50)


@pytest.mark.parametrize(
    "senseless",
    ["--besiege 100", "--tables 0", "--tables 2 --pads 3", "--tables 2 --clubs 3", "--followers -1", "--game x"],
)
def test_what_makes_no_sense_is_refused(senseless: str):
    with pytest.raises(SystemExit):
        sizes(senseless.split())
