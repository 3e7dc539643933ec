// Runs before anything is shown: light or dark, what the board shows. Stored in this browser only.
"use strict";
(() => {
  const root = document.documentElement;
  const stored = (key) => localStorage.getItem("railhead-" + key);
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function show() {
    root.dataset.theme = stored("theme") ?? (dark.matches ? "dark" : "light");
  }

  show();
  dark.addEventListener("change", show);
  for (const what of ["names", "coordinates", "numbers"]) {
    root.dataset[what] = stored(what) ?? (what === "names" ? "on" : "off");
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-switch]")) return;
    localStorage.setItem("railhead-theme", root.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
})();
