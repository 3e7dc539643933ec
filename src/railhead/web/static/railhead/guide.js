// The guide: explains the step at hand and marks a choice that does no harm. What it says and suggests comes from the
// site; it can be closed and opened again at any table, and each table remembers that in this browser.
"use strict";
(() => {
  const page = () => document.querySelector("[data-guide]");
  const place = () => document.getElementById("guide");
  const key = () => "railhead-guide-" + page()?.dataset.guide;
  const isOpen = () => (localStorage.getItem(key()) ?? page()?.dataset.guided) === "on";
  let asking = ""; // the step that is being asked about

  function open(wanted) {
    localStorage.setItem(key(), wanted ? "on" : "off");
    show();
  }

  async function show() {
    for (const button of document.querySelectorAll("[data-guide-open]")) button.hidden = isOpen();
    if (!place()) return;
    if (!isOpen()) {
      place().replaceChildren();
      unmark();
      return;
    }
    const asked = asking = place().dataset.url;
    const answer = await fetch(asked, { headers: { "HX-Request": "true" } }).catch(() => null);
    const text = answer?.ok ? await answer.text() : ""; // what failed is asked for again when the page changes
    if (asking !== asked) return;
    asking = "";
    if (!text || !isOpen() || place()?.dataset.url !== asked) return;
    place().replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.children);
    mark();
  }

  // -- the suggested control ---------------------------------------------------------------------

  const hint = () => document.querySelector(".guide[data-suggests]")?.dataset;
  const quoted = (text) => '"' + CSS.escape(text) + '"';

  function unmark() {
    for (const each of document.querySelectorAll(".suggested")) each.classList.remove("suggested");
  }

  // Every control that leads to the suggestion: a button, an amount, a hex with its tile, or a run.
  function controls() {
    const { suggests, hex } = hint() ?? {};
    if (!suggests) return [];
    const found = [...document.querySelectorAll(`.offer[data-action=${quoted(suggests)}]`)];
    for (const form of document.querySelectorAll("form[data-amount]")) {
      const wanted = fieldsOf(form.dataset.amount, suggests);
      if (wanted && propose(form, wanted)) found.push(form.querySelector("[type=submit]"));
    }
    const tile = document.querySelector(`.tile-choice:has([data-action=${quoted(suggests)}])`);
    if (tile) found.push(tile);
    else if (hex) found.push(...document.querySelectorAll(`.board .target[data-hex=${quoted(hex)}]`));
    const gathered = document.querySelector("[data-do-turn]:not([disabled])");
    if (gathered) found.push(gathered);
    const run = document.querySelector(`.run[data-run=${quoted(suggests)}] [data-run-only]`);
    if (run) found.push(run);
    return found;
  }

  // What has to be filled in for a template to become this action: the amount, and whatever is picked besides it.
  function fieldsOf(template, action) {
    const plain = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    const pattern = plain.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === "amount" ? "-?\\d+" : "\\S+"})`);
    return new RegExp(`^${pattern}$`).exec(action)?.groups;
  }

  // A form is filled in once; what the player changes afterwards stays. False if it cannot be filled in like that.
  function propose(form, { amount, ...picked }) {
    const selects = Object.entries(picked).map(([name, value]) => [form.elements[name], value]);
    if (!selects.every(([select, value]) => [...select.options].some((option) => option.value === value))) return false;
    const proposed = JSON.stringify([amount, picked]);
    if (form.dataset.proposed === proposed) return true;
    form.dataset.proposed = proposed;
    for (const [field, value] of [...selects, [form.elements.amount, amount]]) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return true;
  }

  function mark() {
    const wanted = new Set(controls());
    for (const each of document.querySelectorAll(".suggested")) {
      if (!wanted.has(each)) each.classList.remove("suggested");
    }
    for (const each of wanted) each.classList.add("suggested");
  }

  // What is folded away is opened first: by itself, or by the button that opens it.
  function unfold(control) {
    for (let at = control.closest("details:not([open])"); at; at = at.parentElement.closest("details:not([open])")) {
      at.open = true;
    }
    const pars = control.closest("[data-pars-of][hidden]")?.dataset.parsOf;
    if (pars) document.querySelector(`[data-start=${quoted(pars)}]`).click();
    const row = control.closest(".share:not(.open)");
    if (row && !control.checkVisibility()) row.querySelector("[data-open-row]").click();
  }

  function point() {
    const first = controls().find((each) => each.isConnected);
    if (first) unfold(first);
    first?.scrollIntoView({ block: "center" });
    if (first?.matches(".target")) first.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (first?.matches("button, [tabindex]")) first.focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    if (hit("[data-guide-open]")) open(true);
    if (hit("[data-guide-close]")) open(false);
    if (hit("[data-guide-show]")) point();
  });

  // Tiles and runs come later than the page, and are marked when they do.
  let waiting = false;
  const watcher = new MutationObserver(() => {
    if (waiting || !hint()) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (page() && place() && !place().hasChildNodes() && asking !== place().dataset.url) show();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (!page()) return;
    watcher.observe(document.body, { childList: true, subtree: true });
    show();
  });
})();
