"""The sentences of the pad. The page's code puts names and numbers where the braces are."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.cards import Deck
from scoring.games import GAMES
from tournaments.formats.clock import WARNINGS
from tournaments.words.games import card_name, category_name
from tournaments.words.pad.offline import offline_words, table_words
from tournaments.words.table.corrections import clock_labels, warning_words
from tournaments.words.table.deals import TRUMPS

TITLE = gettext_lazy("This evening is over")
OVER = gettext_lazy(
    "The code of this table has ended with it. Nothing is saved by it any more, and nothing recorded is lost."
)
KEPT = gettext_lazy(
    "Kept on this phone, and the director is told. Open the code again once it is valid: that sends what is kept."
)
RESULTS = gettext_lazy("The results of the evening")
AGAIN = gettext_lazy("Look again")


def over_words() -> dict[str, str]:
    texts = {"over_title": TITLE, "over": OVER, "over_kept": KEPT, "over_again": AGAIN}
    return {key: str(text) for key, text in texts.items()}


def own_hands() -> dict[str, str]:
    return {
        "own_title": _("Deal {n}: your hand"),
        "own_title_of": _("The hand of {name}"),
        "own_hidden": _("Nobody sees it until all hands are in."),
        "own_for_another": _("For another player. Nobody else sees it until all hands are in."),
        "own_quarry_hint": _("The Quarry lies open: one phone enters it for all."),
        "own_paid": _("Cubits put in"),
        "own_ready": _("Ready"),
        "own_all_here": _("All hands on this phone"),
        "own_mine_only": _("Each phone its own hand"),
        "own_in": _("is in"),
        "own_not_in": _("not in yet"),
        "own_waiting": _("Waiting for {names}"),
        "own_wait_hint": _("Somebody has no phone, or does not show? Tap the name."),
        "own_has_phone": _("has a phone: ask"),
        "own_asked": _("has been asked"),
        "own_ask_for": _("{name} has a phone: ask them to enter their hand, or to let you"),
        "own_ask_hint": _("{name} has a phone: ask them. After {n} min without an answer, tap the name again."),
        "own_asks": _("{name} asks to enter your hand, or to fold it, for you."),
        "own_asks_for_all": _("May {name} enter your hand from now on?"),
        "own_agree": _("Agree"),
        "own_refuse": _("No"),
        "own_change": _("Change my hand"),
        "own_enter_for": _("Enter the hand of {name}"),
        "own_enter_quarry": _("Enter the Quarry"),
        "own_wrong": _("Something is wrong"),
    }


UNSENT_SENTENCES = 99


def pad_words(sheet: str) -> dict[str, str]:
    """The pad's sentences for the games of one kind of sheet."""
    own = announcements() if sheet == "announcements" else showdown()
    return (
        page()
        | list_of_deals()
        | first_hints()
        | own
        | conflict()
        | endings()
        | clock()
        | offline_words(sheet)
        | table_words()
        | over_words()
    )


def unsent_words() -> list[str]:
    """The sentence for 0, 1, 2 ... deals that wait for the network: languages count differently."""
    return [
        ngettext("%(n)d deal not sent", "%(n)d deals not sent", count) % {"n": count}
        for count in range(UNSENT_SENTENCES)
    ]


def category_names(categories: Iterable[str]) -> dict[str, str]:
    return {category: capitalised(category_name(category)) for category in categories}


def card_names(deck: Deck) -> dict[str, str]:
    return {card: capitalised(card_name(card)) for card in deck.copies}


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def app_names(table: int, event: str) -> dict[str, str]:
    """Of the pad on a phone's home screen."""
    name = _("Table {n}").format(n=table)
    return {"name": f"{name} · {event}", "short_name": name}


