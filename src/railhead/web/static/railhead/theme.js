// Runs before anything is shown: a person's own colours, what the board shows. This browser keeps it, and an account
// brings what was chosen on another device.
"use strict";
(() => {
  const root = document.documentElement;
  const stored = (key) => localStorage.getItem("railhead-" + key);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const LETTERS = "ABCDEF";

  for (const [key, value] of Object.entries(JSON.parse(root.dataset.preferences ?? "{}"))) {
    if (value === "") localStorage.removeItem("railhead-" + key);
    else localStorage.setItem("railhead-" + key, value);
  }

  function show() {
    const chosen = stored("theme");
    const strong = chosen === "contrast" || (!chosen && contrast.matches && !dark.matches);
    root.dataset.contrast = strong ? "more" : "usual";
    root.dataset.theme = strong || chosen === "light" ? "light" : (chosen ?? (dark.matches ? "dark" : "light"));
    for (const letter of LETTERS) {
      for (const what of ["line", "dashes"]) {
        const name = `${what}-${letter}`;
        if (stored(name)) root.style.setProperty("--" + name, stored(name));
        else root.style.removeProperty("--" + name);
      }
    }
  }

  show();
  dark.addEventListener("change", show);
  contrast.addEventListener("change", show);
  document.addEventListener("railhead:settings", show);
  for (const what of ["names", "coordinates", "numbers", "regions"]) {
    root.dataset[what] = stored(what) ?? (what === "names" ? "on" : "off");
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-switch]")) return;
    localStorage.setItem("railhead-theme", root.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
})();
