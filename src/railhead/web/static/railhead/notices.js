// Tells a player that they are wanted: in the title, with a sound, by a notification of the desktop. They are wanted when
// it is their turn, when they are asked to agree to an undo, and when somebody addresses them.
"use strict";
(() => {
  const title = document.title;
  const wants = (what) => localStorage.getItem("railhead-" + what) === "1";
  const table = () => document.getElementById("table");
  const messages = () => document.getElementById("messages");
  let before = null; // what was wanted when we looked last

  // -- what is wanted --------------------------------------------------------------------------

  function wanted() {
    const { turn, asked } = table()?.dataset ?? {};
    return {
      turn: turn === "1" ? gettext("Your turn") : "",
      asked: asked ? interpolate(gettext("%(name)s asks to undo"), { name: asked }, true) : "",
      mention: String(Math.max(0, ...unread().filter((line) => "mention" in line.dataset).map(idOf))),
    };
  }

  function tell() {
    const now = wanted();
    const count = unread().length;
    const news = now.asked || now.turn;
    document.title = (count ? `(${count}) ` : "") + (news ? `● ${news} – ` : "") + title;
    const icon = document.getElementById("icon");
    icon.href = news ? icon.dataset.turn : icon.dataset.quiet;
    markTabs(count);
    if (before) {
      if (now.asked && now.asked !== before.asked) call(now.asked);
      else if (now.turn && !before.turn) call(gettext("It is your turn"));
      if (Number(now.mention) > Number(before.mention)) call(gettext("Somebody has addressed you"));
    }
    before = now;
    showClock();
    // A turn may come again before the page has shown that it was over.
    sayThatItWasSeen(now.turn ? now.turn + table().dataset.since : now.asked);
  }

  // Whoever has seen that it is their turn, or that they are asked, is not called by mail or otherwise.
  let seen = "";

  function sayThatItWasSeen(wanted) {
    if (!wanted) seen = "";
    else if (seen !== wanted && !document.hidden) {
      seen = wanted;
      const headers = JSON.parse(document.body.getAttribute("hx-headers"));
      fetch(table().dataset.hereUrl + "present", { method: "POST", headers, keepalive: true }).catch(() => { seen = ""; });
    }
  }

  function call(words) {
    if (wants("sound")) beep();
    if (wants("desktop") && document.hidden && mayNotify()) {
      new Notification(words, { body: title, tag: location.pathname });
    }
  }

  // -- what has not been read ------------------------------------------------------------------

  const idOf = (line) => Number(line.dataset.id);
  const readKey = () => "railhead-read-" + messages()?.dataset.game;
  const lastRead = () => Number(localStorage.getItem(readKey()) ?? 0);

  function unread() {
    const read = lastRead();
    return [...(messages()?.querySelectorAll("li[data-id]:not([data-mine])") ?? [])].filter((line) => idOf(line) > read);
  }

  function read() {
    const list = messages();
    if (!list || document.hidden || Number(list.dataset.last) <= lastRead()) return;
    // Whether it is in sight is asked last: the browser has to lay out the page for the answer.
    if (list.offsetParent) localStorage.setItem(readKey(), list.dataset.last);
  }

  function markTabs(count) {
    for (const tab of document.querySelectorAll('.tabs [data-panel="talk"], .tabs [data-more]')) {
      tab.querySelector(".unread")?.remove();
      if (!count) continue;
      const mark = document.createElement("span");
      mark.className = "unread";
      mark.textContent = String(count);
      mark.title = interpolate(ngettext("%s new message", "%s new messages", count), [count]);
      tab.append(" ", mark);
    }
  }

  function look() {
    read();
    tell();
  }

  // Another tab may have read it.
  addEventListener("storage", (event) => {
    if (event.key === readKey()) tell();
  });
  document.addEventListener("visibilitychange", look);
  document.addEventListener("railhead:panels", ({ detail }) => {
    if (before) look();
    if ([detail.panel, detail.forward].includes("talk")) showLast();
  });

  // -- sound and notifications -----------------------------------------------------------------

  let audio = null; // shared by all sounds: browsers allow a page only a few

  async function beep() {
    audio ??= new AudioContext();
    await audio.resume();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.2, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
  }

  const mayNotify = () => globalThis.Notification?.permission === "granted";

  document.addEventListener("change", async (event) => {
    const box = event.target;
    const what = box.dataset?.notice;
    if (!what) return;
    localStorage.setItem("railhead-" + what, box.checked ? "1" : "0");
    if (what === "sound" && box.checked) beep();
    if (what === "desktop" && box.checked) {
      await globalThis.Notification?.requestPermission();
      sayWhetherNotified(box);
    }
  });

  // A browser may forbid notifications, especially on pages from other machines without HTTPS: then none would arrive.
  function sayWhetherNotified(box) {
    box.checked = box.checked && mayNotify();
    localStorage.setItem("railhead-desktop", box.checked ? "1" : "0");
    document.querySelector("[data-no-notice]").hidden = box.checked;
  }

  // -- the clock -------------------------------------------------------------------------------

  // How long it is until the time of whoever is to decide is up, in the words of the browser.
  function showClock() {
    for (const time of document.querySelectorAll("[data-deadline]")) {
      const minutes = Math.round((new Date(time.dateTime) - Date.now()) / 60000);
      const [count, unit] = [[minutes / 1440, "day"], [minutes / 60, "hour"], [minutes, "minute"]]
        .find(([many, unit]) => Math.abs(many) >= 2 || unit === "minute");
      const words = new Intl.RelativeTimeFormat(document.documentElement.lang).format(Math.round(count), unit);
      time.textContent = minutes > 0 ? interpolate(gettext("time ends %(when)s"), { when: words }, true) : gettext("time is up");
      time.classList.toggle("grave", minutes < 120);
    }
  }

  setInterval(showClock, 30000);

  // -- the chat --------------------------------------------------------------------------------

  function localTimes() {
    for (const time of document.querySelectorAll(".messages time")) {
      const when = new Date(time.dateTime);
      time.textContent = when.toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    }
  }

  function showLast() {
    const list = messages();
    if (list) list.scrollTop = list.scrollHeight;
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    localTimes();
    if (event.detail.elt.id === "messages") showLast();
    look();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.target.matches?.("form[data-reset]")) event.target.reset();
  });

  function address(name) {
    const field = document.getElementById("say");
    field.value = `@${name} ${field.value}`;
    field.focus();
  }

  document.addEventListener("click", async (event) => {
    const name = event.target.closest?.("[data-mention-name]");
    if (name) address(name.dataset.mentionName);
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = button.parentElement.querySelector("[data-copied]");
    field?.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
    else document.execCommand("copy");
    button.textContent = gettext("Copied");
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-notice]")) box.checked = wants(box.dataset.notice);
    localTimes();
    showLast();
    look();
  });
})();
