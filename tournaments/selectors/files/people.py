"""Who of a club's list somebody in a file may be."""

from collections import Counter
from collections.abc import Iterable

from tournaments.models import Club, name_order, plain_letters


def listed_people(club: Club) -> dict[str, int]:
    """Whoever somebody in a file can be, by name."""
    listed = club.players.filter(anonymised_at=None, merge=None).values_list("name", "pk")
    return dict(sorted(listed, key=lambda each: name_order(each[0])))


def proposed_people(club: Club, people: Iterable[tuple[int, str]]) -> dict[int, int]:
    """By the id in the file: whoever is called the same, but for capitals and accents, and nobody else is."""
    listed = ((pk, name) for name, pk in listed_people(club).items())
    ours, theirs = ([(pk, plain_letters(name)) for pk, name in each] for each in (listed, people))
    once = [
        {name for name, count in Counter(name for _pk, name in each).items() if count == 1} for each in (ours, theirs)
    ]
    by_name = {name: pk for pk, name in ours if name in once[0] & once[1]}
    return {pk: by_name[name] for pk, name in theirs if name in by_name}
