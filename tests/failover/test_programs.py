import pytest

from scripts.failover.programs import Unfit, check_version


def test_a_patroni_that_loses_answered_saves_is_refused_with_the_reason():
    with pytest.raises(Unfit, match=r"3\.0\.2 .* at least 4\.1 .* lost"):
        check_version("patroni 3.0.2\n")
    with pytest.raises(Unfit, match=r"4\.0\.7"):
        check_version("patroni 4.0.7\n")


@pytest.mark.parametrize("told", ["patroni 4.1.0", "patroni 4.10.0\n", "patroni 5.0"])
def test_a_newer_one_is_taken(told: str):
    check_version(told)


def test_what_tells_no_version_is_no_patroni():
    with pytest.raises(Unfit, match="no Patroni: command not found"):
        check_version("command not found")