def page() -> dict[str, str]:
    return {
        "table": _("Table {n}"),
        "deals": _("Deals"),
        "desk": _("Desk"),
        "deal_title": _("Deal {n}"),
        "safe": _("Saved"),
        "looking": _("Still looking…"),
        "deal_of": _("Deal {n} of {of}"),
        "match_game": _("Game {n} of {of}, {score}"),
        "match_extra": _("Extra game, {score}"),
        "match_board": _("Board {n} of {of}, {score}"),
        "boards": _("All boards"),
        "board": _("Board"),
        "nobody": _("nobody"),
        "put_aside": _("Put aside. You find it under Help."),
        "offline": _("No connection"),
        "busy": _("Busy"),
        "busy_now": _("The server is busy, and nothing was changed. Try again in a moment."),
        "back": _("Back"),
        "undo": _("Undo"),
        "undo_overtaken": _("Something else was recorded or changed since. Correct the deal instead."),
        "undone": _("Undone. The deals are as they were before."),
        "undone_short": _("Undone."),
        "saving": _("Saving…"),
        "save": _("Save"),
        "save_deal": _("Save deal {n}"),
        "save_correction": _("Save the correction"),
        "saved": _("Saved. {words}"),
        "deal_saved": _("Deal {n} saved"),
        "deal_corrected": _("Deal {n} corrected"),
        "deal_restored": _("Deal {n} restored"),
        "now_has": _("{name} {points}, now {total}"),
        "corrected": _("Deal {n} corrected. {words}"),
        "voided": _("Deal {n} voided. You can restore it in the list of deals."),
        "restored": _("Deal {n} restored. {words}"),
        "refused": _("This could not be saved. Reload the page and enter it again."),
        "needs_network": _("No connection: this cannot be kept for later. Try again when the pad is connected."),
        "trying": _("Kept on this phone, and tried again until the server has it."),
        "trying_busy": _("The server is busy. Kept on this phone, and tried again until the server has it."),
        "try_now": _("Try now"),
        "no_deals": _("No deal has been recorded yet."),
        "correct": _("Correct"),
        "correct_n": _("Correct deal {n}: {words}"),
        "void": _("Void"),
        "void_n": _("Void deal {n}"),
        "voided_mark": _("(voided)"),
        "restore": _("Restore"),
        "restore_n": _("Restore deal {n}"),
        "editing": _("Correcting deal {n}"),
        "leave": _("Leave as it was"),
        "mark_out_of_turn": _("out of turn"),
        "mark_upheld": _("by the director’s word: {reason}"),
        "mark_version": _("corrected"),
        "you_are": _("You are {name}"),
        "aside_n": _("Put aside: {n}"),
        "language": _("Language"),
        "rules": _("The rules of this game"),
        "rules_short": _("Rules"),
    }


def list_of_deals() -> dict[str, str]:
    return {
        "deals_whose": _("Whose deals?"),
        "deals_all": _("All deals"),
        "deals_of": _("{name} announced"),
        "deals_won_by": _("{name} won"),
        "deals_waiting": _("To be confirmed"),
        "no_such_deals": _("There is no such deal yet."),
        "go_to_deal": _("Go to deal…"),
        "line_tie": _("a tie"),
        "line_no_cards": _("no cards shown"),
        "to_confirm_n": _("To be confirmed: {n}"),
        "to_confirm_mine": _("You are asked to confirm them."),
        "to_confirm_others": _(
            "Another player confirms them, on a phone that has scanned the code of that player’s seat."
        ),
    }


def first_hints() -> dict[str, str]:
    """For whoever enters a deal for the first time."""
    return {
        "first_announcement": _("Your first deal? Tap the number announced; after play, the tricks. That saves it."),
        "first_announcement_trump": _(
            "Your first deal? Tap the number announced, then the trump; after play, the tricks. That saves it."
        ),
        "first_showdown": _("Your first deal? Tap Fold for whoever folded, then the others’ cards, hand by hand."),
        "first_own": _("Your first deal? Tap your own cards, then Ready. Or tap Fold, then Ready."),
        "first_hands": _("Your first deal? Tap everybody’s cards, hand by hand."),
    }


