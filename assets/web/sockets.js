// WebSockets that notice a dead connection. After sleep or a change of network, browsers take
// minutes to report a half-open connection, and they hide the server's pings from scripts. So the
// page sends a probe whenever the connection is quiet.

// A repeated greeting changes nothing in a room: the server refuses it, and the refusal shows that
// the server is alive. See docs/rooms.md.
export const PROBE = '{"hello":{"protocol":1}}';

// The quiet period after which a probe is sent, ms.
export const PERIOD = 5_000;

// Interval between checks of the connections, ms.
const CHECK = 1_000;

// Timeout for the server to accept a connection, to welcome it, or to answer a probe, ms.
export const TIMEOUT = 10_000;

// The same after a hint that the network has changed, ms.
export const SHORT_TIMEOUT = 3_000;

// Time for which a failed connection waits for the network while the browser is offline, ms.
export const OFFLINE_WAIT = 10_000;

const LOST = "the connection was lost";
const SILENT = "the server does not respond";

export class Sockets {
  #receive;
  #lines = new Map();
  #timer;

  // `receive(channel, kind, text)` is called with the kinds open, text and closed; closed comes
  // last.
  constructor(receive) {
    this.#receive = receive;
    for (const type of ["online", "offline", "pageshow"]) {
      addEventListener(type, () => this.#hint(type));
    }
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hint("visible"));
    globalThis.navigator?.connection?.addEventListener?.("change", () => this.#hint("change"));
  }

  connect(channel, url) {
    const line = { channel, url };
    this.#lines.set(channel, line);
    this.#open(line);
    this.#timer ??= setInterval(() => this.#look(), CHECK);
  }

  // Sends a text, or reports the connection as closed: the table then repeats unanswered requests.
  send(channel, text) {
    const line = this.#lines.get(channel);
    if (!line) {
      return;
    }
    if (line.socket?.readyState === WebSocket.OPEN) {
      line.socket.send(text);
    } else {
      // Deferred, because the table is in the middle of a call.
      queueMicrotask(() => this.#lose(line, LOST));
    }
  }

  // Closes a channel without another event. Returns whether the channel existed.
  close(channel) {
    const line = this.#lines.get(channel);
    if (line) {
      this.#forget(line);
    }
    return line !== undefined;
  }

  #open(line) {
    clearTimeout(line.retry);
    line.retry = undefined;
    line.opened = false;
    try {
      line.socket = new WebSocket(line.url);
    } catch (error) {
      queueMicrotask(() => this.#lose(line, error.message));
      return;
    }
    this.#expect(line, TIMEOUT);
    const { socket } = line;
    // An abandoned socket may still fire events.
    const listen = (name, handle) => {
      socket[name] = (event) => line.socket === socket && handle(event);
    };
    listen("onopen", () => {
      line.opened = true;
      this.#expect(line, TIMEOUT);
      this.#receive(line.channel, "open");
    });
    listen("onmessage", ({ data }) => {
      line.heard = Date.now();
      line.deadline = undefined;
      line.excused = false;
      this.#receive(line.channel, "text", data);
    });
    listen("onclose", ({ reason }) => {
      if (!line.opened && globalThis.navigator?.onLine === false) {
        line.socket = undefined;
        line.deadline = undefined;
        line.retry = setTimeout(() => this.#lose(line, "this device is offline"), OFFLINE_WAIT);
      } else {
        this.#lose(line, reason || LOST);
      }
    });
  }

  // Sets a deadline for the next message of the server.
  #expect(line, patience) {
    const deadline = Date.now() + patience;
    line.deadline = Math.min(line.deadline ?? deadline, deadline);
    clearTimeout(line.watch);
    line.watch = setTimeout(() => this.#checkDeadline(line), line.deadline - Date.now());
  }

  #checkDeadline(line) {
    if (line.deadline === undefined) {
      return;
    }
    // After the page has slept, its timers are late, and so are messages that arrived meanwhile.
    if (Date.now() - line.deadline > PERIOD && !line.excused) {
      line.excused = true;
      line.deadline = undefined;
      this.#probe(line, SHORT_TIMEOUT);
    } else {
      this.#lose(line, SILENT);
    }
  }

  // Sends a probe, but not before the table's own greeting has been answered: the first greeting
  // takes the seat.
  #probe(line, patience) {
    if (!line.socket) {
      return;
    }
    if (line.heard !== undefined && line.socket.readyState === WebSocket.OPEN) {
      line.socket.send(PROBE);
    }
    this.#expect(line, patience);
  }

  // Probes the quiet connections.
  #look() {
    for (const line of this.#lines.values()) {
      if (line.deadline === undefined && Date.now() - line.heard >= PERIOD) {
        this.#probe(line, TIMEOUT);
      }
    }
  }

  // Called when the network may have changed.
  #hint(type) {
    for (const line of [...this.#lines.values()]) {
      if (line.retry !== undefined && type !== "offline") {
        this.#open(line);
      } else {
        this.#probe(line, SHORT_TIMEOUT);
      }
    }
  }

  #lose(line, why) {
    if (this.#forget(line)) {
      this.#receive(line.channel, "closed", why);
    }
  }

  // Returns whether the line was known.
  #forget(line) {
    const { socket } = line;
    line.socket = undefined;
    line.deadline = undefined;
    clearTimeout(line.watch);
    clearTimeout(line.retry);
    socket?.close();
    const known = this.#lines.get(line.channel) === line && this.#lines.delete(line.channel);
    if (this.#lines.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return known;
  }
}
