// Runs with all pages closed: shows a call to the table that has come by push, and opens the table when it is clicked.
"use strict";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, renotify: true, data: { url } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

// The table may be open in a tab already. Only pages of this site are opened, whatever the message says.
async function open(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) url.href = location.origin;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  return there ? there.focus() : clients.openWindow(url.href);
}