def announcements() -> dict[str, str]:
    return {
        "status_closed_hint": _("Players are placed by points per announcement made."),
        "players": _("Players’ sheets"),
        "sheet_of": _("{name}’s sheet"),
        "what_announced": _("What does {name} announce?"),
        "announces": _("{name} announces {n}"),
        "declares_short": _("now"),
        "next_short": _("next"),
        "range": _("can end with {lowest} to {highest}"),
        "has_won": _("has won"),
        "cannot_win": _("cannot win any more"),
        "other_declarer": _("Another player"),
        "first_dealer": _("Dealer: {name}"),
        "who_deals_first": _("Who deals first?"),
        "who_declares": _("Who announces?"),
        "out_of_turn": _("Out of turn: it is {name}’s turn to announce."),
        "back_to": _("Back to {name}, who announces"),
        "announce": _("Announce {n}, {left} of {quota} left."),
        "announce_used": _("{n} is used up."),
        "brought": _("Took {taken}: {points} points."),
        "times": _("{n} left"),
        "legend_taken": _("tricks taken"),
        "legend_points": _("points"),
        "tap_announcement": _("Tap a number of the pyramid"),
        "then_trump": _("then the trump, here"),
        "then_tricks": _("then the tricks taken, here"),
        "which_trump": _("Which trump?"),
        **{f"trump_{trump}": capitalised(str(name)) for trump, name in TRUMPS.items()},
        "no_trump_short": _("NT"),
        "how_many": _("How many tricks did {name} take?"),
        "tap_saves": _("A tap saves."),
        "took": _("Took {n}"),
        "change_trump": _("{trump}. Change the trump"),
        "change_taken": _("Took {n}. Change the tricks"),
        "announced_by": _("{name} announced {n}"),
        "save_points": _("Save {points} points"),
    }


def showdown() -> dict[str, str]:
    return hands() | verdict() | own_hands()


def hands() -> dict[str, str]:
    return {
        "status_closed_hint": _("Players are placed by what they had reached."),
        "playoff_title": _("Play-off of deal {n}"),
        "playoff_pot": _("Only the tied players; {pot} cubits in the pot"),
        "dealer": _("Dealer"),
        "fold": _("Fold"),
        "fold_name": _("{name} folds"),
        "folded": _("folded"),
        "back_in": _("Back in"),
        "back_in_name": _("{name} is back in"),
        "no_cards": _("no cards"),
        "cards": _("{n} cards"),
        "cards_of": _("{n} of {of} cards"),
        "so_far": _("{category}, so far"),
        "more_makes": _("One more of these makes {category}: {cards}"),
        "quarry": _("Quarry"),
        "quarry_hint": _("At least {n} cards, one from everybody who is in"),
        "with_quarry": _("with {card} from the Quarry"),
        "deck": _("Cards left in the deck"),
        "pick": _("{card}, {left} left"),
        "take_away": _("Take away {card}"),
        "take_away_lit": _("{card}, part of the pyramid. Take it away"),
        "add_shape": _("Add {cards}"),
        "fold_this": _("Fold {name}"),
        "left_in_deck": _("{n} left"),
        "shapes_hint": _("Below: one tap for a pyramid, then the other cards"),
        "next_hand": _("Next hand"),
        "ahead": _("Ahead: {names}"),
        "to_enter": _("To enter: {names}"),
        "more_options": _("More"),
        "go_on": _("Go on"),
        "with_cards": _("Enter the cards after all"),
        "without_cards": _("Winner without cards"),
        "lone_winner": _("{name} wins: the others folded"),
    }


