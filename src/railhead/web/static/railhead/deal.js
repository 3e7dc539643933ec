// A turn is put together before it is done: what is chosen gathers, the server says what would come of it, and one press
// does it in order. The server judges every action; if one is refused, those before it stand.
"use strict";
(() => {
  const AT_ONCE = "railhead-at-once";
  const table = () => document.getElementById("table");
  const deal = () => document.getElementById("deal");
  let plan = []; // [{ kind, company, action }]
  let opened = ""; // the company whose row is open
  let asking = null; // the question to the server that is under way: what would come of the plan
  let again = false;
  let stale = false; // has something else happened at the table since?

  // -- gathering -------------------------------------------------------------------------------

  // Sales come before the purchase; a company is sold once, and one thing is bought.
  function gather(chosen) {
    const clashes = (one) => (chosen.kind === "sell" ? one.kind === "sell" && one.company === chosen.company : one.kind !== "sell");
    const others = plan.filter((one) => !clashes(one));
    const sales = others.filter((one) => one.kind === "sell");
    const rest = others.filter((one) => one.kind !== "sell");
    const added = chosen.action ? [chosen] : [];
    plan = chosen.kind === "sell" ? [...sales, ...added, ...rest] : [...sales, ...rest, ...added];
    show();
  }

  // One question at a time: what was chosen while an answer was on its way is asked about next.
  function show() {
    again = true;
    asking ??= ask().finally(() => { asking = null; });
  }

  async function ask() {
    while (again && deal()) {
      again = false;
      const query = plan.map((one) => "action=" + encodeURIComponent(one.action)).join("&");
      await htmx.ajax("GET", deal().dataset.turnUrl + "?" + query, { target: "#deal", swap: "outerHTML" }).catch(() => {});
      showOpened();
    }
    markAtOnce();
  }

  function step(button) {
    const stepper = button.closest(".stepper");
    const steps = [...stepper.querySelectorAll(".step")];
    const counts = [0, ...steps.map((one) => Number(one.dataset.count))];
    const output = stepper.querySelector("output");
    const at = counts.indexOf(Number(output.textContent)) + Number(button.dataset.step);
    const count = counts[Math.max(0, Math.min(counts.length - 1, at))];
    output.textContent = count;
    const found = steps.find((one) => Number(one.dataset.count) === count);
    gather({ kind: "sell", company: stepper.dataset.sells, action: found?.dataset.action ?? "" });
  }

  function take(button) {
    const { gather: kind, action } = button.dataset;
    const chosen = plan.some((one) => one.action === action);
    const sells = kind === "sell" || kind === "short";
    gather({ kind: sells ? "sell" : kind, company: sells ? action : "", action: chosen ? "" : action });
    if (doesAtOnce() && !chosen) doSoon();
  }

  function open(card) {
    for (const other of document.querySelectorAll(".new-card")) {
      const opens = other === card && other.getAttribute("aria-expanded") !== "true";
      other.setAttribute("aria-expanded", String(opens));
      document.querySelector('.ladder[data-pars-of="' + other.dataset.start + '"]').hidden = !opens;
    }
  }

  // In a narrow place a company's row shows the rest of it when it is opened, one row at a time.
  function openRow(row) {
    opened = opened === row.dataset.company ? "" : row.dataset.company;
    showOpened();
  }

  function showOpened() {
    for (const row of document.querySelectorAll(".share")) {
      const is = row.dataset.company === opened;
      row.classList.toggle("open", is);
      for (const button of row.querySelectorAll("[data-open-row]")) button.setAttribute("aria-expanded", String(is));
    }
  }

  // -- doing -----------------------------------------------------------------------------------

  // Two things by one press, each an action of its own.
  function doAll(button) {
    const { doAll: first, andThen, question } = button.dataset;
    if (question && !confirm(question)) return;
    plan = [first, andThen].map((action) => ({ kind: "do", action }));
    doTurn();
  }

  const doesAtOnce = () => localStorage.getItem(AT_ONCE) === "1";

  // As soon as the server has said what would come of it: what is irreversible is asked about first, as always.
  async function doSoon() {
    await asking;
    document.querySelector("[data-do-turn]:not([disabled])")?.click();
  }

  async function doTurn(question) {
    if (question && !confirm(question)) return;
    const actions = plan.map((one) => one.action);
    plan = [];
    stale = false;
    for (const action of actions) {
      const { length, actUrl } = table().dataset;
      await htmx.ajax("POST", actUrl, { target: "#table", swap: "outerHTML", values: { action, length } });
      if (stale || table().dataset.length === length) return; // refused: the page says why
    }
  }

  document.addEventListener("railhead:stale", () => { stale = true; });

  function markAtOnce() {
    for (const box of document.querySelectorAll("[data-at-once]")) box.checked = doesAtOnce();
  }

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    if (hit("[data-step]")) step(hit("[data-step]"));
    if (hit("[data-gather]") && event.detail < 2) take(hit("[data-gather]")); // the second click of two takes nothing back
    if (hit("[data-open-row]")) openRow(hit(".share"));
    if (hit("[data-start]")) open(hit("[data-start]"));
    if (hit("[data-clear-turn]")) { plan = []; show(); }
    if (hit("[data-do-all]")) doAll(hit("[data-do-all]"));
    if (hit("[data-do-turn]")) doTurn(hit("[data-do-turn]").dataset.question);
  });

  // -- where markers would go ---------------------------------------------------------------------

  // The market shows what every alternative would do to it, or the one that is pointed at alone.
  function showGhosts(considered) {
    for (const size of ["wide", "narrow"]) {
      const market = document.querySelector("#market-" + size + " .market");
      const sources = (considered ?? document).querySelectorAll(".ghost-source[data-size=" + size + "]:not(#last-run *)");
      const parts = [...sources].flatMap((source) => [...source.children].map((part) => part.cloneNode(true)));
      market?.querySelectorAll(".ghost").forEach((old) => old.remove());
      market?.append(...parts);
    }
  }

  for (const [begins, ends] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    document.addEventListener(begins, (event) => {
      const considered = event.target.closest?.("[data-considered]");
      if (considered) showGhosts(considered);
    });
    document.addEventListener(ends, (event) => { if (event.target.closest?.("[data-considered]")) showGhosts(); });
  }
  document.addEventListener("railhead:run-shown", () => showGhosts());

  // A pass would throw away what has been gathered: that is asked first.
  document.addEventListener("htmx:confirm", (event) => {
    if (!plan.length || event.detail.elt.dataset?.action !== "pass") return;
    event.preventDefault();
    if (confirm(gettext("What you have gathered is not done yet. Pass without it?"))) event.detail.issueRequest(true);
  });

  // Twice on a price does it at once.
  document.addEventListener("dblclick", (event) => {
    if (event.target.closest?.("[data-gather]") && plan.length && !doesAtOnce()) doSoon();
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-at-once]")) localStorage.setItem(AT_ONCE, event.target.checked ? "1" : "0");
  });

  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "table") return;
    plan = [];
    opened = "";
    markAtOnce();
    showGhosts();
  });
  document.addEventListener("DOMContentLoaded", () => { markAtOnce(); showGhosts(); });
})();
