"""What the director's desk is told of the deals a phone keeps, where the answers of some reports are lost."""

from tests.phone.engine import PAD, run

PROGRAM = """
import { readFileSync } from "node:fs";

const [url, reports] = JSON.parse(readFileSync(0, "utf8"));
const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
};
const { report } = await import(url);
const told = [];
for (const [count, answered] of reports) {
  const post = async (address, { count }) => (told.push(count), { status: answered ? 200 : 0, data: {} });
  await report({ api: { post }, base: "/pad/table/" }, Array.from({ length: count }, () => ({ queued_at: 0 })));
}
console.log(JSON.stringify(told));
"""


def told(*reports: tuple[int, bool]) -> list[int]:
    """The counts that were sent, of a phone that keeps `count` deals at each look and is answered or not."""
    sent: list[int] = run(PROGRAM, [(PAD / "queue/report.js").as_uri(), reports])
    return sent


def test_the_desk_is_told_each_number_once_and_of_none_only_where_there_were_some():
    assert told((0, True), (2, True), (2, True), (3, True), (0, True), (0, True)) == [2, 3, 0]


def test_a_report_that_was_not_answered_is_told_again():
    assert told((2, False), (2, True), (2, True)) == [2, 2]


def test_where_no_answer_came_the_desk_is_told_when_nothing_is_kept_any_more():
    assert told((2, False), (0, True), (0, True)) == [2, 0]
