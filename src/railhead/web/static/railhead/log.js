// The log and what belongs to it: standing orders follow the table.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  let length = null;

  // Orders are shown as they stand: they are fetched anew whenever the table has moved.
  document.addEventListener("htmx:afterSettle", () => {
    const now = table()?.dataset.length;
    const orders = document.getElementById("orders");
    if (length !== null && now !== length && orders) htmx.trigger(orders, "table-moved");
    length = now;
  });
  document.addEventListener("DOMContentLoaded", () => { length = table()?.dataset.length ?? null; });
})();