def verdict() -> dict[str, str]:
    return {
        "note_cubits": _("Note cubits"),
        "who_paid": _("What did everybody put in?"),
        "less": _("One cubit less for {name}"),
        "more": _("One cubit more for {name}"),
        "all_the_same": _("All who are in: as much as the highest"),
        "unequal_bets": _("Less than the highest bet, {highest}: {names}. Betting ends when all have put in the same."),
        "as_the_highest": _("As much as the highest"),
        "all_in": _("All in"),
        "who_won": _("Who won, according to the table?"),
        "claim_other": _("Another winner"),
        "claim_hint": _("The pad compares it with the cards. You may skip this."),
        "claim_needed": _("No cards are entered: the list of deals will say so."),
        "skip_claim": _("Skip: the cards decide"),
        "verdict": _("Who wins?"),
        "looking": _("Looking at the cards…"),
        "verdict_later": _("No connection: the pad says who wins when the deal is sent."),
        "unverified": _("No cards were shown: the winner is the one the table named."),
        "pot": _("{pot} cubits in the pot"),
        "correct_cards": _("Correct the cards"),
        "take_winner": _("Take the winner by the cards: {names}"),
        "claim_reason": _("Or {names} wins all the same. Why? The director reads it."),
        "claim_call": _("Call the director to rule"),
        "claim_at_desk": _("If the table is right, the director enters this deal at the desk."),
        "claim_waits": _("The director rules on it"),
        "claim_ruled": _("The director has ruled."),
        "claim_says": _("The table says: {names}."),
        "claim_cards": _("By the cards: {words}"),
        "claim_banner": _("The director is called: {names} against the cards"),
        "claim_code": _("The director, at the table, types the code from the desk:"),
        "claim_withdraw": _("Take it back and put it right"),
        "uphold": _("Decide for {names}"),
    }


def conflict() -> dict[str, str]:
    return {
        "conflict_title": _("Meanwhile at this table"),
        "change_new": _("Deal {n} was recorded. {words}"),
        "change_corrected": _("Deal {n} was changed. {words}"),
        "change_voided": _("Deal {n} was voided."),
        "conflict_mine": _("What you entered"),
        "not_saved": _("Yours is not saved yet."),
        "drop_mine": _("Throw mine away"),
        "keep_mine": _("Go on with mine"),
        "send_mine": _("Send mine as deal {n}"),
        "send_correction": _("Send my correction"),
        "mine_empty": _("{name} has not announced yet."),
        "mine_vilnius": _("{name} announced {announced}, took {taken}."),
        "cards_entered": _("Cards of {names}."),
        "folded_entered": _("Folded: {names}."),
        "gone_title": _("This link is no longer valid"),
        "gone": _("Ask the director for the table’s new code and scan it."),
    }


def endings() -> dict[str, str]:
    return {
        "status_finished": _("The game is over"),
        "status_finished_hint": _("A deal can still be corrected: open the list of deals."),
        "status_adjourned": _("This table is adjourned"),
        "status_adjourned_hint": _("The director can resume it; then the pad goes on where you stopped."),
        "status_closed": _("This table was closed unfinished"),
        "wins_table": _("{name} wins the table"),
        "share_table": _("{names} share first place"),
        "story_margin": _("points ahead"),
        "story_exact": _("exact announcements"),
        "story_lead": _("changes of the lead"),
        "story_won": _("deals won"),
        "story_deals": _("deals played"),
        "plays_next": _("{name} plays next: round {round}, table {table}"),
        "plays_next_table": _("{name} plays next: table {table}"),
        "see_standings": _("See the standings"),
        "match_go": _("On to game {n}"),
        "match_go_extra": _("On to the extra game"),
        "match_goes_on": _("The next game opens here by itself."),
        "match_back": _("Deals of game {n}"),
        "place": _("{n}."),
        "result_sheet": _("{made} of 16 announcements, {exact} exact"),
    }


def clock() -> dict[str, str]:
    most_seats = max(game.max_seats for game in GAMES.values())
    return {
        **{f"clock_{state}": label for state, label in clock_labels().items()},
        **{f"clock_say_{minutes * 60}": warning_words(minutes * 60) for minutes in WARNINGS},
        "time_up": _("Time is up."),
        "last_deal": _("Time is up: this deal is the last."),
        "last_deal_done": _("Time is up, and the last deal is played: the table is done."),
        **{f"lap_left_{count}": lap_left(count) for count in range(1, most_seats + 1)},
        "lap_complete": _("Time is up, and the lap is complete: the table is done."),
    }


def lap_left(count: int) -> str:
    sentence = ngettext(
        "Time is up: %(n)d deal to go, then the lap is complete.",
        "Time is up: %(n)d deals to go, then the lap is complete.",
        count,
    )
    return sentence % {"n": count}
