// The page of settings: what is chosen is stored at once, and with the account if there is one.
"use strict";
(() => {
  const form = document.querySelector("[data-settings]");
  const stored = (name) => localStorage.getItem("railhead-" + name) ?? "";
  const fields = () => [...form.elements].filter((field) => field.name);

  function fill() {
    for (const field of fields()) {
      const value = stored(field.name);
      if (field.type === "radio") field.checked = field.value === value;
      else if (field.type === "checkbox") field.checked = value === "1";
      else field.value = value || field.dataset.usual || "";
    }
  }

  function chosen(field) {
    if (field.type === "checkbox") return field.checked ? "1" : "";
    return field.value === field.dataset.usual ? "" : field.value;
  }

  function store(name, value) {
    if (value === "") localStorage.removeItem("railhead-" + name);
    else localStorage.setItem("railhead-" + name, value);
  }

  function keep() {
    document.dispatchEvent(new Event("railhead:settings"));
    if (!form.dataset.keep) return;
    const all = Object.fromEntries(fields().map((field) => [field.name, stored(field.name)]));
    delete all.desktop; // each browser has to be allowed to notify
    htmx.ajax("POST", form.dataset.keep, { values: { chosen: JSON.stringify(all) }, swap: "none" });
  }

  form.addEventListener("change", async ({ target }) => {
    if (target.name === "desktop" && target.checked) {
      target.checked = (await globalThis.Notification?.requestPermission()) === "granted";
      form.querySelector("[data-no-notice]").hidden = target.checked;
    }
    store(target.name, chosen(target));
    keep();
  });

  form.querySelector("[data-usual-lines]").addEventListener("click", () => {
    for (const field of fields()) {
      if (/^(line|dashes)-/.test(field.name)) store(field.name, "");
    }
    fill();
    keep();
  });

  fill();
})();
