"""What the form of a stage asks about matches that end level, and about games that each bring points."""

from tests.tournaments.stage.plan.test_pages_stages import stage_form
from tournaments.words.stage.plans import stage_in_words


def test_a_level_match_of_a_knockout_can_be_left_to_the_director():
    usual, ruled = stage_form("single-elimination"), stage_form("single-elimination", level="director")
    assert usual.is_valid()
    assert "level" not in usual.planned[1]
    assert ruled.is_valid()
    assert stage_in_words(*ruled.planned) == ["the director decides a match that ends level"]


def test_a_swiss_of_two_games_gives_points_for_each():
    form = stage_form("swiss", seats=2, games="2", points="games")
    assert form.is_valid(), form.errors
    assert {"2 games in all", "Each of two games: win 1, draw ½"} <= set(stage_in_words(*form.planned))
    assert "two games" in str(stage_form("swiss", seats=2, games="3", points="games").errors["points"])
