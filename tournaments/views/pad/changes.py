"""What a table's phones send: deals and corrections of them, calls and claims, confirmations, a hand ahead of its deal,
and what they hold unsent.
"""

from datetime import timedelta

from django.http import Http404, HttpResponse, JsonResponse
from django.utils import timezone

from scoring import fields
from scoring.errors import ScoringError, malformed
from scoring.games import GAMES
from tournaments.audit import Actor
from tournaments.limits import MOST_UNSENT
from tournaments.models import Confirmation, ProposedCorrection
from tournaments.permissions import PadHolder
from tournaments.recording import (
    Json,
    Outcome,
    client_id_of,
    correct,
    number_of,
    payload_of,
    reason_of,
    record,
    recorded_facts,
    refusal,
    send_correction,
)
from tournaments.recording import void as void_deal
from tournaments.selectors.pad.state import deal_result, pad_news
from tournaments.selectors.pad.state import preview as preview_deal
from tournaments.selectors.table.page import proposed_correction_facts, seat_names, table_page
from tournaments.services.pad import Contributed, answer_neighbour, ask_phone, contribute, register_phone
from tournaments.services.table.claims import (
    Claimed,
    call_director,
    claim_winner,
    note_unsent,
    uphold_by_code,
    withdraw_call,
    withdraw_claim,
)
from tournaments.services.table.confirmations import DealVersion, confirm_or_dispute
from tournaments.services.table.deals import Recorded, set_first_dealer
from tournaments.services.table.proposed_corrections import answer_proposed_correction
from tournaments.services.table.several_deals import Rearrangement, preview, read_change, undo
from tournaments.views.pad.pad import asked, fresh_state, json_of, state_of
from tournaments.words.errors import error_sentence
from tournaments.words.games import category_name
from tournaments.words.pad.offline import words_to_tell
from tournaments.words.pad.sentences import capitalised
from tournaments.words.table.corrections import impact_words, proposed_correction_words
from tournaments.words.table.deals import deal_words


@asked
def deals(holder: PadHolder, data: Json) -> Json:
    recorded = record(holder, data)
    after = recorded.after
    if after is None:
        return saved(holder, recorded)
    holder.event = after.table.event_id
    asks = Actor(seat=after.row.seat, phone=holder.by.phone)
    return recorded_facts(recorded) | {"news": pad_news(after, words=words_to_tell, now=timezone.now(), actor=asks)}


