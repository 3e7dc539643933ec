// What a page must have so that everybody can use it: names for what can be used, no id twice, readable contrast,
// order in its headings. Returns what is wrong, in words.
() => {
  const wrong = [];
  const where = (element) => element.outerHTML.slice(0, 120).replace(/\s+/g, " ");
  const visible = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return style.visibility !== "hidden" && style.display !== "none" && box.width > 0 && box.height > 0;
  };
  const text = (element) => (element?.textContent ?? "").trim();

  function nameOf(element) {
    const labelled = element.getAttribute("aria-labelledby");
    if (labelled) return labelled.split(/\s+/).map((id) => text(document.getElementById(id))).join(" ").trim();
    if (element.getAttribute("aria-label")) return element.getAttribute("aria-label").trim();
    if (element.labels?.length) return [...element.labels].map(text).join(" ");
    return text(element) || element.getAttribute("title") || element.getAttribute("alt") || "";
  }

  if (!document.documentElement.lang) wrong.push("the page has no language");
  if (!document.title.trim()) wrong.push("the page has no title");
  if (document.querySelectorAll("main").length !== 1) wrong.push("there must be one main part");
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (/user-scalable|maximum-scale/.test(viewport)) wrong.push("the page cannot be zoomed");

  const ids = new Map();
  for (const element of document.querySelectorAll("[id]")) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) wrong.push("the id " + id + " is there " + count + " times");

  for (const element of document.querySelectorAll("button, a[href], select, textarea, input:not([type=hidden]), summary, [role=button], [role=tab]")) {
    if (visible(element) && !nameOf(element)) wrong.push("without a name: " + where(element));
  }
  for (const element of document.querySelectorAll("img:not([alt])")) wrong.push("a picture without words: " + where(element));
  for (const element of document.querySelectorAll("svg")) {
    if (!visible(element) || element.closest("[aria-hidden=true], button, a, [role=button]")) continue;
    if (!element.getAttribute("aria-label") && !element.querySelector(":scope > title")) wrong.push("a drawing without words: " + where(element));
  }
  for (const element of document.querySelectorAll("[tabindex]")) {
    if (Number(element.getAttribute("tabindex")) > 0) wrong.push("an order of its own: " + where(element));
  }
  for (const element of document.querySelectorAll("[aria-hidden=true]")) {
    if (element.querySelector("button, a[href], input, select, textarea, [tabindex='0']")) wrong.push("hidden but usable: " + where(element));
  }
  for (const row of document.querySelectorAll("table")) {
    if (visible(row) && !row.querySelector("th")) wrong.push("a table without headings: " + where(row));
  }

  // Contrast of text against the first opaque ground behind it.
  const parse = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([red, green, blue]) => {
    const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  function ground(element) {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  }
  const seen = new Set();
  for (const element of document.querySelectorAll("main *, header *, nav *")) {
    if (element.closest("svg, option, [disabled], .off") || !visible(element)) continue;
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const style = getComputedStyle(element);
    if (Number(style.opacity) < 1) continue;
    const [front, back] = [parse(style.color), ground(element)];
    const key = [front, back, style.fontSize, style.fontWeight].join();
    if (seen.has(key)) continue;
    seen.add(key);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push("hard to read (" + ratio.toFixed(1) + "): " + where(element));
  }
  return wrong;
}
