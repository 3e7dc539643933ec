// How the table is arranged: which panel is open, which one is brought forward, whether the board or the decision has
// the room, how wide the side column is. Remembered in this browser for each kind of step.
"use strict";
(() => {
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const narrow = matchMedia("(max-width: 899px)");
  const KEYS = ["players", "companies", "log", "bank", "tiles", "sheet", "charts", "talk", "orders"];
  const STORE = "railhead-room";
  const LEAST_SIDE = 320;
  const LEAST_STRIP = 110; // px below the board that are worth a market
  const scene = () => table()?.dataset.scene ?? "board";
  const running = () => Boolean(document.querySelector("[data-running]"));

  // The kind of step at hand; while others decide, or in the past, every step is alike.
  function step() {
    const { live, turn, kind } = table()?.dataset ?? {};
    return live === "0" ? "past" : turn === "1" ? kind : "watching";
  }
  const dealing = () => scene() === "deal" && root.dataset.swap !== "on" && !narrow.matches;

  function kept() {
    try { return JSON.parse(localStorage.getItem(STORE)) ?? {}; } catch { return {}; }
  }

  function remember() {
    if (narrow.matches) return;
    const { panel, forward, whole, swap, market } = root.dataset;
    // A panel over a deal would hide the decision when it comes: it is not brought forward again by itself.
    const arranged = { panel, forward: dealing() ? "" : forward, whole, swap, market, side: root.style.getPropertyValue("--side") };
    // A kind of step that has not been arranged yet begins like the last one that needed room for the same.
    const others = { ...arranged, forward: "" };
    localStorage.setItem(STORE, JSON.stringify({ ...kept(), [scene()]: others, [scene() + " " + step()]: arranged }));
  }

  // -- panels ----------------------------------------------------------------------------------

  let arrangedFor = "";

  function arrange() {
    const now = narrow.matches ? "narrow" : scene() + " " + step();
    if (now !== arrangedFor) {
      arrangedFor = now;
      const mine = narrow.matches ? { panel: "play" } : (kept()[now] ?? kept()[scene()] ?? {});
      root.dataset.panel = mine.panel ?? (scene() === "deal" ? "" : "companies");
      root.dataset.forward = mine.forward ?? "";
      root.dataset.whole = mine.whole ?? "off";
      root.dataset.swap = mine.swap ?? "off";
      root.dataset.market = mine.market ?? "off";
      root.style.setProperty("--side", mine.side ?? "");
      // The board is in sight when routes are to be traced.
      if (running() && root.dataset.forward === "market") {
        root.dataset.forward = "";
        root.dataset.market = "on";
      }
    }
    fitStrip();
    showActing();
    showTabs();
  }

  function openPanel(name) {
    document.querySelector(".tabs")?.classList.remove("open");
    if (narrow.matches) root.dataset.panel = name;
    else if (name === "market") return showMarket();
    else if (dealing()) root.dataset.forward = root.dataset.forward === name ? "" : name;
    else if (root.dataset.forward !== name) root.dataset.panel = name;
    remember();
    showTabs();
    if (name === "log") toTheEnd(document.querySelector(".panel-log"));
    else if (!narrow.matches && !dealing()) reveal(name);
  }

  // The newest lines of the log are the last.
  function toTheEnd(panel) {
    const scroller = panel.scrollHeight > panel.clientHeight + 1 ? panel : document.querySelector(".side");
    scroller.scrollTop = scroller.scrollHeight;
  }

  // The panel is brought into sight, but the decision stays where it is if there is room for both.
  function reveal(name) {
    const side = document.querySelector(".side");
    const panel = document.querySelector(".panel-" + name);
    if (!side || !side.contains(panel)) return;
    const shown = side.getBoundingClientRect();
    const box = panel.getBoundingClientRect();
    if (box.top > shown.bottom - 120) side.scrollTop += box.top - shown.top - shown.height / 2;
  }

  // The market comes up below the board, then in front of it, then goes away. While routes are traced, the board stays.
  function showMarket() {
    const below = document.querySelector(".market-below");
    if (below) return below.scrollIntoView({ block: "nearest" });
    const strip = root.dataset.strip === "on";
    if (root.dataset.forward === "market" || (strip && running())) {
      root.dataset.forward = "";
      root.dataset.market = "off";
    } else if (strip) root.dataset.forward = "market";
    else root.dataset.market = "on";
    remember();
    arrange();
    document.dispatchEvent(new CustomEvent("railhead:arranged"));
  }

  function bringForward(name) {
    root.dataset.forward = root.dataset.forward === name ? "" : name;
    remember();
    showTabs();
  }

  function putBack() {
    if (!root.dataset.forward) return false;
    root.dataset.forward = "";
    remember();
    showTabs();
    return true;
  }

  function swap() {
    root.dataset.forward = "";
    if (scene() === "deal") root.dataset.swap = root.dataset.swap === "on" ? "off" : "on";
    else return bringForward("sheet");
    remember();
    document.dispatchEvent(new CustomEvent("railhead:arranged"));
    showTabs();
  }

  function showTabs() {
    const { panel, forward } = root.dataset;
    for (const tab of document.querySelectorAll(".tabs [data-panel]")) {
      const below = tab.dataset.panel === "market" && root.dataset.strip === "on";
      tab.setAttribute("aria-pressed", String(below || [panel, forward].includes(tab.dataset.panel)));
    }
    for (const one of document.querySelectorAll(".panel, .market-strip")) {
      one.classList.toggle("shown", one.matches(".panel-" + (panel || "none")));
      one.classList.toggle("forward", one.matches(".panel-" + (forward || "none")));
    }
    for (const name of new Set([panel, forward])) {
      const part = name && document.querySelector(".panel-" + name + " .part[hx-get]");
      if (part) htmx.trigger(part, "open-part");
    }
    document.dispatchEvent(new CustomEvent("railhead:panels", { detail: { panel, forward } }));
  }

  // The order of play may have more companies than lines: the one that acts stays in sight.
  function showActing() {
    requestAnimationFrame(() => {
      const acting = document.querySelector(".ribbon .acting");
      if (acting) acting.parentElement.scrollTop = acting.offsetTop;
    });
  }

  // -- room for the market, width of the side column ---------------------------------------------

  let fittedFor = "";

  function fitStrip() {
    const area = document.querySelector(".page");
    const { proportion } = table()?.dataset ?? {};
    if (!area || !proportion) return;
    // Measuring makes the browser lay out a new table at once, so it is done only if something counts that has changed.
    const { market, swap } = root.dataset;
    const order = document.querySelectorAll(".ribbon > li").length;
    const now = [innerWidth, innerHeight, table().className, proportion, order, market, swap, root.style.getPropertyValue("--side")].join();
    if (now === fittedFor) return;
    fittedFor = now;
    const style = getComputedStyle(area);
    const [, first = 0] = style.gridTemplateColumns.split(" ").map(parseFloat);
    const width = area.clientWidth - first - 24;
    const head = table().classList.contains("tall") ? 0 : document.querySelector(".board-head").offsetHeight || 44;
    const left = area.clientHeight - 44 - 24 - head - width / Number(proportion);
    const fits = innerWidth >= 1200 && left >= LEAST_STRIP;
    const wanted = fits || root.dataset.market === "on";
    root.dataset.strip = scene() === "board" && wanted && !narrow.matches ? "on" : "off";
    root.style.setProperty("--strip", Math.max(LEAST_STRIP, Math.floor(left)) + "px");
  }

  function widen(width) {
    const most = innerWidth * 0.6;
    const side = Math.round(Math.min(most, Math.max(LEAST_SIDE, width)));
    root.style.setProperty("--side", side + "px");
    remember();
    fitStrip();
  }

  const sideWidth = () => document.querySelector(".side")?.getBoundingClientRect().width ?? LEAST_SIDE;

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    const move = (to) => widen(innerWidth - to.clientX - 8);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
  });

  document.addEventListener("dblclick", (event) => {
    if (!event.target.closest?.("[data-grip]")) return;
    root.style.removeProperty("--side");
    remember();
    fitStrip();
  });

  // -- clicks and keys -------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    const tab = hit(".tabs [data-panel]");
    if (tab) openPanel(tab.dataset.panel);
    if (hit("[data-bring-forward]")) bringForward(root.dataset.forward || root.dataset.panel);
    if (hit("[data-back]")) putBack();
    if (hit("[data-widen]")) {
      root.dataset.whole = root.dataset.whole === "on" ? "off" : "on";
      remember();
    }
    if (hit("[data-swap-board]")) swap();
    for (const [button, opens] of [["[data-more]", ".tabs"], ["[data-menu]", ".bar"]]) {
      const pressed = hit(button);
      if (pressed) pressed.setAttribute("aria-expanded", String(pressed.closest(opens).classList.toggle("open")));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
    const { key } = event;
    const grip = event.target.closest?.("[data-grip]");
    if (grip && (key === "ArrowLeft" || key === "ArrowRight")) widen(sideWidth() + (key === "ArrowLeft" ? 24 : -24));
    else if (key === "Escape" && putBack()) event.stopImmediatePropagation();
    else if (key === "m") openPanel("market");
    else if (key === "b") swap();
    else if (key === "f") bringForward(root.dataset.forward || root.dataset.panel);
    else if (key >= "1" && key <= String(KEYS.length)) openPanel(KEYS[Number(key) - 1]);
  });

  // -- focus: after an action it is in the next decision -------------------------------------------

  function focusDecision() {
    const active = document.activeElement;
    if (active && active !== document.body) return;
    document.querySelector(".stage h2")?.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:load", (event) => { if (event.detail.elt.id === "table") arrange(); });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "table" && event.detail.target?.id !== "table") return;
    if (table().dataset.turn === "1") focusDecision();
  });
  addEventListener("resize", arrange);
  document.addEventListener("DOMContentLoaded", arrange);
})();