@asked
def deal(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return correction_answer(holder, correct(holder, data, number))


@asked
def void(holder: PadHolder, data: Json, number: int) -> Json | HttpResponse:
    return correction_answer(holder, void_deal(holder, data, number))


def correction_answer(holder: PadHolder, outcome: Outcome) -> Json | HttpResponse:
    """A correction that is made, or (202) one that waits for another seat."""
    return waits_for_consent(holder, outcome) if isinstance(outcome, ProposedCorrection) else saved(holder, outcome)


def waits_for_consent(holder: PadHolder, proposed: ProposedCorrection) -> JsonResponse:
    page = table_page(holder.link.table_id)
    facts = proposed_correction_facts(proposed, page, actor=holder.actor) | proposed_correction_words(
        page, proposed.change
    )
    return JsonResponse({"proposal": facts, "state": state_of(page, holder.actor)}, status=202)


def saved(holder: PadHolder, recorded: Recorded) -> Json:
    return recorded_facts(recorded) | {"state": fresh_state(holder)}


@asked
def dealer(holder: PadHolder, data: Json) -> Json:
    set_first_dealer(
        table_id=holder.link.table_id,
        seat=fields.integer(data, "seat"),
        base_revision=fields.integer(data, "base_revision"),
        actor=holder.actor,
    )
    return {"state": fresh_state(holder)}


@asked
def hand(holder: PadHolder, data: Json) -> Json:
    event = holder.link.table.event
    cards, quarry = fields.cards(data.get("hand"), "hand"), fields.cards(data.get("quarry") or [], "quarry")
    reading = GAMES[event.game].read_hand(cards, rules=event.game_rules, quarry=quarry)
    if reading is None:
        raise Http404
    return reading.as_dict() | {"name": capitalised(category_name(reading.category))}


@asked
def verdict(holder: PadHolder, data: Json) -> Json:
    played, result = preview_deal(holder.link.table, payload_of(data), number=number_of(data))
    return {"deal": deal_result(result), "words": deal_words(played, result, seat_names(holder.link.table))}


@asked
def call(holder: PadHolder, data: Json) -> Json:
    if fields.flag(data, "withdraw"):
        withdraw_call(table_id=holder.link.table_id, actor=holder.actor)
    else:
        note = data.get("note") and fields.text(data, "note")
        call_director(table_id=holder.link.table_id, note=note or "", actor=holder.actor)
    return {"state": fresh_state(holder)}


@asked
def claim(holder: PadHolder, data: Json) -> Json:
    """A winner against the cards is put before the director, taken back, or upheld by the director's code."""
    table_id = holder.link.table_id
    if fields.flag(data, "withdraw"):
        withdraw_claim(table_id=table_id, actor=holder.actor)
    elif "code" in data:
        uphold_by_code(table_id=table_id, code=fields.text(data, "code") or "", actor=holder.actor)
    else:
        claim_winner(claimed=claimed_in(data), link=holder.link, actor=holder.actor)
    return {"state": fresh_state(holder)}


def claimed_in(data: Json) -> Claimed:
    return Claimed(
        payload=payload_of(data),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        reason=reason_of(data),
        number=number_of(data),
        seen=number_of(data, "version"),
    )


@asked
def unsent(holder: PadHolder, data: Json) -> Json:
    count, seconds = (fields.integer(data, name) for name in ("count", "seconds"))
    if count < 0 or seconds < 0:
        raise malformed("count" if count < 0 else "seconds")
    link = holder.lasting_link  # the director is told even when all is over
    note_unsent(
        table_id=link.table_id,
        phone=client_id_of(data, "phone"),
        count=min(count, MOST_UNSENT),
        kept_for=timedelta(seconds=min(seconds, 10**7)),
        actor=Actor(pad_link=link, phone=holder.by.phone),
    )
    return {}


@asked
def contribution(holder: PadHolder, data: Json) -> Json:
    contribute(table_id=holder.link.table_id, sent=contributed_in(data), actor=holder.actor)
    return {"state": fresh_state(holder)}


@asked
def phone(holder: PadHolder, data: Json) -> Json:
    """Of its own accord, or between neighbours: asked, agreed or refused."""
    act = fields.text(data, "act")
    table_id, actor = holder.link.table_id, holder.actor
    if act == "here":
        register_phone(table_id=table_id, actor=actor)
        return {}
    number = fields.integer(data, "number")
    if act == "ask":
        ask_phone(table_id=table_id, number=number, seat=fields.integer(data, "seat"), actor=actor)
    elif act in ("agree", "refuse"):
        answer_neighbour(table_id=table_id, number=number, agrees=act == "agree", actor=actor)
    else:
        raise malformed("act")
    return {"state": fresh_state(holder)}


def contributed_in(data: Json) -> Contributed:
    return Contributed(
        number=fields.integer(data, "number"),
        seat=number_of(data, "seat"),
        client_id=client_id_of(data),
        base_revision=fields.integer(data, "base_revision"),
        seen=number_of(data, "seen") or 0,
        said=data["said"] if isinstance(data.get("said"), dict) else {},
    )


ANSWERS = (ProposedCorrection.Answer.AGREED, ProposedCorrection.Answer.DECLINED, ProposedCorrection.Answer.WITHDRAWN)


@asked
def confirmation(holder: PadHolder, data: Json) -> Json:
    verdict = fields.text(data, "verdict")
    if verdict not in Confirmation.Verdict.values:
        raise malformed("verdict")
    confirm_or_dispute(
        table_id=holder.link.table_id,
        verdict=Confirmation.Verdict(verdict),
        deals=deals_of(data),
        base_revision=fields.integer(data, "base_revision"),
        reason=reason_of(data),
        actor=holder.actor,
    )
    return {"state": fresh_state(holder)}


@asked
def proposed(holder: PadHolder, data: Json, pk: int) -> Json:
    answer = fields.text(data, "answer")
    if answer not in ANSWERS:
        raise malformed("answer")
    answer_proposed_correction(proposed_id=pk, answer=ProposedCorrection.Answer(answer), actor=holder.actor)
    return {"state": fresh_state(holder)}


def deals_of(data: Json) -> list[DealVersion] | None:
    """The versions that the phone has shown; None where it speaks of the table as a whole."""
    deals = data.get("deals")
    if deals is None:
        return None
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        raise malformed("deals")
    return [(fields.integer(deal, "number"), fields.integer(deal, "version")) for deal in deals]


@asked
def pad_correct_many(holder: PadHolder, data: Json) -> Json | HttpResponse:
    if data.get("kind") == "insert":
        payload_of(data)  # held to the same lengths as any deal
    change = read_change(data)
    if fields.flag(data, "preview"):
        return impact(holder, change)
    try:
        return correction_answer(holder, send_correction(holder, data, change.written))
    except ScoringError as error:
        breaks = impact(holder, change)["breaks"] or [error_sentence(error, seat_names(holder.link.table))]
        return json_of(refusal(error.as_dict(), " ".join(breaks)))


@asked
def pad_undo(holder: PadHolder, data: Json) -> Json:
    revision, client_id = fields.integer(data, "revision"), client_id_of(data)
    undone = undo(table_id=holder.link.table_id, revision=revision, client_id=client_id, actor=holder.actor)
    return saved(holder, undone)


def impact(holder: PadHolder, change: Rearrangement) -> Json:
    seen = preview(table_id=holder.link.table_id, change=change, actor=holder.actor)
    words = impact_words(seen, seat_names(holder.link.table))
    return {
        "changes": [
            {"number": change.number, "before": change.before, "after": change.after} for change in words.changes
        ],
        "remarks": words.remarks,
        "breaks": words.breaks,
    }
