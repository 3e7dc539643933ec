// The form for a new game shows only what the chosen title offers: its options, and its number of players.
"use strict";
(() => {
  const form = document.querySelector("form:has([name=title])");
  if (!form) return;

  function fit() {
    const title = form.querySelector("[name=title]:checked");
    if (!title) return;
    const most = Number(title.dataset.players.split("-")[1]);
    form.querySelectorAll("[name=name]").forEach((field, index) => {
      field.hidden = index >= most;
      field.disabled = index >= most;
    });
    for (const options of form.querySelectorAll("details[data-title]")) options.hidden = options.dataset.title !== title.value;
    const alone = form.querySelector("[name=mode]:checked")?.value === "hot-seat";
    const me = form.querySelector("[name=me]");
    if (me) {
      me.closest("label").hidden = alone;
      [...me.options].forEach((option, index) => { option.hidden = index >= most; });
    }
  }

  form.addEventListener("change", fit);
  window.addEventListener("pageshow", fit);
  fit();
})();
