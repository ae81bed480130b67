import pytest

from scripts.failover.faults import FAULTS
from scripts.failover.sizes import sizes


def test_the_whole_evening_is_forty_pads_two_hundred_followers_and_every_fault():
    whole = sizes([])
    assert (whole.pads, whole.followers, whole.servers, whole.faults) == (40, 200, 2, tuple(FAULTS))


def test_faults_are_chosen_by_name():
    assert sizes(["--faults", "kill-postgres,app-server"]).faults == ("kill-postgres", "app-server")


@pytest.mark.parametrize("arguments", [["--faults", "flood"], ["--saves-per-s", "40"], ["--pads", "0"]])
def test_what_makes_no_sense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        sizes(arguments)
    assert "error" in capsys.readouterr().err
