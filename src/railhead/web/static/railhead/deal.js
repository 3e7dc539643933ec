// A turn is put together before it is done: what is chosen gathers, the server says what would come of it, and one press
// does it in order. The server judges every action; if one is refused, those before it stand.
"use strict";
(() => {
  const AT_ONCE = "railhead-at-once";
  const table = () => document.getElementById("table");
  const deal = () => document.getElementById("deal");
  let plan = []; // the actions in the order in which they are to be done, as the server says
  let chosen = []; // what was chosen since
  let planned = ""; // how long the log was when the plan was made
  let opened = ""; // the company whose row is open
  let asking = null; // the question to the server that is under way: what would come of the plan
  let again = false;
  let stale = false; // has something else happened at the table since?

  // -- gathering -------------------------------------------------------------------------------

  // What is chosen joins the plan, in place of what the same control chose before; where, the server says.
  function gather(action, before) {
    const stays = (one) => !before.includes(one);
    plan = plan.filter(stays);
    chosen = chosen.filter(stays);
    if (action) chosen.push(action);
    show();
  }

  const isChosen = (action) => plan.includes(action) || chosen.includes(action);

  // One question at a time: what was chosen while an answer was on its way is asked about next.
  function show() {
    again = true;
    asking ??= ask().finally(() => { asking = null; });
  }

  async function ask() {
    while (again && deal()) {
      again = false;
      const query = new URLSearchParams([...plan.map((one) => ["action", one]), ...chosen.map((one) => ["chosen", one])]);
      const asked = { count: chosen.length, plan, deal: deal() };
      planned = table().dataset.length;
      await htmx.ajax("GET", deal().dataset.turnUrl + "?" + query, { target: "#deal", swap: "outerHTML" }).catch(() => {});
      if (plan === asked.plan && deal() !== asked.deal) settle(asked.count);
      showOpened();
    }
    markAtOnce();
  }

  // What was asked about is part of the plan now, in the order in which it is to be done.
  function settle(count) {
    plan = [...(deal()?.querySelectorAll("[data-planned]") ?? [])].map((one) => one.dataset.planned);
    chosen = chosen.slice(count);
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
    gather(found?.dataset.action, steps.map((one) => one.dataset.action));
  }

  function take(button) {
    const { action } = button.dataset;
    const taken = isChosen(action);
    gather(taken ? "" : action, [action]);
    if (doesAtOnce() && !taken) doSoon();
  }

  function open(card) {
    for (const other of document.querySelectorAll(".new-card")) {
      const opens = other === card && other.getAttribute("aria-expanded") !== "true";
      other.setAttribute("aria-expanded", String(opens));
      document.querySelector('.ladder[data-pars-of="' + other.dataset.start + '"]').hidden = !opens;
    }
    document.querySelector(".ladder[data-pars-of]:not([hidden])")?.scrollIntoView({ block: "nearest" });
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
    plan = [first, andThen];
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
    const actions = plan;
    forget();
    stale = false;
    for (const action of actions) {
      const { length, actUrl } = table().dataset;
      await htmx.ajax("POST", actUrl, { target: "#table", swap: "outerHTML", values: { action, length } });
      if (stale || table().dataset.length === length) return; // refused: the page says why
    }
  }

  function forget() {
    plan = [];
    chosen = [];
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
    if (hit("[data-clear-turn]")) { forget(); show(); }
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
    if (!(plan.length || chosen.length) || event.detail.elt.dataset?.action !== "pass") return;
    event.preventDefault();
    if (confirm(gettext("What you have gathered is not done yet. Pass without it?"))) event.detail.issueRequest(true);
  });

  // What can be done besides dealing in shares is below a table that may be long.
  document.addEventListener("click", (event) => {
    const wanted = event.target.closest?.("[data-scroll-to]");
    if (wanted) document.getElementById(wanted.dataset.scrollTo)?.scrollIntoView({ block: "start" });
  });

  // Twice on a price does it at once.
  document.addEventListener("dblclick", (event) => {
    if (event.target.closest?.("[data-gather]") && (plan.length || chosen.length) && !doesAtOnce()) doSoon();
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-at-once]")) localStorage.setItem(AT_ONCE, event.target.checked ? "1" : "0");
  });

  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "table") return;
    // The table may have been drawn again without anything having been done: then the plan stands.
    if (table().dataset.length === planned && table().dataset.turn === "1" && (plan.length || chosen.length)) show();
    else forget();
    opened = "";
    markAtOnce();
    showGhosts();
  });
  document.addEventListener("DOMContentLoaded", () => { markAtOnce(); showGhosts(); });
})();
