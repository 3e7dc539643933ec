// Shows the labels that suit the size of a board on the screen: each level of detail has its own, so that type is
// never smaller than it can be read. Follows zooming, resizing and every new picture.
"use strict";
(() => {
  const LEVELS = [14, 22, 33, 44, 52, 90]; // pixels per side of a hex, as in drawing/levels.py
  const SIDE = 100; // units of the board per side of a hex

  function level(board) {
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.min(board.clientWidth / width, board.clientHeight / height) * SIDE;
    return LEVELS.filter((each) => each <= scale + 0.01).pop() ?? 0;
  }

  function show(board) {
    const found = String(level(board));
    if (board.dataset.level !== found) board.dataset.level = found;
  }

  const resized = new ResizeObserver((entries) => entries.forEach((entry) => show(entry.target)));
  const zoomed = new MutationObserver((changes) => changes.forEach((change) => show(change.target)));
  const known = new WeakSet();

  function look() {
    for (const board of document.querySelectorAll("svg.board")) {
      if (known.has(board)) continue;
      known.add(board);
      show(board);
      resized.observe(board);
      zoomed.observe(board, { attributeFilter: ["viewBox"] });
    }
  }

  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:load", look);
})();
