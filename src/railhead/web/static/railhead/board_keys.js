// The board by keyboard: it is one stop of the Tab key, and arrow keys lead from hex to hex, or from stop to stop. Page Up
// and Page Down lead along those that can be chosen now.
"use strict";
(() => {
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SIDEWAYS = 2; // how much worse it is to miss the direction than to be far away
  const CHOOSABLE = ".legal, .choosable";
  const KINDS = [".target", ".stop-target"];
  const AREA = "[data-board]";
  const board = () => document.querySelector(AREA + " .board");
  const all = (kind) => [...board().querySelectorAll(kind)].filter((one) => !one.closest(".inset"));
  const kindOf = (one) => KINDS.find((kind) => one.matches(kind));
  const nameOf = (one) => one.dataset.stop ?? one.dataset.hex;
  const last = {}; // by kind: where the keyboard was

  // Every hex may be asked about, so each is a button; insets show some of them a second time.
  function prepare() {
    if (!board()) return;
    const asleep = getComputedStyle(board().parentElement).pointerEvents === "none";
    for (const again of board().querySelectorAll(".inset")) again.setAttribute("aria-hidden", "true");
    for (const one of board().querySelectorAll(".target, .stop-target")) {
      one.setAttribute("role", "button");
      one.setAttribute("tabindex", "-1");
    }
    if (asleep) return;
    for (const kind of KINDS) {
      const ones = all(kind);
      const first = ones.find((one) => nameOf(one) === last[kind]) ?? ones.find((one) => one.matches(CHOOSABLE)) ?? ones[0];
      first?.setAttribute("tabindex", "0");
    }
  }

  function middle(one) {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  function neighbour(from, [right, down]) {
    const [x, y] = middle(from);
    const far = (one) => {
      const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down - dy * right);
      return along > 1 && aside <= along * SIDEWAYS ? along + SIDEWAYS * aside : Infinity;
    };
    const nearest = all(kindOf(from)).map((one) => [far(one), one]).sort((a, b) => a[0] - b[0])[0];
    return nearest && nearest[0] < Infinity ? nearest[1] : null;
  }

  function along(from, by) {
    const kind = kindOf(from);
    const choosable = all(kind).filter((one) => one === from || kind === ".stop-target" || one.matches(CHOOSABLE));
    return choosable[(choosable.indexOf(from) + by + choosable.length) % choosable.length];
  }

  function go(from, to) {
    if (!to || to === from) return;
    from.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  }

  document.addEventListener("keydown", (event) => {
    const from = event.target.closest?.(AREA + " :is(.target, .stop-target)");
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) go(from, neighbour(from, ARROWS[event.key]));
    else if (event.key === "PageDown") go(from, along(from, 1));
    else if (event.key === "PageUp") go(from, along(from, -1));
    else return;
    event.preventDefault();
  });

  document.addEventListener("focusin", (event) => {
    const one = event.target.closest?.(AREA + " :is(.target, .stop-target)");
    if (one) last[kindOf(one)] = nameOf(one);
  });

  document.addEventListener("railhead:arranged", prepare);
  document.addEventListener("htmx:load", (event) => { if (event.detail.elt.querySelector?.(AREA)) prepare(); });
  document.addEventListener("DOMContentLoaded", prepare);
})();
