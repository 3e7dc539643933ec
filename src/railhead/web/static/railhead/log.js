// The log and what belongs to it: the slider follows the finger, the reader's filter and the orders follow the table.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  let length = null;

  // -- standing orders ---------------------------------------------------------------------------

  // Orders are shown as they stand: they are fetched anew whenever the table has moved.
  function refreshOrders() {
    const now = table()?.dataset.length;
    const orders = document.getElementById("orders");
    if (length !== null && now !== length && orders) htmx.trigger(orders, "table-moved");
    length = now;
  }

  // -- the filter --------------------------------------------------------------------------------

  const wanted = {};

  function remember(form) {
    for (const field of form.querySelectorAll("select, [type=search]")) wanted[field.name] = field.value;
  }

  // A table that has moved is new: what the reader was looking for is entered and asked for again.
  function lookAgain() {
    const form = document.getElementById("log-wanted");
    if (!form || form.dataset.kept || !Object.values(wanted).some(Boolean)) return;
    form.dataset.kept = "1";
    for (const [name, value] of Object.entries(wanted)) form.elements[name].value = value;
    htmx.trigger(form, "submit");
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("#log-wanted");
    if (form) {
      form.dataset.kept = "1";
      remember(form);
    }
    if (event.target.matches?.("[data-history]")) follow(event.target);
  });

  // -- the slider --------------------------------------------------------------------------------

  let asked = null;
  let shown = null;

  // While the slider is dragged the table is fetched for where it is, one request at a time.
  async function follow(slider) {
    const busy = asked !== null;
    asked = slider.value;
    const moves = table().querySelector("output.moves");
    if (moves) moves.textContent = slider.value + "/" + table().dataset.last;
    if (busy) return;
    try {
      while (asked !== shown && slider.isConnected) {
        shown = asked;
        const answer = await fetch(table().dataset.refreshUrl + "?at=" + shown);
        if (!answer.ok || !slider.isConnected) break;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("table");
        if (fresh) replaceAround(table(), fresh, slider);
      }
    } catch {
      // A server that does not answer is asked again when the slider moves on.
    } finally {
      asked = shown = null;
    }
  }

  // Replaces everything in an element but the slider that is being dragged, and whatever contains it.
  function replaceAround(old, fresh, slider) {
    const kept = [...old.children].find((child) => child.contains(slider));
    const place = [...fresh.children].find((child) => child.querySelector("[data-history]") ?? child.matches("[data-history]"));
    if (!kept || !place) return;
    for (const child of [...old.children]) if (child !== kept) child.remove();
    let before = true;
    for (const child of [...fresh.children]) {
      if (child === place) before = false;
      else if (before) kept.before(child);
      else old.append(child);
    }
    if (kept !== slider) replaceAround(kept, place, slider);
  }

  document.addEventListener("htmx:afterSettle", () => { refreshOrders(); lookAgain(); });
  document.addEventListener("DOMContentLoaded", () => { length = table()?.dataset.length ?? null; });
})();
