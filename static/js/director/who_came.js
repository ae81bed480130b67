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
    else if (names) names.value = `${names.value.trimEnd()}\n${find.value.trim()}`.trimStart();
    find.value = "";
    show();
  }

  /** Folded once people play; whoever looks for somebody sees whom it finds. */
  function unfold() {
    const folded = document.getElementById("from-roster");
    if (folded instanceof HTMLDetailsElement) folded.open = true;
  }

  function begin() {
    const find = document.querySelector(".find-who");
    if (find instanceof HTMLElement) find.hidden = false;
    show();
  }

  document.addEventListener("input", ({ target }) => {
    if (target === field("find-who")) unfold();
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.id !== "find-who") return;
    event.preventDefault();
    take(event.target);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLElement) || target.id !== "tick-nobody") return;
    for (const person of people()) box(person).checked = false;
    show();
  });
  document.addEventListener("htmx:afterSettle", begin);
  begin();
})();
