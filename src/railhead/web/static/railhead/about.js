// Help: what a question mark or a rule is about opens in a box on the same page. Without this script it is a page.
"use strict";
(() => {
  function box() {
    const known = document.getElementById("about-box");
    if (known) return known;
    const made = document.createElement("dialog");
    made.id = "about-box";
    made.className = "about-box";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button icon about-close";
    close.textContent = "×";
    close.setAttribute("aria-label", gettext("Close"));
    close.addEventListener("click", () => made.close());
    const content = document.createElement("div");
    made.append(close, content);
    made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
    document.body.append(made);
    return made;
  }

  async function open(link) {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return location.assign(link.href);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    const shown = box();
    shown.lastElementChild.replaceChildren(...found.body.children);
    shown.setAttribute("aria-label", shown.querySelector("h2")?.textContent ?? "");
    if (!shown.open) shown.showModal();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-about]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link).catch(() => location.assign(link.href));
  });

  // -- searching the rules -----------------------------------------------------------------------

  function search(sought) {
    const words = sought.toLowerCase().trim();
    let found = 0;
    for (const section of document.querySelectorAll(".rule-section")) {
      const name = section.querySelector("h2").textContent.toLowerCase();
      let here = 0;
      for (const rule of section.querySelectorAll(".rules > div")) {
        rule.hidden = !name.includes(words) && !rule.textContent.toLowerCase().includes(words);
        here += rule.hidden ? 0 : 1;
      }
      section.hidden = here === 0;
      found += here;
    }
    const said = document.querySelector("[data-rules-found]");
    said.textContent = found ? "" : said.dataset.none;
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches?.("[data-rule-search]")) search(event.target.value);
  });
})();
