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
  return wrong;
}
