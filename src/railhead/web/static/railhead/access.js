// For those who do not see the page, or do not point at it: what happens is said, the focus is kept, what scrolls can be
// scrolled by keys, headings that sort are buttons, and no key does harm by mistake.
"use strict";
(() => {
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const MOST = 8; // lines that are read out when more has happened
  const PAUSE = 700; // milliseconds in which a key still belongs to the decision before

  // -- what happens is said ----------------------------------------------------------------------

  // A live region that stays in the page: what is inside the table is replaced and would not be read out.
  function say(words) {
    const region = document.getElementById("said");
    if (!region || !words) return;
    region.textContent = "";
    setTimeout(() => { region.textContent = words; }, 50);
  }

  function wordsOf(line) {
    const copy = line.cloneNode(true);
    copy.querySelectorAll(".number").forEach((number) => number.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  let known = null; // { at, turn, live } of the table that was last shown

  function sayMoves() {
    if (!table()) return;
    const { at, turn, live } = table().dataset;
    const before = known;
    known = { at: Number(at), turn, live };
    if (!before || live !== "1" || before.live !== "1" || Number(at) === before.at) return;
    const said = [];
    if (Number(at) < before.at) said.push(gettext("Moves were taken back."));
    const lines = [...document.querySelectorAll(".panel-log .line:not(.undone)[data-number]")];
    said.push(...lines.filter((line) => Number(line.dataset.number) > before.at).slice(-MOST).map(wordsOf));
    if (turn === "1" && before.turn !== "1") {
      said.push(interpolate(gettext("It is your turn. %s"), [wordsOf(document.querySelector(".bar .task"))]));
    }
    say(said.join(" "));
  }

  let messages = null; // how many messages of the chat were there

  function sayMessages() {
    const list = [...document.querySelectorAll("#messages li:not(.empty)")];
    if (messages !== null && list.length > messages) say(wordsOf(list.at(-1)));
    messages = list.length;
  }

  // -- the focus is kept -------------------------------------------------------------------------

  const MARKS = (one) => JSON.stringify([one.tagName, one.id, one.name, one.getAttribute("aria-label"), { ...one.dataset }]);
  const WORDS = (one) => MARKS(one) + one.textContent;
  let kept = null; // what had the focus before others' moves replaced the table
  let acting = false; // news of one's own action may come before the answer to it: then the focus goes to what is next

  function keepFocus(event) {
    const others = !acting && event.detail.requestConfig?.elt?.closest?.("#live");
    const focused = document.activeElement;
    kept = others && table()?.contains(focused) ? { tag: focused.tagName, marks: MARKS(focused), words: WORDS(focused) } : null;
  }

  function returnFocus() {
    const lost = kept;
    kept = null;
    if (!lost || (document.activeElement && document.activeElement !== document.body)) return;
    const alike = [...table().getElementsByTagName(lost.tag)];
    const found = alike.find((one) => WORDS(one) === lost.words) ?? alike.find((one) => MARKS(one) === lost.marks);
    found?.focus({ preventScroll: true });
  }

  // A panel that is opened by a key has the focus; when it is put away, its button has.
  let shown = { panel: "", forward: "" };
  let byKey = false;

  function followPanels({ panel, forward }) {
    const opened = forward && forward !== shown.forward ? forward : panel !== shown.panel ? panel : "";
    const closed = shown.forward && !forward ? shown.forward : "";
    shown = { panel, forward };
    if (!byKey) return;
    byKey = false;
    const focused = document.activeElement;
    if (opened) focusOn(document.querySelector(".panel-" + opened));
    else if (closed && (!focused || focused === document.body || !focused.checkVisibility())) {
      document.querySelector('.tabs [data-panel="' + closed + '"]')?.focus();
    }
  }

  function focusOn(part) {
    if (!part?.checkVisibility()) return;
    part.setAttribute("tabindex", "-1");
    part.focus({ preventScroll: true });
  }

  // -- what scrolls can be scrolled by keys ------------------------------------------------------

  const SCROLLERS = ".scroll, .messages, .side, .stage, .panel, .market-strip";
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => reachScroller(target)));
  // Another panel may show other things at the same place, in the same size.
  const panels = new MutationObserver(() => document.querySelectorAll(SCROLLERS).forEach(reachScroller));
  panels.observe(root, { attributes: true, attributeFilter: ["data-panel", "data-forward"] });

  function reachScroller(scroller) {
    const scrolls = scroller.scrollWidth > scroller.clientWidth + 1 || scroller.scrollHeight > scroller.clientHeight + 1;
    const within = [...scroller.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
    if (!scrolls || within.some((one) => one.checkVisibility())) {
      if (scroller.getAttribute("tabindex") === "0") scroller.setAttribute("tabindex", "-1");
      return;
    }
    scroller.setAttribute("tabindex", "0");
    const caption = scroller.querySelector("caption")?.textContent.replace(/\s+/g, " ").trim();
    if (!caption) return;
    scroller.setAttribute("role", "region");
    scroller.setAttribute("aria-label", caption);
  }

  // -- headings that sort are buttons ------------------------------------------------------------

  function sortable(heading) {
    if (heading.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sorts";
    button.append(...heading.childNodes);
    heading.append(button);
  }

  function prepare(part) {
    const found = (selector) => [...(part.matches?.(selector) ? [part] : []), ...(part.querySelectorAll?.(selector) ?? [])];
    found(SCROLLERS).forEach((scroller) => sizes.observe(scroller));
    found("th[data-sort]").forEach(sortable);
  }

  // -- keys --------------------------------------------------------------------------------------

  let changed = 0;
  const field = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
  const used = (target) => target.closest?.("button, a[href], summary, [role=button]");

  // Before all other scripts: keys of a single letter can be switched off, and an Enter that was meant for the decision
  // before, or is held down, decides nothing.
  addEventListener("keydown", (event) => {
    if (field(event.target)) return;
    byKey = !event.ctrlKey && !event.metaKey && !event.altKey;
    const letter = event.key.length === 1 && event.key !== " ";
    const hasty = event.key === "Enter" && !used(event.target) && (event.repeat || event.timeStamp - changed < PAUSE);
    if (hasty || (letter && root.dataset.keys === "off")) event.stopImmediatePropagation();
  }, true);
  addEventListener("pointerdown", () => { byKey = false; }, true);

  function showKeys() {
    root.dataset.keys = localStorage.getItem("railhead-keys") ?? "on";
    for (const box of document.querySelectorAll("[data-letter-keys]")) box.checked = root.dataset.keys === "on";
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-letter-keys]")) return;
    localStorage.setItem("railhead-keys", event.target.checked ? "on" : "off");
    showKeys();
  });

  // -- when --------------------------------------------------------------------------------------

  document.addEventListener("htmx:beforeRequest", (event) => {
    const own = event.detail.requestConfig.verb === "post";
    if (own && table()?.contains(document.activeElement)) acting = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => { if (!event.detail.successful) acting = false; });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "table" && event.detail.shouldSwap) keepFocus(event);
  });
  document.addEventListener("htmx:load", (event) => {
    prepare(event.detail.elt);
    if (event.detail.elt.id !== "table") return;
    changed = performance.now();
    acting = false;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (table()) returnFocus();
    sayMoves();
    sayMessages();
  });
  document.addEventListener("railhead:panels", (event) => followPanels(event.detail));
  document.addEventListener("DOMContentLoaded", () => {
    prepare(document.body);
    showKeys();
    sayMoves();
    sayMessages();
  });
})();
