"""The seeds of rounds and the commitment, worked out as docs/formats.md has them, for whoever follows it elsewhere."""

from hashlib import sha256

from tournaments.formats.record import RoundRecord, StageRecord
from tournaments.formats.seeds import commitment, round_seed
from tournaments.formats.stages import seed_of_round


def test_the_seed_of_a_round_is_the_beginning_of_a_hash_of_the_stages_seed_and_its_number():
    digest = sha256(b"12345678901234567:2").hexdigest()
    assert round_seed(12345678901234567, 2) == int(digest[:16], 16) == 15753548400109042887


def test_rounds_are_numbered_from_1():
    stage = StageRecord(entrants=(1, 2), seed=7)
    assert seed_of_round(stage) == round_seed(7, 1)
    assert seed_of_round(StageRecord(entrants=(1, 2), seed=7, rounds=(RoundRecord(()),))) == round_seed(7, 2)


def test_the_commitment_is_the_hash_of_the_seed_as_it_is_written():
    assert commitment(7) == sha256(b"7").hexdigest()
