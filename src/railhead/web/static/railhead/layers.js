// Layers of the board that the page comes without: labels for looking closely, coordinates and numbers of tiles, zones. They
// are fetched when they are to be seen, and kept for the next picture of the board as long as nothing on it has changed.
"use strict";
(() => {
  const FINE = 90; // from this scale on, coordinates and numbers are always shown, as in drawing/levels.py
  const root = document.documentElement;
  const area = () => document.querySelector("[data-layer-url]");
  const kept = {}; // by layer: { version, parts }
  const asked = new Set();

  // The labels of a board at a scale; at the largest, fine print is added to those of the one before.
  const labelled = (board, scale) => Math.min(scale, Number(board.dataset.levels.split(" ").at(-2)));

  function isWanted(name, board, scale) {
    const [kind, size] = name.split("-");
    if (kind === "level") return Number(size) === labelled(board, scale);
    const asked = root.dataset.coordinates === "on" || root.dataset.numbers === "on";
    if (kind === "fine") return Number(size) === scale && (scale === FINE || asked);
    return root.dataset[kind] === "on";
  }

  function look() {
    const board = area()?.querySelector("svg.board");
    if (!board) return;
    const scale = Number(board.dataset.level ?? 0);
    for (const place of board.querySelectorAll("[data-layer]")) if (isWanted(place.dataset.layer, board, scale)) fill(place);
    standIn(board, scale);
  }

  // What is there from before is shown at once, even if some of it has changed since.
  function fill(place) {
    const { layer, version } = place.dataset;
    const known = kept[layer];
    if (known && !place.childElementCount) place.replaceChildren(...known.parts);
    if (known?.version !== version) ask(layer, version);
  }

  async function ask(layer, version) {
    const url = area().dataset.layerUrl + layer;
    if (asked.has(url)) return;
    asked.add(url);
    const answer = await fetch(url).catch(() => null);
    asked.delete(url);
    if (!answer?.ok) return; // it is asked for again when somebody looks elsewhere
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
    kept[layer] = { version, parts: [...drawn.children] };
    const place = area()?.querySelector(`[data-layer="${layer}"]`);
    if (place?.dataset.version === version) place.replaceChildren(...kept[layer].parts);
    look();
  }

  // Until the labels of a level are there, those of the next smaller one are shown, in the size they have on their own.
  function standIn(board, scale) {
    const levels = [...board.querySelectorAll(".level")].map((level) => [Number(level.className.baseVal.match(/level-(\d+)/)[1]), level]);
    const best = Math.max(...levels.map(([size]) => size).filter((size) => size <= scale));
    const wanted = labelled(board, scale);
    for (const [size, level] of levels) level.classList.toggle("standing-in", size === best && best < wanted);
  }

  // A board says by an attribute at which level it is shown; what else is to be seen, the root of the page says.
  const watched = new MutationObserver(look);
  watched.observe(root, { attributeFilter: ["data-coordinates", "data-numbers", "data-regions"] });

  function begin() {
    const board = area()?.querySelector("svg.board");
    if (!board) return;
    watched.observe(board, { attributeFilter: ["data-level"] });
    look();
  }

  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("htmx:load", (event) => { if (event.detail.elt.id === "table") begin(); });
})();
