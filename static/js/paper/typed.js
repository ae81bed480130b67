/* A paper sheet by keyboard: Enter goes on to the next field, up and down stay in the column; Ctrl+Enter records. */
(() => {
  "use strict";

  /** @returns {HTMLInputElement[]} */
  const fields = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#typed input"))];

  /** @param {HTMLInputElement} field @param {number} lines */
  const above = (field, lines) => {
    const cell = field.closest("td");
    const rows = [...document.querySelectorAll("#typed tr:has(input)")];
    const row = /** @type {HTMLTableRowElement | undefined} */ (rows[rows.indexOf(/** @type {Element} */ (field.closest("tr"))) - lines]);
    return row && cell ? row.cells[cell.cellIndex]?.querySelector("input") : null;
  };

  /** @param {HTMLElement | null | undefined} field */
  const go = (field) => {
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
    return Boolean(field);
  };

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.closest("#typed") || event.isComposing) return;
    const save = /** @type {HTMLButtonElement} */ (document.querySelector(".typed [name=save]"));
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.ctrlKey) save.click();
      else go(fields()[fields().indexOf(field) + 1] || save);
    }
    if (event.key === "ArrowUp" && go(above(field, 1))) event.preventDefault();
    if (event.key === "ArrowDown" && go(above(field, -1))) event.preventDefault();
  });
})();
