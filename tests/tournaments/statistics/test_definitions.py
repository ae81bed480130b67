"""Each figure that is defined has an example that a test works out by hand."""

import re

from tests.house.test_house_rules import ROOT
from tournaments.words.report.sentences import TITLES

TEMPLATES = ("statistics/definitions.html", "win_probability/_definitions.html")
TERM = re.compile(r"<dt>(?:\{% translate \"(.+?)\" %\}|(.+?))</dt>")

DEFINED = {
    "Exact": "test_the_example_of_the_page_of_definitions_is_worked_out_by_hand",
    "Tricks beyond the announcement: bold or shy": "test_the_example_of_the_page_of_definitions_is_worked_out_by_hand",
    "Points per announcement": "test_the_example_of_the_page_of_definitions_is_worked_out_by_hand",
    "Left on the table": "test_the_best_possible_sheet_of_the_same_tricks_is_worked_out_by_hand",
    "By seat": "test_announcements_are_counted_by_number_trump_and_turn",
    "In a row": "test_a_streak_is_the_longest_run_of_exact_announcements_from_three_up",
    "The deal that decided": "test_the_deciding_deal_is_the_one_that_closes_the_last_gap_as_worked_out_by_hand",
    "Share": "test_what_share_lies_behind_seven_of_sixteen_is_worked_out_by_hand",
    "Mean, and ±": "test_how_sure_a_mean_is_is_worked_out_by_hand",
    "Record": "test_a_record_is_held_by_all_who_reached_it_the_first_first",
    "One in so many": "test_odds_worked_out_by_hand",
    "By the odds": "test_hands_stand_beside_what_the_exact_odds_give",
    "Better than so many of all hands": "test_a_position_is_worked_out_by_hand",
    "Luck": "test_who_is_lucky_is_worked_out_by_hand",
    "Folds that would have won": "test_a_folded_hand_somebody_had_entered_is_held_against_those_that_were_shown",
    "Winners announced against the cards": "test_claims_that_the_cards_refused_and_those_the_director_upheld",
    "Achievements": "test_what_a_correction_takes_away_is_withdrawn_with_that_correction_and_comes_back_with_the_next",
    "How many tricks are taken": (
        "test_before_a_club_has_played_every_trick_off_is_less_likely_and_what_it_plays_moves_that"
    ),
    "Chances with announcements": "test_the_chance_of_two_last_announcements_is_worked_out_by_hand",
    "Chances with hands": "test_a_race_is_divided_as_pascal_divided_it",
    "The deal in which it turned": "test_the_table_turned_in_the_deal_that_brought_the_winner_the_most",
    "The boldest announcement": "test_the_stake_is_how_far_the_chance_hangs_on_the_tricks",
    "The best fold": "test_the_fold_that_saved_most_was_against_hands_that_were_shown",
    "Points beside the others": "test_an_account_is_reckoned_by_hand",
    "Hands shown beside the others": "test_what_hands_are_due_beside_the_others_is_worked_out_by_hand",
    "Chance at showdowns": "test_what_hands_are_due_beside_the_others_is_worked_out_by_hand",
    "What the cards were worth": "test_what_hands_are_due_beside_the_others_is_worked_out_by_hand",
    "±": "test_an_account_is_reckoned_by_hand",
}
TOLD = {
    "lead": "test_the_lead_that_goes_to_and_fro_is_told_with_the_deal_that_settled_it",
    "decided": "test_a_table_decided_by_its_last_announcement_is_told",
    "close": "test_a_close_table_names_both_and_by_how_much_and_a_shared_first_place_is_none",
    "comeback": "test_who_was_last_alone_and_won_alone_came_back_from_where_that_was_most_unlikely",
    "only-exact": "test_the_only_exact_one_of_a_number_is_told_with_how_many_tried",
    "run": "test_the_longest_run_and_the_best_sheet_are_rarer_where_others_miss_more",
    "sheet": "test_the_longest_run_and_the_best_sheet_are_rarer_where_others_miss_more",
    "hand": "test_the_rarest_hand_is_told_by_its_exact_odds_and_the_poorest_never",
    "pot": "test_the_biggest_pot_is_told_where_it_is_twice_the_usual_one",
    "bend": "test_the_table_that_turned_most_is_told_once_its_chances_are_reckoned",
    "record": "test_a_record_that_falls_is_told_once_and_only_where_there_was_one_before",
    "rating": "test_the_rise_of_a_settled_rating_is_told_beside_what_happened_at_the_tables",
    "season": "test_what_an_event_has_meant_for_its_season_is_told_and_leads_there",
}


def test_every_figure_that_is_defined_or_told_has_an_example_worked_out_by_hand():
    pages = [path.read_text() for each in TEMPLATES for path in (ROOT / "templates").glob(each)]
    terms = {named or plain for page in pages for named, plain in TERM.findall(page)}
    assert terms == DEFINED.keys()
    assert TITLES.keys() == TOLD.keys()


def test_every_example_named_is_a_test():
    files = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    tests = {name for text in files for name in re.findall(r"^def (test_\w+)", text, re.M)}
    assert sorted({*DEFINED.values(), *TOLD.values()} - tests) == []
