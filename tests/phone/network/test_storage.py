"""What a phone keeps where the browser grants it no database."""

from tests.phone.engine import PAD, run

AT_ONCE = """
import { readFileSync } from "node:fs";

const [root] = JSON.parse(readFileSync(0, "utf8"));
const { openStorage } = await import(root + "queue/storage.js");
const storage = await openStorage();
const add = (name) => storage.change("/pad/a/", (entries) => entries.concat({ client_id: name }));
const count = () => storage.alter("pace", ({ count = 0 }) => ({ count: count + 1 }));
await Promise.all([add("one"), add("two"), add("three"), count(), count()]);
const kept = (await storage.entries("/pad/a/")).map(({ client_id: id }) => id);
process.stdout.write(JSON.stringify([kept, (await storage.read("pages", "pace")).count]), () => process.exit(0));
"""


def test_what_is_saved_at_the_same_instant_is_kept_all_of_it():
    assert run(AT_ONCE, [PAD.as_uri() + "/"]) == [["one", "two", "three"], 2]
