/* A page begins where a form that comes back is wrong, or else with what was just done, for the keyboard and for whoever
   has the page read out; unless they have gone on already. */
const wrong = document.querySelector("main :is([role=alert]:not([hidden]), .is-invalid, .alert-block)");
const isUntouched = document.activeElement === document.body;
const done = isUntouched && document.querySelector("main:not(:has([autofocus])) #messages > *");
const first = wrong || done;
if (first instanceof HTMLElement) {
  if (first.tabIndex < 0) first.tabIndex = -1;
  first.focus({ preventScroll: first === done });
}
