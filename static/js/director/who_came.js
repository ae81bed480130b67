/* Who has come: a field that finds people on the roster while one types, and ticks them from the keyboard. */
(() => {
  "use strict";

  /** @param {string} id */
  const field = (id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id));
  /** @returns {HTMLElement[]} */
  const people = () => Array.from(document.querySelectorAll("#roster > .form-check"));
  /** @param {HTMLElement} person */
  const box = (person) => /** @type {HTMLInputElement} */ (person.querySelector("input"));
  /** @param {string} text */
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function show() {
    const sought = plain(field("find-who")?.value ?? "");
    for (const person of people()) person.hidden = !plain(person.textContent ?? "").includes(sought);
    const ticked = people().filter((person) => box(person).checked).length;
    const count = document.getElementById("ticked");
    if (count) count.textContent = ticked ? ` (${ticked})` : "";
  }

  /** The first who is found is ticked; a name that nobody has joins the new ones.
   * @param {HTMLInputElement} find */
  function take(find) {
    if (!find.value.trim()) return;
    const first = people().find((person) => !person.hidden);
    const names = field("names");
    if (first) box(first).checked = !box(first).checked;
    else if (names) {
      unfold("new-names");
      names.value = `${names.value.trimEnd()}\n${find.value.trim()}`.trimStart();
    }
    find.value = "";
    show();
  }

  /** @param {string} id */
  function unfold(id) {
    const folded = document.getElementById(id);
    if (folded instanceof HTMLDetailsElement) folded.open = true;
  }

  function begin() {
    for (const each of document.querySelectorAll(".find-who, .tick-many")) each.removeAttribute("hidden");
    show();
  }

  document.addEventListener("input", ({ target }) => {
    if (target === field("find-who")) unfold("from-roster"); // folded once people play
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.id !== "find-who") return;
    event.preventDefault();
    take(event.target);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLElement) || !["tick-all", "tick-nobody"].includes(target.id)) return;
    for (const person of people()) if (!person.hidden) box(person).checked = target.id === "tick-all";
    show();
  });
  document.addEventListener("htmx:afterSettle", begin);
  begin();
})();
