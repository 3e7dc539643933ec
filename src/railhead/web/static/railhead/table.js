// The table's page: history, amounts, sortable tables, keys. It knows no rules: it shows and posts what it is given.
"use strict";
(() => {
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  // -- history ---------------------------------------------------------------------------------

  function go(number) {
    const { hereUrl, last } = table().dataset;
    const query = Number(number) >= Number(last) ? "" : "?at=" + number;
    history.pushState(null, "", hereUrl + query);
    show(query);
  }

  function show(query) {
    htmx.ajax("GET", table().dataset.refreshUrl + query, { target: "#table", swap: "outerHTML" });
  }

  // The browser's Back leads to the point of the game one came from.
  addEventListener("popstate", () => { if (table()) show(location.search); });

  // -- sorting ---------------------------------------------------------------------------------

  function sort(heading) {
    const body = heading.closest("table").tBodies[0];
    const index = [...heading.parentElement.children].indexOf(heading);
    const words = heading.dataset.sort === "text";
    const falling = heading.getAttribute("aria-sort") === (words ? "ascending" : "descending");
    const sign = words === falling ? -1 : 1;
    const value = (row) => row.children[index].dataset.value ?? row.children[index].textContent.trim();
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const compared = words ? x.localeCompare(y) : (parseFloat(x) || 0) - (parseFloat(y) || 0);
      return compared * (words ? sign : -sign);
    });
    for (const other of heading.parentElement.children) other.removeAttribute("aria-sort");
    const rising = words ? sign > 0 : sign < 0;
    heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
    body.append(...rows);
  }

  // -- tables as files -------------------------------------------------------------------------

  // The words of a cell, without its pictures, and an empty cell for every further column it spans.
  function cells(cell) {
    const copy = cell.cloneNode(true);
    for (const picture of copy.querySelectorAll("svg, details")) picture.remove();
    const words = copy.textContent.trim().replace(/\s+/g, " ").replaceAll('"', '""').replaceAll("★", "*");
    return ['"' + harmless(words) + '"', ...Array(cell.colSpan - 1).fill('""')];
  }

  // What a player may be called is not to be a formula in a spreadsheet.
  function harmless(words) {
    return /^[=+@\t-]/.test(words) && !/^[+-]?[\d.,]+$/.test(words) ? "'" + words : words;
  }

  function save(table, name) {
    const lines = [...table.rows].map((row) => [...row.cells].flatMap(cells).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\r\n")], { type: "text/csv" }));
    link.download = name + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // -- clicks ----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const hit = (selector) => event.target.closest?.(selector);
    const step = hit("[data-go]");
    if (step) {
      event.preventDefault();
      if (step.dataset.go !== "") go(step.dataset.go);
    }
    const hint = hit(".hints [data-value]");
    if (hint) {
      setAmount(hint.closest("form"), hint.dataset.value);
      weigh(hint.closest("form"));
    }
    const level = hit("[data-choose-level]");
    if (level) showLevel(level.closest("form"), level.dataset.chooseLevel);
    const levelStep = hit("[data-level-step]");
    if (levelStep) stepLevel(levelStep.closest("form"), Number(levelStep.dataset.levelStep));
    const toggle = hit("[data-toggle]");
    if (toggle) switchMarks(toggle.dataset.toggle);
    if (hit("[data-help]")) document.getElementById("keys").showModal();
    const saving = hit("[data-save-table]");
    if (saving) save(saving.parentElement.querySelector("table"), saving.dataset.saveTable);
    const heading = hit("th[data-sort]");
    if (heading) sort(heading);
    for (const open of document.querySelectorAll(".why.mark[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
  });

  function switchMarks(what) {
    root.dataset[what] = root.dataset[what] === "off" ? "on" : "off";
    localStorage.setItem("railhead-" + what, root.dataset[what]);
    sayMarks();
  }

  function sayMarks() {
    for (const toggle of document.querySelectorAll("[data-toggle]")) {
      toggle.setAttribute("aria-pressed", String(root.dataset[toggle.dataset.toggle] !== "off"));
    }
  }

  // -- amounts and forms -----------------------------------------------------------------------

  function setAmount(form, value) {
    form.elements.amount.value = value;
    form.querySelector('input[type="range"]').value = value;
    sayAmount(form);
  }

  // A template with what has been chosen in a form: the amount, and whatever is picked besides it.
  function filled(form, template, chosen = (field) => field.value) {
    const text = template.replace("{amount}", form.elements.amount.value);
    const fields = [...form.querySelectorAll("select")];
    return fields.reduce((words, field) => words.replace("{" + field.name + "}", chosen(field)), text);
  }

  function sayAmount(form) {
    const button = form.querySelector("button[data-says]");
    button.textContent = filled(form, button.dataset.says, (field) => field.selectedOptions[0].dataset.says);
  }

  // What the amount lies between may depend on the company that is picked.
  function keepWithin(form, { low, high, asked }) {
    if (low === undefined) return;
    for (const field of form.querySelectorAll('input[type="number"], input[type="range"]')) {
      field.min = low;
      field.max = high;
    }
    form.querySelector(".range").textContent = asked;
    setAmount(form, Math.min(high, Math.max(low, form.elements.amount.value)));
  }

  // -- scales: one of many amounts --------------------------------------------------------------

  function showLevel(form, action) {
    const { action: field } = form.elements;
    if (action !== undefined) field.value = action;
    form.querySelector("[data-level-range]").value = field.selectedIndex;
    form.removeAttribute("hx-confirm");
    for (const level of form.querySelectorAll("[data-level-of]")) {
      level.hidden = level.dataset.levelOf !== field.value;
      if (!level.hidden && level.dataset.question) form.setAttribute("hx-confirm", level.dataset.question);
    }
    const button = form.querySelector("button[data-says]");
    button.textContent = button.dataset.says.replace("{amount}", field.selectedOptions[0].textContent);
  }

  function stepLevel(form, by) {
    const { options, selectedIndex } = form.elements.action;
    showLevel(form, options[Math.max(0, Math.min(options.length - 1, selectedIndex + by))].value);
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-scale]");
    if (!form) return;
    const slides = event.target.matches("[data-level-range]");
    showLevel(form, slides ? form.elements.action.options[event.target.value].value : undefined);
  });

  function say() {
    document.querySelectorAll("form[data-amount]").forEach(sayAmount);
    document.querySelectorAll("form[data-scale]").forEach((form) => showLevel(form));
    sayMarks();
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-amount]");
    if (form) {
      const picked = event.target.selectedOptions?.[0];
      if (picked) keepWithin(form, picked.dataset);
      picked ? sayAmount(form) : setAmount(form, event.target.value);
      weigh(form);
    }
    if (event.target.matches?.("[data-history]")) {
      event.target.closest("form").querySelector(".moves").textContent = event.target.value + "/" + event.target.max;
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-history]")) go(event.target.value);
  });

  function ticked(form) {
    return [...form.querySelectorAll('input[name="member"]:checked')].map((member) => member.value);
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("form[data-ticks]");
    if (!form) return;
    const count = ticked(form).length;
    const { least, most, ticks } = form.dataset;
    const button = form.querySelector('[type="submit"]');
    const preview = form.querySelector(".tick-preview");
    button.disabled = true;
    form.dataset.asked = "";
    if (count < +least || count > +most) {
      preview.replaceChildren();
      const exactly = least === most;
      button.textContent = exactly
        ? interpolate(gettext("Choose %s"), [least])
        : interpolate(gettext("Choose %s to %s"), [least, most]);
      return;
    }
    previewed(form, ticks.replace("{set}", ticked(form).join("+"))).then((told) => {
      if (told === undefined) return;
      button.disabled = told?.dataset.allowed !== "1";
      if (told) button.textContent = told.dataset.says;
    }).catch(() => toast(gettext("The server does not answer. Nothing was done.")));
  });

  // What would come of an action, or why it is not allowed, as the server says; undefined if something else has been
  // asked meanwhile.
  async function previewed(form, action, signal) {
    form.dataset.asked = action;
    const headers = { "HX-Request": "true" }; // if it is refused, a sentence is wanted instead of a page
    const answer = await fetch(form.dataset.previewUrl + "?action=" + encodeURIComponent(action), { headers, signal });
    const text = await answer.text();
    if (form.dataset.asked !== action) return undefined;
    const preview = form.querySelector(".tick-preview");
    preview.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.children);
    return preview.querySelector("[data-says]");
  }

  // While an amount is typed the server is asked what would come of it, once the player pauses.
  const PAUSE = 250;
  let pausing = 0;
  let weighing = null; // what stops the question that is under way

  function stopWeighing() {
    clearTimeout(pausing);
    weighing?.abort();
  }

  function weigh(form) {
    const { amount } = form.elements;
    form.dataset.asked = "";
    stopWeighing();
    if (!amount.checkValidity()) return form.querySelector(".tick-preview").replaceChildren();
    const action = filled(form, form.dataset.amount);
    pausing = setTimeout(() => {
      weighing = new AbortController();
      if (form.isConnected) previewed(form, action, weighing.signal).catch(() => {});
    }, PAUSE);
  }

  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.detail.elt;
    if (form.matches?.("form[data-ticks]")) {
      event.detail.parameters.set("action", form.dataset.ticks.replace("{set}", ticked(form).join("+")));
      event.detail.parameters.delete("member");
    }
    if (event.detail.verb === "post") stopWeighing(); // whatever is decided, it is no longer asked about
    if (form.matches?.("form[data-amount]")) {
      event.detail.parameters.set("action", filled(form, form.dataset.amount));
      event.detail.parameters.delete("amount");
      for (const field of form.querySelectorAll("select")) event.detail.parameters.delete(field.name);
    }
    if (form.matches?.("form[data-template]")) {
      let text = form.dataset.template;
      for (const field of form.querySelectorAll("select")) {
        text = text.replace("{" + field.name + "}", field.value);
        event.detail.parameters.delete(field.name);
      }
      event.detail.parameters.set("action", text);
    }
  });

  // -- live ------------------------------------------------------------------------------------

  document.addEventListener("htmx:beforeSwap", (event) => {
    // Someone looking at an earlier move is not pulled back to the present by other players' moves.
    if (event.detail.requestConfig?.elt?.id === "live-table" && table()?.dataset.live === "0") {
      event.detail.shouldSwap = false;
      toast(gettext("The game has gone on."));
    }
  });
  // The button that opened the list of keys may have been drawn anew meanwhile: then the browser cannot go back to it.
  document.addEventListener("close", (event) => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (event.target.id === "keys" && lost) document.querySelector("[data-help]")?.focus();
  }, true);
  document.addEventListener("railhead:stale", (event) => toast(event.detail.reason));
  document.addEventListener("htmx:sendError", () => toast(gettext("The server does not answer. Nothing was done.")));
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id === "table" || event.detail.target?.id === "table") say();
  });

  function toast(words) {
    document.querySelector(".toast")?.remove();
    const note = document.createElement("p");
    note.className = "notice toast";
    note.setAttribute("role", "status");
    note.textContent = words;
    document.body.append(note);
    setTimeout(() => note.remove(), 5000);
  }

  // -- keys ------------------------------------------------------------------------------------

  // A letter is pressed by mistake more easily than a button: what it would do to the game is asked first, once.
  function meant(keyed) {
    const asked = keyed.hasAttribute("hx-confirm") || localStorage.getItem("railhead-ask") === "1";
    if (!keyed.matches(".offer") || asked) return true;
    const words = keyed.querySelector(".words").textContent.trim();
    return confirm(interpolate(gettext("%s?"), [words]));
  }

  // Whoever wants to is also asked when they press Pass, with which most turns end.
  document.addEventListener("htmx:confirm", (event) => {
    const pass = event.target.closest?.(".offer[data-action=pass]:not([hx-confirm])");
    if (!pass || event.defaultPrevented || localStorage.getItem("railhead-ask") !== "1") return;
    event.preventDefault();
    if (confirm(gettext("Pass? Your turn may end with it."))) event.detail.issueRequest(true);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")) return;
    const key = event.key;
    const keyed = [...document.querySelectorAll("[data-key]")].find((item) => item.dataset.key === key);
    if (keyed && !(key === "Enter" && event.target.closest?.("button, a, summary, [role=button]"))) {
      event.preventDefault();
      if (meant(keyed)) keyed.click();
      return;
    }
    if (key === "?") document.getElementById("keys").showModal();
    else if (key === "d") document.querySelector("[data-theme-switch]").click();
    else if (key === "n") switchMarks("names");
    else if (key === "c") switchMarks("coordinates");
    else if (key === "t") switchMarks("numbers");
    else if (key === "z" && document.querySelector('[data-toggle="regions"]')) switchMarks("regions");
  });

  document.addEventListener("DOMContentLoaded", say);
})();
