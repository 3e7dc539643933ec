// Which charters are shown where there are many: all, one's own, those that operate or have floated, those of one kind.
// The company whose turn it is always is. Remembered in this browser. Any company can also be looked for by its name.
"use strict";
(() => {
  const STORE = "railhead-charters";
  const filter = () => document.querySelector(".charter-filter");

  function kept() {
    try { return JSON.parse(localStorage.getItem(STORE)) ?? {}; } catch { return {}; }
  }

  function choose(wish) {
    localStorage.setItem(STORE, JSON.stringify({ ...kept(), ...wish }));
    show();
  }

  // Whoever looks for a company by its symbol or name finds it whatever it is, and whether it has begun or is gone.
  function find(wanted) {
    const is = (company) => (company.title + company.textContent).toLocaleLowerCase().includes(wanted);
    let found = 0;
    for (const group of document.querySelectorAll(".charter-group")) {
      const all = [...group.querySelectorAll(".charter, .unstarted > li, .gone-company")];
      for (const each of all) each.hidden = !is(each.querySelector("header") ?? each);
      for (const rest of group.querySelectorAll("details.asleep")) {
        rest.hidden = ![...rest.querySelectorAll("li, .gone-company")].some((each) => !each.hidden);
        rest.open = !rest.hidden;
      }
      group.hidden = all.every((each) => each.hidden);
      found += !group.hidden;
    }
    filter().querySelector("[data-no-charter]").hidden = found > 0;
  }

  function show() {
    if (!filter()) return;
    const { which = "all", kind = "" } = kept();
    for (const button of filter().querySelectorAll("[data-charters]")) {
      button.setAttribute("aria-pressed", String(button.dataset.charters === which));
    }
    const kinds = filter().querySelector("[data-charter-kind]");
    if (kinds) kinds.value = kind;
    const wanted = filter().querySelector("[data-charter-name]").value.trim().toLocaleLowerCase();
    if (wanted) return find(wanted);
    let found = 0;
    for (const group of document.querySelectorAll(".charter-group")) {
      let here = 0;
      for (const card of group.querySelectorAll(".charter")) {
        const is = card.dataset.is.split(" ");
        card.hidden = !is.includes("acting") && which !== "all" && !is.includes(which);
        here += !card.hidden;
      }
      for (const rest of group.querySelectorAll("details")) rest.hidden = which !== "all";
      for (const each of group.querySelectorAll(".unstarted > li, .gone-company")) each.hidden = false;
      const acts = group.querySelector(".charter.acting");
      group.hidden = (kind && group.dataset.kind !== kind && !acts) || (which !== "all" && !here);
      found += group.hidden ? 0 : here + (which === "all" ? 1 : 0);
    }
    filter().querySelector("[data-no-charter]").hidden = found > 0;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".charter-filter [data-charters]");
    if (button) choose({ which: button.dataset.charters });
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-charter-kind]")) choose({ kind: event.target.value });
  });
  document.addEventListener("input", (event) => { if (event.target.matches?.("[data-charter-name]")) show(); });
  document.addEventListener("htmx:load", (event) => { if (event.detail.elt.id === "table") show(); });
  document.addEventListener("DOMContentLoaded", show);
})();
