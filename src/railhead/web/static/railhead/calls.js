// The page on which players say how they are called: this device is registered with its push service.
"use strict";
(() => {
  const form = document.querySelector("[data-push-key]");
  const zone = document.querySelector("[data-own-zone]");

  // A player's time zone is that of their device, until they say otherwise.
  if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!form) return;
  const button = form.querySelector("[data-subscribe]");
  const problem = form.querySelector("[data-no-push]");

  function bytes(text) {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  }

  async function subscription() {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("not granted");
    const worker = await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    const known = await worker.pushManager.getSubscription();
    await known?.unsubscribe(); // it may be for another key
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.pushKey) });
  }

  function device() {
    const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(navigator.userAgent)?.[0] ?? "";
    const browser = /Firefox|Edg|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? "";
    return [browser.replace("Edg", "Edge"), system].filter(Boolean).join(", ");
  }

  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  problem.hidden = able;
  button.disabled = !able;

  button.addEventListener("click", async () => {
    try {
      form.elements.subscription.value = JSON.stringify(await subscription());
      form.elements.device.value = device();
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
})();
