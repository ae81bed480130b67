/* A form that comes back with something wrong begins there, for the keyboard and for whoever has the page read out. */
const wrong = document.querySelector("main :is([role=alert]:not([hidden]), .is-invalid, .alert-block)");
if (wrong instanceof HTMLElement) {
  if (wrong.tabIndex < 0) wrong.tabIndex = -1;
  wrong.focus();
}
