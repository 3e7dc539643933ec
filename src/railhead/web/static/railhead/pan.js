// Panning and zooming a picture of a board with mouse, wheel, fingers or buttons. The visible part is kept when the
// picture is replaced by another one of the same board.
"use strict";
window.pannedBoard = (areaSelector) => {
  const FARTHEST = 1.25;
  const NEAREST = 0.12;
  const SLACK = 6; // a pointer that has moved no further than this has clicked
  const area = () => document.querySelector(areaSelector);
  const svg = () => area()?.querySelector("svg.board");
  const pointers = new Map();
  let view = null; // [x, y, width, height] of the visible part
  let whole = null;
  let moved = false;
  let pinch = 0;

  function begin() {
    if (!svg()) return;
    const printed = svg().getAttribute("viewBox").split(" ").map(Number);
    if (!whole || whole.some((side, index) => side !== printed[index])) [whole, view] = [printed, null];
    if (view) show();
  }

  function show() {
    svg()?.setAttribute("viewBox", view.map((side) => side.toFixed(1)).join(" "));
  }

  function fit() {
    view = [...whole];
    show();
  }

  function zoom(factor, at) {
    view ??= [...whole];
    const size = Math.min(FARTHEST, Math.max(NEAREST, (view[2] * factor) / whole[2]));
    const scale = (size * whole[2]) / view[2];
    const [x, y] = at ?? [view[0] + view[2] / 2, view[1] + view[3] / 2];
    view = [x - (x - view[0]) * scale, y - (y - view[1]) * scale, view[2] * scale, view[3] * scale];
    keepNear();
    show();
  }

  function keepNear() {
    for (const axis of [0, 1]) {
      const low = whole[axis] - view[axis + 2] * 0.7;
      const high = whole[axis] + whole[axis + 2] - view[axis + 2] * 0.3;
      view[axis] = Math.min(high, Math.max(low, view[axis]));
    }
  }

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

  const inside = (event) => event.target.closest?.(areaSelector);

  document.addEventListener("wheel", (event) => {
    if (!inside(event)) return;
    event.preventDefault();
    zoom(Math.exp(event.deltaY * 0.0016), spot(event));
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
    const [ax, ay] = spot(before);
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const now = apart();
      if (pinch && now) zoom(pinch / now, middle());
      pinch = now;
      return;
    }
    view ??= [...whole];
    const [bx, by] = spot(event);
    view = [view[0] + ax - bx, view[1] + ay - by, view[2], view[3]];
    keepNear();
    show();
  });

  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => {
      pointers.delete(event.pointerId);
      pinch = apart();
    });
  }

  document.addEventListener("click", (event) => {
    const by = event.target.closest?.("[data-zoom]")?.dataset.zoom;
    if (by === "fit") fit();
    else if (by) zoom(by === "in" ? 0.75 : 1.33);
  });

  return { begin, fit, zoom, wasMoved: () => moved };
};
