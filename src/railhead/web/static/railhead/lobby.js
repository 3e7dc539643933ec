// The lobby: the form for a new game shows only what the chosen title offers, and games are searched while one types.
"use strict";
(() => {
  const form = document.querySelector("form:has([name=title])");

  // -- a new game ------------------------------------------------------------------------------

  function fit() {
    const title = form.querySelector("[name=title]:checked");
    if (!title) return;
    const [least, most] = title.dataset.players.split("-").map(Number);
    const seats = [...form.querySelectorAll(".seat")];
    seats.forEach((seat, index) => {
      const field = seat.querySelector("[name=name]");
      if (index < least) delete seat.dataset.spare;
      field.disabled = seat.querySelector("[name=bot]").disabled = index >= most;
      seat.hidden = index >= most || ("spare" in seat.dataset && !field.value);
    });
    const add = form.querySelector("[data-add-seat]");
    if (add) add.hidden = !seats.some((seat, index) => seat.hidden && index < most);
    for (const options of form.querySelectorAll("details[data-title]")) {
      options.hidden = options.dataset.title !== title.value;
      sayChosen(options);
    }
    const mode = form.querySelector("[name=mode]:checked")?.value;
    for (const part of form.querySelectorAll("[data-one-seat]")) part.hidden = mode === "hot-seat";
    for (const part of form.querySelectorAll("[data-open]")) part.hidden = mode !== "open";
    for (const part of form.querySelectorAll("[data-together]")) part.hidden = mode === "hot-seat" || mode === "alone";
    for (const seat of seats) sayWhoPlays(seat, mode);
  }

  // Nobody chooses a bot for their own seat; whoever plays alone sees which bots play the others, and may choose others.
  function sayWhoPlays(seat, mode) {
    const bot = seat.querySelector("[name=bot]");
    const mine = mode !== "hot-seat" && seat.querySelector("[name=me]").checked;
    const needsBot = mode === "alone" && !mine;
    const chosen = bot.value && bot.value !== bot.dataset.filledIn;
    bot.classList.toggle("not-asked", mine);
    bot.options[0].hidden = bot.options[0].disabled = needsBot;
    if (!chosen) bot.value = bot.dataset.filledIn = needsBot ? form.querySelector("[name=level]").value : "";
  }

  function sayChosen(options) {
    const chosen = [...options.querySelectorAll("input:checked")].map((box) => box.parentElement.textContent.trim());
    const note = options.querySelector(".chosen");
    note.textContent = chosen.length ? String(chosen.length) : note.dataset.none;
  }

  function addSeat() {
    const seat = form.querySelector(".seat[data-spare][hidden]");
    if (!seat) return;
    delete seat.dataset.spare;
    fit();
    // The seat is meant: it has a name until somebody takes it, or gives it another.
    const field = seat.querySelector("[name=name]");
    field.value ||= field.getAttribute("aria-label");
    field.focus();
    field.select();
  }

  if (form) {
    form.addEventListener("change", fit);
    form.addEventListener("click", (event) => {
      if (event.target.closest("[data-add-seat]")) addSeat();
    });
    addEventListener("pageshow", fit);
    fit();
  }

  // -- the games -------------------------------------------------------------------------------

  const games = () => document.getElementById("games");
  let waiting = 0;

  function search(form, section) {
    const asked = new FormData(form);
    if (section) asked.set("show", section);
    const query = new URLSearchParams([...asked].filter(([, value]) => value !== ""));
    const address = form.action + "?" + query;
    history.replaceState(null, "", address);
    ask(address);
  }

  // One question after another, or an earlier answer might replace a later one; of those that wait only the last counts.
  let asking = false;
  let wanted = "";

  async function ask(address) {
    clearTimeout(refreshing);
    wanted = address;
    if (asking) return;
    asking = true;
    while (wanted) {
      const next = wanted;
      wanted = "";
      await htmx.ajax("GET", next, { target: "#games", select: "#games", swap: "outerHTML" }).catch(() => {});
    }
    asking = false;
  }

  // Something has happened at a table. Whoever has a menu open finds it open, and sees the news afterwards.
  let refreshing = 0;

  function refreshSoon(wait) {
    clearTimeout(refreshing);
    refreshing = setTimeout(() => {
      if (document.querySelector("#games details[open]")) refreshSoon(2000);
      else ask(location.pathname + location.search);
    }, wait);
  }

  document.addEventListener("news", () => refreshSoon(200));

  function searchSoon(event) {
    const form = event.target.closest?.("[data-search]");
    if (!form) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => search(form), event.type === "input" ? 250 : 0);
  }

  document.addEventListener("input", searchSoon);
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-search]");
    if (!form) return;
    event.preventDefault();
    search(form, event.submitter?.value);
  });

  // Whoever is typing goes on typing where they were, with what they have typed since they asked. The field is put back as
  // soon as the new list is there: the next answer may come before this one has settled.
  let typed = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const field = document.activeElement;
    typed = field?.matches("[data-search] [name]") ? { name: field.name, value: field.value, at: field.selectionStart } : null;
  });
  document.addEventListener("htmx:afterSwap", () => {
    const field = typed && document.querySelector(`[data-search] [name="${typed.name}"]:not([type=hidden])`);
    if (field && field !== document.activeElement) {
      field.value = typed.value;
      field.focus();
      if (typed.at !== null) field.setSelectionRange?.(typed.at, typed.at);
    }
    typed = null;
    say();
  });

  // -- talk ------------------------------------------------------------------------------------

  function showLast() {
    const list = document.getElementById("lobby-messages");
    if (list) list.scrollTop = list.scrollHeight;
    for (const time of list?.querySelectorAll("time") ?? []) {
      const when = new Date(time.dateTime);
      time.textContent = when.toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    }
  }

  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt.id === "lobby-messages") showLast(); });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.target.matches?.(".lobby-talk form")) event.target.reset();
  });
  showLast();

  const title = document.title;

  function say() {
    const count = Number(games()?.dataset.waiting ?? 0);
    document.title = count ? `(${count}) ${title}` : title;
    const icon = document.getElementById("icon");
    icon.href = count ? icon.dataset.turn : icon.dataset.quiet;
    for (const chip of document.querySelectorAll(".new-messages")) {
      const read = Number(localStorage.getItem("railhead-read-" + chip.dataset.game) ?? 0);
      chip.hidden = Number(chip.dataset.last) <= read;
    }
  }

  say();
})();
