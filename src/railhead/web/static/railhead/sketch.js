// A sketch: clicks on hexes, keys, undo, and routes drawn on the board. It knows no rules: the server says which tiles fit,
// where tokens go, and what a run is worth.
"use strict";
(() => {
  const board = pannedBoard();
  const sketch = () => document.getElementById("sketch");
  const panel = () => document.getElementById("sketch-hex");
  const past = []; // sketches as they were before each change
  const future = [];
  let known = null; // the sketch as it is
  let stepping = false; // going back or on, rather than changing something

  // -- hexes -----------------------------------------------------------------------------------

  const target = (hex) => document.querySelector('.board .target[data-hex="' + CSS.escape(hex) + '"]');
  const openHex = () => document.querySelector(".sketch-offers")?.dataset.for;

  // Hexes on which something can be done are reached by keyboard too.
  function offerHexes() {
    for (const hex of sketch().dataset.choosable.split(" ")) {
      const shape = target(hex);
      shape?.classList.add("choosable");
      shape?.setAttribute("tabindex", "0");
      shape?.setAttribute("role", "button");
      shape?.setAttribute("aria-label", shape.querySelector("title").textContent);
    }
  }

  function mark() {
    for (const other of document.querySelectorAll(".board .target.chosen")) other.classList.remove("chosen");
    if (openHex()) target(openHex())?.classList.add("chosen");
    const company = document.getElementById("sketch-company")?.value;
    for (const owner of document.querySelectorAll("[data-token-owner]")) {
      if ([...owner.options].some((option) => option.value === company)) owner.value = company;
    }
  }

  function clickHex(hex) {
    const turn = document.querySelector("[data-turn-tile]");
    if (openHex() === hex && turn) return turn.click();
    const asked = new URLSearchParams({ key: document.querySelector("[name=key]").value, hex });
    htmx.ajax("GET", sketch().dataset.hexUrl + "?" + asked, { target: "#sketch-hex", swap: "innerHTML" });
  }

  function closeHex() {
    const hex = openHex();
    const focused = panel().contains(document.activeElement);
    panel().replaceChildren();
    mark();
    if (hex && focused) target(hex)?.focus({ preventScroll: true });
  }

  // -- undo ------------------------------------------------------------------------------------

  function note() {
    const now = sketch()?.dataset.sketch;
    if (known !== null && now !== known && !stepping) {
      past.push(known);
      future.length = 0;
    }
    known = now;
    stepping = false;
    document.querySelector("[data-undo]").disabled = !past.length;
    document.querySelector("[data-redo]").disabled = !future.length;
  }

  function step(from, to) {
    if (!from.length) return;
    to.push(known);
    stepping = true;
    const values = { do: "put", data: from.pop() };
    for (const input of document.querySelectorAll("[data-sketch-state]")) values[input.name] = input.value;
    htmx.ajax("POST", location.pathname, { target: "#sketch", swap: "outerHTML", values });
  }

  // -- the best run ----------------------------------------------------------------------------

  const AGAIN = 1500; // milliseconds until the site is asked again that was busy
  const BUSY = 503;
  let search = null; // under way

  // Nobody waits any more for a run on the board as it was.
  async function findBest() {
    search?.abort();
    search = new AbortController();
    const { signal } = search;
    const asked = new URLSearchParams();
    for (const name of ["key", "company"]) asked.set(name, document.querySelector("#sketch [name=" + name + "]").value);
    const place = document.getElementById("sketch-best");
    try {
      const answer = await fetch(place.dataset.url + "?" + asked, { signal, headers: { "HX-Request": "true" } });
      if (answer.status === BUSY) return setTimeout(() => signal.aborted || findBest(), AGAIN);
      place.innerHTML = await answer.text();
      drawRun();
    } catch (problem) {
      if (problem.name !== "AbortError") place.textContent = gettext("The server does not answer.");
    }
  }

  function drawRun() {
    const source = document.querySelector("#sketch-best .overlay-source");
    const layer = document.querySelector(".board .routes");
    if (layer) layer.replaceChildren(...(source ? [...source.children].map((part) => part.cloneNode(true)) : []));
  }

  // -- events ----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    if (hit("[data-close-hex]")) closeHex();
    if (hit("[data-undo]")) step(past, future);
    if (hit("[data-redo]")) step(future, past);
    if (hit("[data-copy-address]")) navigator.clipboard?.writeText(location.href);
    const hex = hit(".board .target.choosable");
    if (hex && !board.wasDragged(event)) clickHex(hex.dataset.hex);
  });

  document.addEventListener("change", (event) => {
    const opened = event.target.closest?.("[data-open-sketch]");
    if (opened?.value) location.href = opened.dataset.openSketch + "?key=" + encodeURIComponent(opened.value);
    event.target.closest?.("[data-submit]")?.form.submit();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), textarea, select")) return;
    const focused = event.target.closest?.(".board .target.choosable");
    if (focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      clickHex(focused.dataset.hex);
    } else if (event.key === "r") document.querySelector("[data-turn-tile]")?.click();
    else if (event.key === "Delete") document.querySelector("[data-take-off]")?.click();
    else if (event.key === "Escape") closeHex();
    else if (event.key === "u") step(past, future);
    else if (event.key === "y") step(future, past);
  });

  let focus = null; // what had the focus before the page was replaced
  document.addEventListener("htmx:beforeRequest", (event) => {
    const from = event.detail.elt.closest?.("button, select, input");
    const kept = ["id", "data-turn-tile", "data-take-off", "data-tile"].find((name) => from?.hasAttribute(name));
    if (kept) focus = "[" + kept + '="' + CSS.escape(from.getAttribute(kept)) + '"]';
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const into = event.detail.target?.id;
    if (into === "sketch-hex") {
      mark();
      panel().querySelector(".sketch-tile, button")?.focus({ preventScroll: true });
    }
  });
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id !== "sketch") return;
    board.begin();
    offerHexes();
    mark();
    note();
    findBest();
    if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
    focus = null;
  });
  document.addEventListener("DOMContentLoaded", () => {
    board.begin();
    offerHexes();
    mark();
    findBest();
    known = sketch().dataset.sketch;
  });
})();
