import re
import subprocess

import pytest

from scripts.failover.deployed import FILES, deployed, environment
from scripts.failover.machines import LOOPBACK, Network
from scripts.failover.servers import is_of_another


def test_a_file_is_filled_in_for_a_machine():
    text = deployed("etcd.yml", {"@NODE@": "n2", "@ADDRESS@": "10.0.0.12"})
    assert "\nname: n2\n" in text and "\nlisten-client-urls: http://10.0.0.12:2379\n" in text


def test_no_gap_of_a_file_is_left():
    with pytest.raises(ValueError, match="@ADDRESS@"):
        deployed("etcd.yml", {"@NODE@": "n2"})


def test_what_is_to_be_replaced_has_to_stand_in_the_file():
    with pytest.raises(ValueError, match="no such setting"):
        deployed("etcd.yml", {"no such setting": ""})


def test_an_environment_is_read_as_by_a_service_manager():
    assert environment("# A comment\nA=b=c\n\nD=\n") == {"A": "b=c", "D": ""}


@pytest.mark.parametrize("name", ["capstone.env", "three-nodes/capstone.env"])
def test_deploy_manage_has_the_settings_of_the_service(name: str):
    file = FILES.parent / name
    command = ["env", "-i", "/bin/sh", "-c", 'set -a; . "$1"; exec env', "sh", file]
    in_the_shell = environment(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert in_the_shell.items() >= environment(file.read_text()).items()


def test_a_server_that_is_not_there_is_not_balanced():
    lines = [line for line in (FILES / "haproxy.cfg").read_text().splitlines() if not is_of_another(line, 1)]
    assert [line.split()[1] for line in lines if line.split()[:1] == ["server"]] == ["a1", "a1"]


def test_the_files_agree_about_the_nodes():
    texts = [(FILES / name).read_text() for name in ("etcd.yml", "patroni.yml", "capstone.env")]
    settings = ["\n".join(line for line in text.splitlines() if not line.startswith("#")) for text in texts]
    nodes = [sorted({*re.findall(r"10\.0\.0\.1\d", text)}) for text in settings]
    assert nodes == [["10.0.0.11", "10.0.0.12", "10.0.0.13"]] * 3


def test_on_the_loopback_the_machines_have_addresses_of_it():
    text = Network(LOOPBACK).address("host all all 10.0.0.0/24\nhosts: 10.0.0.11:2379")
    assert text == "host all all 127.0.0.0/8\nhosts: 127.0.77.11:2379"
