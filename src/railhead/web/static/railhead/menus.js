// Menus close when one clicks elsewhere or presses Escape, and only one is open at a time.
"use strict";
(() => {
  const open = () => document.querySelectorAll("details.menu[open]");

  document.addEventListener("click", (event) => {
    for (const menu of open()) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopImmediatePropagation();
    }
  });
})();
