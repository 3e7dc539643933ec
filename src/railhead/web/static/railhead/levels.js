// Shows the labels that suit the size of a board on the screen: each level of detail has its own, so that type is
// never smaller than it can be read. Follows zooming, resizing and every new picture.
"use strict";
(() => {
  const SIDE = 100; // units of the board per side of a hex
  const INNER = 90; // and from its centre to what lies at its sides

  const READABLE = 33; // from this scale on, every label is shown
  const COMFORTABLE = 44;
  const WIDE = 900; // pixels of a page that shows names on every board
  const NAMED = 22; // from here on, names and values are shown
  const WORTH_IT = 1.3; // a view that is not this much larger is not worth losing sight of the rest

  // Pixels per side of a hex, as in drawing/levels.py.
  const levels = (board) => board.dataset.levels.split(" ").map(Number);

  function scaleOf(board, width, height) {
    return Math.min(board.clientWidth / width, board.clientHeight / height) * SIDE;
  }

  function level(board) {
    const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
    const scale = scaleOf(board, width, height);
    return levels(board).filter((each) => each <= scale + 0.01).pop() ?? 0;
  }

  // A board that is too small to be read as a whole begins with all that can be chosen, if that makes it larger. If
  // nothing can be chosen and not even names can be read, it begins where the company is whose turn it is.
  window.readableView = (board, whole) => {
    const { focus, home } = board.dataset;
    if (!focus && !(home && innerWidth < WIDE)) return null;
    const all = scaleOf(board, whole[2], whole[3]);
    const part = focus ?? (all < levels(board)[0] ? home : undefined);
    if (!part || !board.clientWidth || all >= READABLE) return null;
    const wanted = part.split(" ").map(Number);
    const scale = Math.max(comfortable(board, wanted), focus ? 0 : NAMED);
    return focus && scale < all * WORTH_IT ? null : around(board, whole, wanted, scale);
  };

  // Is a board so large that as a whole it shows not even names?
  window.isVast = (board, whole) => scaleOf(board, whole[2], whole[3]) < NAMED;

  // What is seen of the board around a part of it, no larger than is comfortable.
  window.viewAround = (board, whole, part) => around(board, whole, part, comfortable(board, part));

  function comfortable(board, [, , width, height]) {
    return Math.min(COMFORTABLE, scaleOf(board, width, height));
  }

  function around(board, whole, [x, y, width, height], scale) {
    const size = [board.clientWidth, board.clientHeight].map((pixels) => (pixels * SIDE) / scale);
    return [within(x + width / 2, size[0], whole[0], whole[2]), within(y + height / 2, size[1], whole[1], whole[3]), ...size];
  }

  // Where a visible part of this size begins: around a point, but without showing what is beyond the board. A board that
  // is smaller than what is visible is in its middle.
  function within(middle, size, start, length) {
    if (size >= length) return start + (length - size) / 2;
    return Math.min(start + length - size, Math.max(start, middle - size / 2));
  }

  function show(board) {
    const found = String(level(board));
    if (board.dataset.level !== found) board.dataset.level = found;
  }

  // A tile that is only looked at has labels of its own: those of what lies below it are hidden meanwhile.
  function uncover(preview) {
    const board = preview.ownerSVGElement;
    const labels = board?.querySelector(".labels");
    if (!labels) return;
    for (const hidden of board.querySelectorAll(".covered")) hidden.classList.remove("covered");
    if (!preview.childElementCount) return;
    for (const enlarged of board.querySelectorAll("[data-covers]")) {
      if (enlarged.dataset.covers === preview.getAttribute("transform")) enlarged.classList.add("covered");
    }
    for (const below of labels.querySelectorAll("g[transform]")) {
      if (below.getAttribute("transform") === preview.getAttribute("transform")) below.classList.add("covered");
    }
    const { e, f } = preview.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
    for (const below of labels.querySelectorAll(".fine text")) {
      const away = Math.hypot(below.getAttribute("x") - e, below.getAttribute("y") - f);
      if (away < INNER) below.classList.add("covered");
    }
  }

  const covered = new MutationObserver((changes) => changes.forEach((change) => uncover(change.target)));
  const resized = new ResizeObserver((entries) => entries.forEach((entry) => show(entry.target)));
  // Measuring waits for the next picture, for which the browser lays out the page anyway.
  const zoomed = new MutationObserver((changes) => requestAnimationFrame(() => changes.forEach((change) => show(change.target))));
  const known = new WeakSet();

  function look() {
    for (const board of document.querySelectorAll("svg.board")) {
      if (known.has(board)) continue;
      known.add(board);
      resized.observe(board);
      zoomed.observe(board, { attributeFilter: ["viewBox"] });
      const preview = board.querySelector(".preview");
      if (preview) covered.observe(preview, { childList: true, attributeFilter: ["transform"] });
    }
  }

  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:load", look);
})();
