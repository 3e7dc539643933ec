// News of tables over one connection for all tabs of a browser, which allows only a few connections to a site. It runs
// as a shared worker; in a browser that has none, each page runs it for itself.
"use strict";
class NewsStream {
  static SILENCE = 40000; // the site says something at least every 15 seconds
  static SOON = 40; // several tabs may come at once
  static LONGEST_WAIT = 15000;

  constructor() {
    this.tabs = new Set();
    this.known = new Map(); // by kind and game, the version heard of last
    this.games = new Set(); // those of the open connection
    this.source = null;
    this.connected = null;
    this.wait = 1000;
    this.timer = 0;
    setInterval(() => this.checkPulse(), NewsStream.SILENCE / 4);
  }

  // A tab is { address, games, tell(message) }.
  join(tab) {
    this.tabs.add(tab);
    this.address = tab.address;
    if (this.connected === false) tab.tell({ connected: false });
    for (const game of tab.games) {
      for (const kind of ["moved", "chat"]) {
        if (this.known.has(kind + game)) tab.tell({ kind, game });
      }
    }
    this.later(NewsStream.SOON, () => this.fit());
  }

  leave(tab) {
    this.tabs.delete(tab);
    if (!this.tabs.size) this.close();
  }

  // Connects anew only if somebody wants to hear of a table that the connection has no news of.
  fit() {
    const wanted = new Set([...this.tabs].flatMap((tab) => tab.games));
    if (wanted.size && (!this.source || [...wanted].some((game) => !this.games.has(game)))) this.open(wanted);
  }

  open(games) {
    this.close();
    this.games = games;
    this.heardAt = Date.now();
    const query = [...games].sort().map((game) => "game=" + game).join("&");
    const source = this.source = new EventSource(this.address + "?" + query);
    source.onopen = () => {
      this.wait = 1000;
      this.say(true);
    };
    source.onerror = () => {
      this.say(false);
      // A refusal ends the stream for good, as from a site that is just starting: then it is up to us to come again.
      if (source.readyState === EventSource.CLOSED) this.again();
    };
    source.addEventListener("alive", () => { this.heardAt = Date.now(); });
    for (const kind of ["moved", "chat"]) {
      source.addEventListener(kind, (event) => this.hear(kind, ...event.data.split(" ")));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.games = new Set();
  }

  again() {
    this.close();
    this.later(this.wait, () => this.fit());
    this.wait = Math.min(this.wait * 2, NewsStream.LONGEST_WAIT);
  }

  later(wait, what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(what, wait);
  }

  hear(kind, game, version) {
    this.heardAt = Date.now();
    const before = this.known.get(kind + game);
    this.known.set(kind + game, version);
    if (before === version) return;
    for (const tab of this.tabs) {
      if (tab.games.includes(game)) tab.tell({ kind, game });
    }
  }

  say(connected) {
    this.connected = connected;
    for (const tab of this.tabs) tab.tell({ connected });
  }

  // A machine that slept may hold a connection that nobody answers any more.
  checkPulse() {
    if (!this.source || Date.now() - this.heardAt < NewsStream.SILENCE) return;
    this.say(false);
    this.again();
  }
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const stream = new NewsStream();
  globalThis.onconnect = ({ ports: [port] }) => {
    let tab = null;
    const leave = () => {
      if (tab) stream.leave(tab);
      tab = null;
    };
    port.onmessage = ({ data }) => {
      leave();
      if (data === "leave") return;
      tab = { ...data, tell: (message) => port.postMessage(message) };
      stream.join(tab);
    };
    port.onclose = leave; // not every browser says that a tab has crashed; listening to its tables as well does no harm
  };
}
