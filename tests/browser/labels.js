// Measures the visible labels of a board: how wide they are with and without the width set for them, how large, and
// what they lie on. Returns what was found.
() => {
  const board = document.querySelector("svg.board");
  const scale = board.getScreenCTM().a;
  const visible = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const texts = [...board.querySelectorAll(".labels text")].filter(visible);
  const marks = [...board.querySelectorAll(".labels use")].filter(visible);
  const sizeOf = (text) => Number(text.closest("[font-size]").getAttribute("font-size"));
  const NARROW = 0.82;
  const CAPITAL = 0.72;

  function natural(text) {
    const copy = text.cloneNode(true);
    copy.removeAttribute("textLength");
    copy.removeAttribute("lengthAdjust");
    text.parentNode.append(copy);
    const width = copy.getComputedTextLength() * (text.getAttribute("lengthAdjust") ? NARROW : 1);
    copy.remove();
    return width;
  }

  // The letters without the room that a line has above and below them.
  function box(text) {
    const frame = text.getBoundingClientRect();
    const size = sizeOf(text) * scale;
    const base = text.getScreenCTM().f + Number(text.getAttribute("y")) * scale;
    return { left: frame.left, right: frame.right, top: base - size * CAPITAL, bottom: base };
  }

  const labels = texts.map((text) => ({
    words: text.textContent,
    set: Number(text.getAttribute("textLength")),
    natural: natural(text),
    pixels: sizeOf(text) * scale,
    box: box(text),
  }));

  // Values and other labels of which many look alike are defined once. To measure one, it is put where it can be seen.
  function shared(use) {
    const copy = document.getElementById(use.getAttribute("href").slice(1)).cloneNode(true);
    use.parentNode.append(copy);
    const text = copy.querySelector("text");
    const found = { words: text.textContent, set: Number(text.getAttribute("textLength")), natural: natural(text), pixels: sizeOf(text) * scale };
    copy.remove();
    return { ...found, box: use.getBoundingClientRect() };
  }
  labels.push(...marks.map(shared));

  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const together = [];
  labels.forEach((one, index) => labels.slice(0, index).forEach((other) => {
    if (meet(one.box, other.box)) together.push(one.words + " on " + other.words);
  }));

  // Stations are drawn above track: what is hidden below them counts no more.
  const rails = [...board.querySelectorAll(".land .rail")].map((path) => ({ path, box: path.getBoundingClientRect() }));
  const bodies = [...board.querySelectorAll(".things rect")].map((body) => body.getBoundingClientRect());
  const within = (x, y, frame) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  const onTrack = [];
  for (const label of labels) {
    const near = rails.filter((rail) => meet(label.box, {
      left: rail.box.left - 6, right: rail.box.right + 6, top: rail.box.top - 6, bottom: rail.box.bottom + 6,
    }));
    for (const { path } of near) {
      const inverse = path.getScreenCTM().inverse();
      let hit = false;
      for (let i = 0; i <= 8 && !hit; i += 1) {
        for (let j = 0; j <= 4 && !hit; j += 1) {
          const x = label.box.left + (label.box.right - label.box.left) * i / 8;
          const y = label.box.top + (label.box.bottom - label.box.top) * j / 4;
          if (bodies.some((body) => within(x, y, body))) continue;
          hit = path.isPointInStroke(new DOMPoint(x, y).matrixTransform(inverse));
        }
      }
      if (hit) onTrack.push(label.words);
    }
  }
  return { scale: scale * 100, labels, "on track": onTrack, "on each other": together };
}
