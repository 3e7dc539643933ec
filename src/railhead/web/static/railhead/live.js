// Keeps a page live: listens for news of its tables, and fetches what has changed.
"use strict";
(() => {
  const POLL = 60000; // in the background, in a browser whose tabs cannot share a connection
  const RETRY = 2000;
  const page = () => document.getElementById("live");
  let listening = null;

  function hear(message) {
    if ("connected" in message) connected(message.connected);
    else fetchNews(message.kind);
  }

  function fetchNews(kind) {
    for (const part of document.querySelectorAll(`#live [data-news~="${kind}"]`)) htmx.trigger(part, "news");
  }

  function connected(is) {
    const notice = document.getElementById("connection");
    if (notice) notice.hidden = is;
  }

  // -- one connection for all tabs -------------------------------------------------------------

  const wish = () => ({ address: new URL(page().dataset.events, location).href, games: page().dataset.games.split(" ") });

  function share() {
    const worker = new SharedWorker(page().dataset.stream, { name: "news" });
    worker.onerror = () => {
      if (listening === shared) listening = alone();
    };
    worker.port.onmessage = (event) => hear(event.data);
    worker.port.postMessage(wish());
    const shared = {
      join: () => worker.port.postMessage(wish()),
      leave: () => worker.port.postMessage("leave"),
    };
    return shared;
  }

  // -- without shared workers: a connection of our own while somebody is looking, and a look now and then otherwise --

  function alone() {
    const tab = { tell: hear };
    let stream = null;
    let poll = 0;
    const join = () => {
      Object.assign(tab, wish());
      clearInterval(poll);
      if (document.hidden) poll = setInterval(() => { fetchNews("moved"); fetchNews("chat"); }, POLL);
      else stream?.join(tab);
    };
    const leave = () => {
      clearInterval(poll);
      stream?.leave(tab);
    };
    document.addEventListener("visibilitychange", () => {
      leave();
      join();
    });
    const script = document.createElement("script");
    script.src = page().dataset.stream;
    script.onload = () => {
      stream = new NewsStream();
      join();
    };
    document.head.append(script);
    return { join, leave };
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (page()) listening = globalThis.SharedWorker ? share() : alone();
  });
  addEventListener("pagehide", () => listening?.leave());
  addEventListener("pageshow", (event) => {
    if (event.persisted) listening?.join();
  });

  // What could not be fetched is fetched again; the news of it will not come a second time.
  function fetchAgain(event) {
    const part = event.detail.elt;
    if (!part.matches?.("#live [data-news]")) return;
    event.stopImmediatePropagation(); // nobody has done anything that failed
    const status = event.detail.xhr.status;
    if (status === 0 || status === 503) setTimeout(() => htmx.trigger(part, "news"), RETRY);
  }

  document.addEventListener("htmx:sendError", fetchAgain);
  document.addEventListener("htmx:responseError", fetchAgain);
  document.addEventListener("htmx:configRequest", (event) => {
    // What the page already shows is not sent again.
    if (event.target.id === "live-table") event.detail.headers["X-Have"] = document.getElementById("table")?.dataset.tag ?? "";
  });
})();
