/* Dragging a player to another table does what choosing that table beside their name does, and the other way round. */
(() => {
  "use strict";

  /** @type {HTMLElement[]} */
  const lists = Array.from(document.querySelectorAll(".seat-list"));

  // What is to be said of tables of so many.
  function tell() {
    for (const list of lists) {
      /** @type {Iterable<HTMLElement>} */
      const notes = list.parentElement?.querySelectorAll("[data-players]") ?? [];
      for (const note of notes) note.hidden = Number(note.dataset.players) !== list.children.length;
    }
  }

  for (const list of lists) {
    Sortable.create(list, {
      group: "players",
      animation: 120,
      delay: 120,
      delayOnTouchOnly: true,
      filter: "select",
      preventOnFilter: false,
      onAdd: (/** @type {{ item: any }} */ { item }) => {
        item.querySelector("select").value = list.dataset.table;
        tell();
      },
    });
    list.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return; // Sortable has a "change" of its own
      const goal = lists.find((each) => each.dataset.table === target.value);
      goal?.append(/** @type {Element} */ (target.closest(".seat-row")));
      target.focus();
      tell();
    });
  }
})();
