// Tells a player that they are wanted: in the title, with a sound, by a notification of the desktop.
"use strict";
(() => {
  const title = document.title;
  const wants = (what) => localStorage.getItem("railhead-" + what) === "1";
  let wasMyTurn = false;

  const table = () => document.getElementById("table");
  const myTurn = () => table()?.dataset.turn === "1";

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

  function sayTurn() {
    const mine = myTurn();
    document.title = mine ? "● Your turn – " + title : title;
    const icon = document.getElementById("icon");
    icon.href = mine ? icon.dataset.turn : icon.dataset.quiet;
    if (mine && !wasMyTurn) {
      if (wants("sound")) beep();
      if (wants("desktop") && document.hidden && mayNotify()) {
        new Notification("It is your turn", { body: title, tag: location.pathname });
      }
    }
    wasMyTurn = mine;
  }

  function localTimes() {
    for (const time of document.querySelectorAll(".messages time")) {
      const when = new Date(time.dateTime);
      time.textContent = when.toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    }
  }

  document.addEventListener("htmx:afterSettle", () => { sayTurn(); localTimes(); });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && event.target.matches?.("form[data-reset]")) event.target.reset();
  });

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

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = button.parentElement.querySelector("[data-copied]");
    field?.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
    else document.execCommand("copy");
    button.textContent = "Copied";
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-notice]")) box.checked = wants(box.dataset.notice);
    wasMyTurn = myTurn();
    sayTurn();
    localTimes();
    for (const list of document.querySelectorAll(".messages")) list.scrollTop = list.scrollHeight;
  });
})();
