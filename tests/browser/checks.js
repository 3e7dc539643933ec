// What axe-core does not look for, but a page must have so that everybody can use it. Returns what is wrong, in words.
() => {
  const wrong = [];
  const where = (element) => element.outerHTML.slice(0, 120).replace(/\s+/g, " ");
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) wrong.push("an id twice: " + id);

  for (const element of document.querySelectorAll("svg")) {
    if (!visible(element) || element.closest("[aria-hidden=true], button, a, [role=button]")) continue;
    if (!element.getAttribute("aria-label") && !element.querySelector(":scope > title")) wrong.push("a drawing without words: " + where(element));
  }
  for (const element of document.querySelectorAll("table")) {
    if (visible(element) && !element.querySelector("th")) wrong.push("a table without headings: " + where(element));
  }
  // What is to be decided fits its place: no button of the decision ends outside of it, and no word is broken.
  const stage = document.querySelector("#decision");
  const end = stage?.getBoundingClientRect().right ?? 0;
  for (const element of stage?.querySelectorAll("button, summary, select, input:not([type=hidden])") ?? []) {
    if (visible(element) && !element.closest("table") && element.getBoundingClientRect().right > end + 1) wrong.push("beyond the decision: " + where(element));
  }
  const range = document.createRange();
  for (const element of stage?.querySelectorAll("button .words") ?? []) {
    const text = element.firstChild;
    if (!visible(element) || text?.nodeType !== Node.TEXT_NODE) continue;
    for (const word of text.data.matchAll(/\S+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) wrong.push("a word is broken: " + where(element));
    }
  }
  return wrong;
}
