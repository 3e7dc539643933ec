// Keeps a hex that is drawn enlarged in sight as long as something on it can be chosen: if its place on the board is out
// of the view, it moves into that corner of the view where it covers the fewest other hexes that can be chosen.
"use strict";
(() => {
  const SHARE = 0.4; // of the shorter side of the view is taken by what is moved there
  const MARGIN = 0.02;
  const SIDE = 100; // units of the board per side of a hex
  const LARGE = 80; // pixels per side of a hex at which even a crowded one can be read
  const CHOICES = ".target.legal, .stop-target, .target.chosen";

  const overlap = (a, b) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const holds = (outer, inner) =>
    inner.x >= outer.x && inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;

  // What is visible of a board: its view box and, as it keeps its proportions, what lies beside that.
  function visible(board) {
    const { x, y, width, height } = board.viewBox.baseVal;
    const scale = Math.min(board.clientWidth / width, board.clientHeight / height);
    const [across, down] = [board.clientWidth / scale, board.clientHeight / scale];
    return { x: x + (width - across) / 2, y: y + (height - down) / 2, width: across, height: down };
  }

  const isSmall = (board, view) => board.clientWidth > 0 && (board.clientWidth / view.width) * SIDE < LARGE;

  // The area of the enlarged hex itself: what is clipped away from its picture does not count.
  function placeOf(shape) {
    const moves = shape.transform.baseVal;
    const { e, f } = moves.numberOfItems ? moves.getItem(0).matrix : { e: 0, f: 0 };
    const { x, y, width, height } = shape.getBBox();
    return { x: x + e, y: y + f, width, height };
  }

  function corners(view, size) {
    const margin = MARGIN * Math.min(view.width, view.height);
    const [left, top] = [view.x + margin, view.y + margin];
    const [right, bottom] = [view.x + view.width - size.width - margin, view.y + view.height - size.height - margin];
    return [[right, top], [left, top], [right, bottom], [left, bottom]].map(([x, y]) => ({ x, y, ...size }));
  }

  function keep(board) {
    for (const inset of board.querySelectorAll(".inset")) {
      const own = placeOf(inset.querySelector(".target"));
      const view = visible(board);
      const wanted = inset.querySelector(CHOICES) && isSmall(board, view) && !holds(view, own);
      const moved = wanted ? toCorner(board, inset, own, view) : "";
      if (moved === (inset.getAttribute("transform") ?? "")) continue;
      if (moved) inset.setAttribute("transform", moved);
      else inset.removeAttribute("transform");
    }
  }

  function toCorner(board, inset, own, view) {
    const scale = Math.min(1, (SHARE * Math.min(view.width, view.height)) / Math.max(own.width, own.height));
    const size = { width: own.width * scale, height: own.height * scale };
    const others = [...board.querySelectorAll(".target.legal, .stop-target")].filter((each) => !each.closest(".inset"));
    const taken = others.map(placeOf);
    const covered = (corner) => taken.filter((each) => overlap(corner, each)).length;
    const [best] = corners(view, size).sort((one, other) => covered(one) - covered(other));
    return `translate(${(best.x - own.x * scale).toFixed(1)} ${(best.y - own.y * scale).toFixed(1)}) scale(${scale.toFixed(3)})`;
  }

  const resized = new ResizeObserver((entries) => entries.forEach((entry) => keep(entry.target)));
  const changed = new MutationObserver((changes) => {
    const boards = new Set(changes.map((change) => change.target.closest("svg.board")));
    boards.forEach((board) => board && keep(board));
  });
  const known = new WeakSet();

  function look() {
    for (const board of document.querySelectorAll("svg.board:has(.inset)")) {
      if (known.has(board)) continue;
      known.add(board);
      resized.observe(board);
      changed.observe(board, { attributeFilter: ["viewBox"] });
      for (const target of board.querySelectorAll(".inset .target")) changed.observe(target, { attributeFilter: ["class"] });
    }
  }

  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:load", look);
})();
