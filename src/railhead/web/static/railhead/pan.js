// Panning and zooming a picture of a board with mouse, wheel, fingers, buttons or keys. The visible part is kept when the
// picture is replaced by another one of the same board.
"use strict";
// `steersWheel` may take a turn of the wheel for itself, and says whether it did.
window.pannedBoard = (steersWheel = () => false) => {
  const AREA = "[data-board]";
  const FARTHEST = 1.25;
  const NEAREST = 0.12;
  const CLOSER = 0.75;
  const FARTHER = 1.33;
  const SLACK = 6; // a pointer that has moved no further than this has clicked
  const area = () => document.querySelector(AREA);
  const svg = () => area()?.querySelector("svg.board");
  const inside = (event) => event.target.closest?.(AREA);
  const pointers = new Map();
  let view = null; // [x, y, width, height] of the visible part
  let whole = null;
  let aimed = null; // the visible part chosen by the page, so that what can be chosen can be read
  let moved = false;
  let pinch = 0;

  // A thumbnail always shows the whole board.
  const isThumbnail = () => getComputedStyle(area()).pointerEvents === "none";

  function begin() {
    const board = svg();
    if (!board) return;
    board.dataset.whole ??= board.getAttribute("viewBox");
    const printed = board.dataset.whole.split(" ").map(Number);
    if (!whole || whole.some((side, index) => side !== printed[index])) [whole, view] = [printed, null];
    board.setAttribute("viewBox", whole.join(" "));
    if (isThumbnail()) return;
    const untouched = !view || view.join() === aimed;
    if (untouched) {
      view = window.readableView(board, whole);
      aimed = view?.join();
    }
    if (view) show();
  }

  // How large a new picture is as a whole is noted before anything else is shown of it.
  function show() {
    const board = svg();
    if (!board) return;
    board.dataset.whole ??= board.getAttribute("viewBox");
    board.setAttribute("viewBox", view.map((side) => side.toFixed(1)).join(" "));
  }

  // Look at a part of the board; at none: at what the page chooses when it begins.
  function look(part) {
    view = part;
    if (view) show();
  }

  // Look at a part of the board, unless the player has chosen what to see.
  function aim(part) {
    if (!whole || (view && view.join() !== aimed)) return;
    look(part);
    aimed = part.join();
  }

  const fit = () => look([...whole]);

  // Would the whole board be too large to be read?
  const isVast = () => Boolean(whole && svg()) && window.isVast(svg(), whole);

  // What would be seen around a part of the board.
  const around = (part) => window.viewAround(svg(), whole, part);

  function zoom(factor, at) {
    view ??= [...whole];
    const size = Math.min(FARTHEST, Math.max(NEAREST, (view[2] * factor) / whole[2]));
    const scale = (size * whole[2]) / view[2];
    const [x, y] = at ?? [view[0] + view[2] / 2, view[1] + view[3] / 2];
    look(near([x - (x - view[0]) * scale, y - (y - view[1]) * scale, view[2] * scale, view[3] * scale]));
  }

  function shift(right, down) {
    view ??= [...whole];
    look(near([view[0] + right, view[1] + down, view[2], view[3]]));
  }

  // Some of the board is always visible.
  function near(part) {
    const kept = [0, 1].map((axis) => {
      const low = whole[axis] - part[axis + 2] * 0.7;
      const high = whole[axis] + whole[axis + 2] - part[axis + 2] * 0.3;
      return Math.min(high, Math.max(low, part[axis]));
    });
    return [...kept, part[2], part[3]];
  }

  // Bring something on the board into the middle, unless it is visible.
  function reveal(shape) {
    const frame = area()?.getBoundingClientRect();
    const box = shape?.getBoundingClientRect();
    if (!view || !frame || !box) return;
    if (box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom) return;
    const matrix = svg().getScreenCTM().inverse();
    const right = ((box.left + box.right - frame.left - frame.right) / 2) * matrix.a;
    const down = ((box.top + box.bottom - frame.top - frame.bottom) / 2) * matrix.d;
    look([view[0] + right, view[1] + down, view[2], view[3]]);
  }

  // Show a shape with as many more of its size beside it as there is room for.
  function enlarge(shape, across) {
    const box = shape.getBBox();
    const [x, y] = shape.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
    const width = box.width * across;
    const height = (width * whole[3]) / whole[2];
    look([x + box.x + box.width / 2 - width / 2, y + box.y + box.height / 2 - height / 2, width, height]);
  }

  // -- wheel and pointers ----------------------------------------------------------------------

  function spot(event) {
    const matrix = svg().getScreenCTM().inverse();
    return [matrix.a * event.clientX + matrix.e, matrix.d * event.clientY + matrix.f];
  }

  function apart() {
    if (pointers.size !== 2) return 0;
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  function middle() {
    const [a, b] = [...pointers.values()];
    return spot({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
  }

  document.addEventListener("wheel", (event) => {
    if (!inside(event)) return;
    event.preventDefault();
    if (!steersWheel(event)) zoom(Math.exp(event.deltaY * 0.0016), spot(event));
  }, { passive: false });

  document.addEventListener("pointerdown", (event) => {
    if (!inside(event) || event.button > 0) return;
    pointers.set(event.pointerId, event);
    if (pointers.size === 1) moved = false;
    pinch = apart();
  });

  document.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !svg()) return;
    if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < (moved ? 1 : SLACK)) return;
    if (!moved) area().setPointerCapture(event.pointerId);
    moved = true;
    area().classList.add("dragging");
    const [ax, ay] = spot(before);
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const now = apart();
      if (pinch && now) zoom(pinch / now, middle());
      pinch = now;
    } else if (pointers.size === 1) {
      const [bx, by] = spot(event);
      shift(ax - bx, ay - by);
    }
  });

  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => {
      pointers.delete(event.pointerId);
      pinch = apart();
      if (!pointers.size) area()?.classList.remove("dragging");
    });
  }

  // The end of a drag looks like a click; a key pressed on a hex is no drag.
  const wasDragged = (event) => moved && event.detail > 0 && Boolean(inside(event));

  // -- buttons and keys ------------------------------------------------------------------------

  const WAYS = { in: () => zoom(CLOSER), out: () => zoom(FARTHER), fit };
  const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };

  document.addEventListener("click", (event) => WAYS[event.target.closest?.("[data-zoom]")?.dataset.zoom]?.());

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
    if (svg()) WAYS[KEYS[event.key]]?.();
  });

  // What the keyboard comes to is in sight.
  document.addEventListener("focusin", (event) => {
    if (inside(event) && event.target.matches(".target:focus-visible")) reveal(event.target);
  });

  return { begin, look, aim, fit, isVast, around, reveal, enlarge, wasDragged, visible: () => view };
};
