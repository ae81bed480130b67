from scripts.load.visitors.journal import Journal, Save, Seen, delays_ms, percentile


def save(revision: int, *, answered: float, table: int = 1) -> Save:
    return Save(table=table, revision=revision, due=0.0, answered=answered)


def seen(*arrivals: tuple[int, float], table: int | None = None, revision: int = 10) -> Seen:
    return Seen(table, revision, list(arrivals))


def test_a_percentile_is_a_value_that_was_measured():
    assert percentile(range(1, 101), 95) == 95
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0
    assert percentile([7.0], 99) == 7.0
    assert percentile([], 50) is None


def test_a_save_is_seen_with_the_first_revision_that_holds_it():
    saves = [save(12, answered=2.0), save(11, answered=1.0), save(13, answered=3.0)]
    assert delays_ms(saves, seen((12, 2.5), (13, 3.25))) == ([1500.0, 500.0, 250.0], 0)


def test_who_hears_of_a_save_before_its_phone_has_waited_for_nothing():
    assert delays_ms([save(11, answered=1.0)], seen((11, 0.75))) == ([0.0], 0)


def test_what_never_arrived_is_counted():
    assert delays_ms([save(11, answered=1.0), save(12, answered=2.0)], seen((11, 1.0))) == ([0.0], 1)


def test_what_the_page_was_opened_with_is_not_awaited():
    assert delays_ms([save(10, answered=1.0)], seen()) == ([], 0)


def test_who_follows_one_table_awaits_that_table_only():
    saves = [save(11, answered=1.0, table=1), save(12, answered=1.0, table=2)]
    assert delays_ms(saves, seen((12, 1.5), table=2)) == ([500.0], 0)


def test_a_room_is_behind_until_all_have_seen_the_newest_of_what_they_follow():
    journal = Journal(saves=[save(11, answered=1.0, table=1), save(12, answered=1.0, table=2)])
    journal.spectators = [seen((12, 2.0)), seen((11, 2.0), table=1), seen((11, 2.0))]
    assert journal.behind()
    journal.spectators.pop()
    assert not journal.behind()
