// The board of a table: previews of tiles, drawn routes, clicks on stops. It knows no rules: the server says
// which hexes and stops can be chosen, which tiles fit, and what a run is worth.
"use strict";
(() => {
  const AROUND = 100; // units of the board that are seen around a run
  const NEIGHBOURS = 4.6; // hexes side by side around one that is enlarged
  const narrow = matchMedia("(max-width: 899px)");
  const FINGER = 24; // half the width a finger covers
  const table = () => document.getElementById("table");
  let before = null; // what was visible before a hex was enlarged
  let lastTurn = 0;
  let chosen = null; // { hex, tile, way }
  let asked = null; // the last runs of all companies, on their way
  let unlit = []; // the routes that were shown before a company was pointed at
  let meant = false; // has the player chosen the tile, or turned it?
  const changes = []; // to the run being traced, the first of which the server is asked about
  let tracing = null; // { way: "best", "last" or "own", train: which one is clicked for, best: the run found }

  // The wheel turns a tile that is looked at, if it is over its hex, and zooms elsewhere.
  const board = pannedBoard((event) => {
    const hex = event.target.closest(".target")?.dataset.hex;
    if (!chosen || chosen.hex !== hex) return false;
    turnByWheel(event);
    return true;
  });

  // The names of places are fetched when somebody is about to enter one.
  async function fetchPlaces(list) {
    list.asked ??= fetch(list.dataset.url).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
    const text = await list.asked;
    if (!text) list.asked = null;
    if (!list.options.length) list.append(...new DOMParser().parseFromString(text, "text/html").querySelectorAll("option"));
  }

  document.addEventListener("focusin", (event) => { if (event.target.matches?.("[data-go-to]")) fetchPlaces(event.target.list); });

  // Look at the place or the company that was chosen by name.
  document.addEventListener("change", async (event) => {
    if (!event.target.matches?.("[data-go-to]")) return;
    const wanted = event.target.value.trim().toLocaleLowerCase();
    await fetchPlaces(event.target.list);
    const options = [...event.target.list.options];
    const found = options.find((option) => option.value.toLocaleLowerCase() === wanted)
      ?? options.find((option) => wanted && option.value.toLocaleLowerCase().startsWith(wanted));
    if (!found) return wanted && complain(event.target, gettext("Nothing on the board is called that."));
    board.look(found.dataset.part.split(" ").map(Number));
    event.target.value = "";
  });

  // Say in the way of the browser what is wrong with an entry, until it is changed.
  function complain(field, words) {
    field.setCustomValidity(words);
    field.reportValidity();
    field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  }

  // Look at where something was last done: its hexes are lit until something else is pointed at.
  function lookAt(button) {
    board.look(board.around(button.dataset.lookAt.split(" ").map(Number)));
    const hexes = new Set(button.dataset.hexes.split(" "));
    for (const each of document.querySelectorAll(".board .target")) each.classList.toggle("lit", hexes.has(each.dataset.hex));
  }

  // A touchpad sends many small steps: a tile is turned at most once in a while.
  function turnByWheel(event) {
    if (event.timeStamp - lastTurn < 160) return;
    lastTurn = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : -1);
  }

  // -- hexes and tiles -------------------------------------------------------------------------

  function askAbout(hex) {
    const { hexUrl, at, live } = table().dataset;
    const query = "?hex=" + encodeURIComponent(hex) + (live === "1" ? "" : "&at=" + at);
    htmx.ajax("GET", hexUrl + query, { target: "#hex-panel", swap: "innerHTML" });
    mark(hex);
  }

  // The board shrinks when tiles are offered below it: the hex they are for stays in sight, on a small display enlarged.
  function keepInSight(hex) {
    const shape = target(hex);
    if (!shape || !narrow.matches) return board.reveal(shape);
    before ??= { view: board.visible() };
    board.enlarge(shape, NEIGHBOURS);
  }

  // Take in as much of the board as before a hex was enlarged.
  function seeAll() {
    if (!before) return;
    before.view ? board.look(before.view) : board.fit();
    before = null;
  }

  function beginAgain() {
    if (before) board.look(before.view);
    before = null;
    board.begin();
  }

  function mark(hex) {
    for (const other of document.querySelectorAll(".board .target.chosen")) other.classList.remove("chosen");
    for (const each of hex ? targets(hex) : []) each.classList.add("chosen");
  }

  // A hex that is drawn again in an inset can be clicked there, too.
  function targets(hex) {
    return document.querySelectorAll('.board .target[data-hex="' + CSS.escape(hex) + '"]');
  }

  function target(hex) {
    return targets(hex)[0];
  }

  function closeHex() {
    const panel = document.getElementById("hex-panel");
    const hex = panel?.querySelector("[data-for]")?.dataset.for;
    const focused = panel?.contains(document.activeElement);
    panel?.replaceChildren();
    if (hex && focused) target(hex)?.focus({ preventScroll: true });
    clearPreview();
    mark(null);
    seeAll();
  }

  function clearPreview() {
    document.querySelector(".board .preview")?.replaceChildren();
    chosen = null;
  }

  function choose(tile) {
    const hex = tile.closest("[data-for]").dataset.for;
    if (chosen?.tile === tile) return turn();
    const choices = tile.closest(".hex-offers");
    for (const other of document.querySelectorAll(".tile-choice.chosen")) press(other, false);
    press(tile, true);
    chosen = { hex, tile, way: Math.max(0, waysOf(tile).indexOf(bestWay(tile))) };
    offerWays(choices, tile);
    showChosen();
  }

  function press(button, is) {
    button.classList.toggle("chosen", is);
    button.setAttribute("aria-pressed", String(is));
  }

  // Every way the tile may lie, side by side.
  function offerWays(choices, tile) {
    const ways = waysOf(tile);
    const row = choices.querySelector(".ways");
    row.hidden = ways.length < 2;
    row.querySelectorAll(".turned").forEach((old) => old.remove());
    row.append(...ways.map((way, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "turned";
      button.dataset.way = index;
      button.setAttribute("aria-label", interpolate(gettext("Turned to way %s of %s"), [index + 1, ways.length]));
      button.append(way.querySelector("svg").cloneNode(true), gainMark(way));
      return button;
    }));
  }

  // -- what each tile would do to the best run: the server says, best first ------------------------

  const waysOf = (tile) => [...tile.querySelectorAll(".way")];
  const gains = () => [...document.querySelectorAll("#gains [data-gain-of]")];
  const gainOf = (way) => gains().find((gain) => gain.dataset.gainOf === way.dataset.action);
  const rank = (tile) => gains().indexOf(gainOf(bestWay(tile)));

  // Of the ways a tile may lie, the one that comes first in what the server says; the first until it has said it.
  function bestWay(tile) {
    const ways = waysOf(tile);
    const best = gains().find((gain) => ways.some((way) => way.dataset.action === gain.dataset.gainOf));
    return ways.find((way) => way.dataset.action === best?.dataset.gainOf) ?? ways[0];
  }

  function gainMark(way) {
    const mark = document.createElement("span");
    const short = gainOf(way)?.querySelector("[data-short]");
    mark.className = "way-gain " + (short?.className ?? "");
    mark.textContent = short?.textContent.trim() ?? "";
    return mark;
  }

  // The best tile comes first and is chosen, unless the player has chosen meanwhile.
  function showGains() {
    const tiles = [...document.querySelectorAll("#hex-panel .tile-choice[data-legal='1']")];
    if (!gains().length || !tiles.length) return;
    for (const tile of tiles) {
      const says = gainOf(bestWay(tile))?.querySelector("[data-reaches]")?.dataset.reaches ?? "";
      tile.querySelector(".tile-gain").replaceChildren(gainMark(bestWay(tile)), " " + says);
    }
    if (meant) return chosen && (offerWays(chosen.tile.closest(".hex-offers"), chosen.tile), showChosen());
    const focused = tiles.includes(document.activeElement);
    tiles.sort((a, b) => rank(a) - rank(b));
    tiles[0].parentElement.append(...tiles);
    chosen = null;
    choose(tiles[0]);
    if (focused) tiles[0].focus({ preventScroll: true });
  }

  function turn(by = 1) {
    if (!chosen) return;
    meant = true;
    const count = waysOf(chosen.tile).length;
    chosen.way = (chosen.way + by + count) % count;
    showChosen();
  }

  function showChosen() {
    const ways = waysOf(chosen.tile);
    ways.forEach((way, index) => { way.hidden = index !== chosen.way; });
    document.querySelectorAll(".ways .turned").forEach((one, index) => press(one, index === chosen.way));
    const way = ways[chosen.way];
    for (const gain of gains()) gain.hidden = gain.dataset.gainOf !== way.dataset.action;
    const preview = document.querySelector(".board .preview");
    preview.replaceChildren(...[...way.querySelector("svg").children].map((part) => part.cloneNode(true)));
    const [x, y] = ["x", "y"].map((each) => target(chosen.hex).getAttribute(each));
    preview.setAttribute("transform", `translate(${x} ${y})`);
    preview.classList.toggle("plan", chosen.tile.dataset.legal !== "1");
    const offers = chosen.tile.closest(".hex-offers");
    const lay = offers.querySelector(".lay-bar");
    const legal = chosen.tile.dataset.legal === "1";
    if (lay) {
      lay.hidden = !legal;
      lay.querySelector("[name=action]").value = legal ? way.dataset.action : "";
      lay.querySelector("[data-lay]").textContent = way.dataset.says;
      lay.querySelector("[data-rotate]").hidden = ways.length < 2;
    }
    const plan = offers.querySelector(".plan-bar");
    if (plan) plan.hidden = legal;
  }

  // -- runs ------------------------------------------------------------------------------------

  // One list of routes, reached in three ways: the best run, the last one, or the player's own, which begins with
  // whichever of the others is shown. What a click on a stop means is up to the server.

  const shownRun = () => document.querySelector("#run .run");
  const wayButton = (way) => document.querySelector('[data-run-way="' + way + '"]');

  function showRun() {
    const layer = document.querySelector(".board .routes");
    const running = document.querySelector("[data-running]");
    table().classList.toggle("routing", Boolean(running));
    if (!running) return;
    tracing ??= { way: "best", train: 0, best: null };
    const source = shownRun()?.querySelector(".overlay-source");
    if (layer) layer.replaceChildren(...(source ? [...source.children].map((part) => part.cloneNode(true)) : []));
    if (source && tracing.way !== "own") followRun(layer);
    if (shownRun() && tracing.way !== "best") sumOf(tracing.way, shownRun());
    showTrains();
    document.dispatchEvent(new CustomEvent("railhead:run-shown"));
  }

  // On a small display, and of a board that is too large to be read, the part is shown where the trains run.
  function followRun(layer, see = board.aim) {
    const { x, y, width, height } = layer.getBBox();
    if (!(width || height) || !(narrow.matches || board.isVast())) return;
    see(board.around([x - AROUND, y - AROUND, width + 2 * AROUND, height + 2 * AROUND]));
  }

  function sumOf(way, run) {
    const button = wayButton(way);
    if (!button) return;
    button.hidden = false;
    button.querySelector("[data-sum]").textContent = run.dataset.revenue;
  }

  function showTrains() {
    const own = document.querySelector("[data-own-run]");
    if (!own || !tracing) return;
    for (const button of document.querySelectorAll("[data-run-way]")) {
      button.setAttribute("aria-pressed", String(button.dataset.runWay === tracing.way));
    }
    own.hidden = tracing.way !== "own";
    table().classList.toggle("drafting", tracing.way === "own");
    const run = shownRun();
    const trains = run ? run.dataset.trains.split("|") : [];
    const routes = run ? run.dataset.draftText.split("|").map((each) => each.split(":")[1].split(" ").filter(Boolean)) : [];
    own.querySelector(".trains-to-run").replaceChildren(...trains.map((name, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button small" + (index === tracing.train ? " chosen" : "");
      button.dataset.train = index;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(index === tracing.train));
      button.textContent = name;
      return button;
    }));
    const clicked = new Set((routes[tracing.train] ?? []).map((stop) => stop.replace(/[()+-]|\/.*/g, "")));
    for (const stop of document.querySelectorAll(".board .stop-target")) {
      stop.classList.toggle("chosen", tracing.way === "own" && clicked.has(stop.dataset.stop));
    }
  }

  // Go to the best run, the last one, or one's own.
  function goWay(way) {
    const kept = { best: () => tracing.best, last: () => document.querySelector("#last-run .run") }[way]?.();
    if (way === "own") return judge("");
    tracing.way = way;
    if (kept) document.getElementById("run").replaceChildren(kept.cloneNode(true));
    else htmx.trigger("#run", "best-run");
    htmx.process(document.getElementById("run"));
    showRun();
  }

  // Stops are small on a phone: while a route is being drawn, a tap selects the nearest one.
  function nearStop(event) {
    if (!table().classList.contains("drafting")) return null;
    const away = (stop) => {
      const box = stop.getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - event.clientX, box.top + box.height / 2 - event.clientY);
    };
    const stops = [...document.querySelectorAll(".board .stop-target")].sort((a, b) => away(a) - away(b));
    return stops.length && away(stops[0]) < FINGER ? stops[0] : null;
  }

  function clickStop(stop) {
    if (!document.querySelector("[data-own-run]")) return pressOffer(stop);
    judge("click", stop);
  }

  // One change at a time: each is made to the run that the answer before it shows, so that quick clicks all count.
  async function judge(what, stop) {
    changes.push({ what, stop });
    if (changes.length > 1) return;
    while (changes.length && tracing) {
      await change(changes[0]).catch(() => {});
      changes.shift();
    }
    changes.length = 0;
  }

  function change({ what, stop }) {
    const draft = shownRun()?.dataset.draftText ?? "";
    if (tracing.way !== "own") tracing.train = Math.max(0, draft.split("|").findIndex((each) => /:\s*\S/.test(each)));
    tracing.way = "own";
    const asked = new URLSearchParams({ draft, do: what, train: tracing.train, stop: stop ?? "" });
    return htmx.ajax("GET", table().dataset.judgeUrl + "?" + asked, { target: "#run", swap: "innerHTML" });
  }

  function pressOffer(stop) {
    const named = '[data-stop="' + CSS.escape(stop) + '"]';
    for (const option of document.querySelectorAll("form option" + named)) {
      option.selected = true;
      option.closest("select").dispatchEvent(new Event("input", { bubbles: true }));
    }
    const offers = document.querySelectorAll(":is(.offer, .ticks input)" + named);
    if (offers.length < 2) return offers[0]?.click();
    clearPreview();
    askAbout(stop.split(".")[0]); // several things may be done there: which one is meant is asked
  }

  // The routes of a company's last run; they are asked for once.
  async function lastRun(symbol) {
    const store = document.getElementById("last-runs");
    if (symbol && !store.children.length) {
      // Not by htmx: it does one thing at a time for a page, and a turn may be on its way.
      asked ??= fetch(store.dataset.url).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
      const runs = new DOMParser().parseFromString(await asked, "text/html").body;
      asked = null;
      store.replaceChildren(...runs.children);
    }
    const drawn = symbol ? document.querySelector('#last-runs [data-run-of="' + CSS.escape(symbol) + '"]') : null;
    return drawn ? [...drawn.children].map((part) => part.cloneNode(true)) : [];
  }

  async function showLastRun(symbol) {
    const parts = await lastRun(symbol);
    const layer = document.querySelector(".board .routes");
    layer.replaceChildren(...parts);
    followRun(layer, board.look);
  }

  // A company that is pointed at in the table of companies: its tokens and its last run stand out on the board.
  async function lightCompany(symbol) {
    const picture = document.querySelector("[data-board] .board");
    if (!picture || symbol === (picture.dataset.lit ?? "")) return;
    const layer = picture.querySelector(".routes");
    if (!picture.dataset.lit) unlit = [...layer.childNodes];
    picture.dataset.lit = symbol;
    layer.replaceChildren(...unlit);
    for (const token of picture.querySelectorAll(".things [data-company]")) {
      token.classList.toggle("lit", token.dataset.company === symbol);
    }
    const parts = symbol ? await lastRun(symbol) : [];
    if (symbol && picture.dataset.lit === symbol) layer.replaceChildren(...parts);
  }

  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (event.pointerType === "touch" || !document.querySelector(".share")) return;
      lightCompany(event.target.closest?.(".share")?.dataset.company ?? "");
    });
  }
  document.documentElement.addEventListener("pointerleave", () => lightCompany(""));

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-last-run]")) showLastRun(event.target.value);
  });

  // -- clicks and keys -------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    const tile = hit(".tile-choice");
    if (tile) { meant = true; choose(tile); }
    if (hit("[data-rotate]")) turn();
    const turned = hit("[data-way]");
    if (turned && chosen) { meant = true; chosen.way = Number(turned.dataset.way); showChosen(); }
    if (hit("[data-close-hex]")) closeHex();
    if (hit("[data-look-at]")) lookAt(hit("[data-look-at]"));
    const train = hit("[data-train]");
    if (train) { tracing.train = Number(train.dataset.train); showTrains(); }
    const way = hit("[data-run-way]");
    if (way) goWay(way.dataset.runWay);
    const change = hit("[data-draft]");
    if (change) judge(change.dataset.draft);
    if (board.wasDragged(event)) return;
    const stop = hit(".stop-target") ?? (hit("[data-board]") && nearStop(event));
    if (stop) clickStop(stop.dataset.stop);
    const hex = hit(".board .target");
    if (hex) chosen?.hex === hex.dataset.hex ? turn() : (clearPreview(), askAbout(hex.dataset.hex));
  });

  document.addEventListener("dblclick", (event) => {
    if (event.target.closest?.(".tile-choice")) document.querySelector(".lay-bar:not([hidden]) [data-lay]")?.click();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
    const focused = event.target.closest?.(".board .target, .board .stop-target");
    if (focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      focused.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (event.key === "Enter" && !event.target.closest?.("button, a, summary")) {
      document.querySelector(".lay-bar:not([hidden]) [data-lay]")?.click();
    } else if (event.key === "r") turn();
    else if (event.key === "Escape") closeHex();
  });

  // What an offer or a tick names is lit on the board: while it is pointed at, and as long as it is ticked.
  const NAMING = ".offer:is([data-hex], [data-stop]), .ticks label:has([data-stop])";

  function light(pointed) {
    const ticked = document.querySelectorAll(".ticks [data-stop]:checked");
    const naming = [...ticked, pointed?.querySelector("[data-stop]") ?? pointed].filter(Boolean);
    const named = (what) => naming.flatMap((each) => each.dataset[what]?.split(" ") ?? []);
    const stops = new Set(named("stop"));
    const hexes = new Set([...named("hex"), ...[...stops].map((stop) => stop.split(".")[0])]);
    for (const each of document.querySelectorAll(".board .target")) each.classList.toggle("lit", hexes.has(each.dataset.hex));
    for (const each of document.querySelectorAll(".board .stop-target")) {
      each.classList.toggle("lit", stops.has(each.dataset.stop));
    }
  }

  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.closest?.(".offer, .ticks")) light(event.target.closest(NAMING));
    });
  }
  for (const kind of ["pointerout", "focusout"]) {
    document.addEventListener(kind, (event) => { if (event.target.closest?.(NAMING)) light(null); });
  }
  document.addEventListener("change", (event) => {
    const tick = event.target.closest?.(".ticks [data-stop]");
    if (!tick) return;
    light(tick.closest(NAMING));
    if (tick.checked && !narrow.matches) keepInSight(tick.dataset.stop.split(".")[0]);
  });

  // A place that is picked from a list is lit and in sight, whoever picks it.
  document.addEventListener("input", (event) => {
    const picked = event.target.selectedOptions?.[0];
    if (!picked?.matches("form [data-stop], form [data-hex]")) return;
    light(picked);
    board.reveal(target(picked.dataset.hex ?? picked.dataset.stop.split(".")[0]));
  });

  // A best run that is found late is kept, and does not replace what the player has drawn meanwhile.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.elt?.id !== "run" || !tracing) return;
    const found = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html").querySelector(".run");
    if (!found) return;
    tracing.best = found;
    sumOf("best", found);
    if (tracing.way !== "best") event.detail.shouldSwap = false;
    htmx.trigger("#last-run", "best-found"); // now more can be said about any run
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const into = event.detail.target?.id;
    if (into === "run") showRun();
    if (into === "last-run") {
      const found = document.querySelector("#last-run .run");
      if (found) sumOf("last", found);
    }
    if (into === "gains") showGains();
    if (into === "hex-panel") {
      meant = false;
      openFirst();
      keepInSight(document.querySelector(".hex-offers")?.dataset.for ?? "");
    }
  });
  // Pictures that give way to new ones are taken out at once: htmx would take leave of each of their thousands of lines.
  document.addEventListener("htmx:beforeCleanupElement", (event) => {
    if (event.target.id === "table") event.target.querySelectorAll("svg").forEach((picture) => picture.remove());
  });
  document.addEventListener("railhead:arranged", board.begin);
  document.addEventListener("htmx:load", (event) => {
    if (event.detail.elt.id === "table") { tracing = null; chosen = null; beginAgain(); showRun(); }
  });
  document.addEventListener("DOMContentLoaded", () => { board.begin(); if (table()) showRun(); });

  // The first tile that may be laid is shown on the hex at once, and has the focus.
  function openFirst() {
    const tile = document.querySelector("#hex-panel .tile-choice[data-legal='1']");
    if (tile && chosen?.tile !== tile) choose(tile);
    (tile ?? document.querySelector("#hex-panel .tile-choice, #hex-panel button"))?.focus({ preventScroll: true });
    document.getElementById("hex-panel").scrollIntoView({ block: "nearest" });
  }
})();
