// WebSockets that notice a dead connection. A browser reports a half-open connection, as after sleep or a change of network, only after
// minutes, and hides the server's pings from scripts. So the page asks the server for a sign of life whenever the line is quiet.

// A repeated greeting changes nothing in a room: the server refuses it, and that answer is the sign of life. See docs/rooms.md.
export const PROBE = '{"hello":{"protocol":1}}';

// How often connections are looked at, ms. A probe is sent after a quiet period of this length.
export const PERIOD = 5_000;

// How long a server may take to accept a connection, to welcome it, or to answer a probe, ms.
export const PATIENCE = 10_000;

// The same after a hint that the network has changed, ms.
export const HURRY = 3_000;

// How long a failed connection waits for the network to come back while the browser says that there is none, ms.
export const OFFLINE_WAIT = 10_000;

const LOST = "the connection is lost";
const SILENT = "the server is silent";

export class Sockets {
  #receive;
  #lines = new Map();
  #timer;

  // `receive(channel, kind, text)` is called with the kinds open, text and closed. Nothing follows closed.
  constructor(receive) {
    this.#receive = receive;
    for (const type of ["online", "offline", "pageshow"]) {
      addEventListener(type, () => this.#hint(type));
    }
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hint("visible"));
    globalThis.navigator?.connection?.addEventListener?.("change", () => this.#hint("change"));
  }

  // Connects a channel to a WebSocket.
  connect(channel, url) {
    const line = { channel, url };
    this.#lines.set(channel, line);
    this.#open(line);
    this.#timer ??= setInterval(() => this.#look(), PERIOD);
  }

  // Sends a text, or reports the connection as closed: the table then repeats what was not answered.
  send(channel, text) {
    const line = this.#lines.get(channel);
    if (!line) {
      return;
    }
    if (line.socket?.readyState === WebSocket.OPEN) {
      line.socket.send(text);
    } else {
      // The table is in the middle of a call.
      queueMicrotask(() => this.#lose(line, LOST));
    }
  }

  // Closes a channel. The table hears no more of it. False if there is no such channel.
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
    this.#expect(line, PATIENCE);
    const { socket } = line;
    // A socket that was given up may still report something.
    const listen = (name, handle) => {
      socket[name] = (event) => line.socket === socket && handle(event);
    };
    listen("onopen", () => {
      line.opened = true;
      this.#expect(line, PATIENCE);
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

  // The server has to be heard within this time.
  #expect(line, patience) {
    const deadline = Date.now() + patience;
    line.deadline = Math.min(line.deadline ?? deadline, deadline);
    clearTimeout(line.watch);
    line.watch = setTimeout(() => this.#judge(line), line.deadline - Date.now());
  }

  #judge(line) {
    if (line.deadline === undefined) {
      return;
    }
    // Timers of a page that slept are late, and so are the messages that came meanwhile.
    if (Date.now() - line.deadline > PERIOD && !line.excused) {
      line.excused = true;
      line.deadline = undefined;
      this.#probe(line, HURRY);
    } else {
      this.#lose(line, SILENT);
    }
  }

  // Asks for a sign of life, but not before the table has greeted the server and was answered: the first greeting takes the seat.
  #probe(line, patience) {
    if (!line.socket) {
      return;
    }
    if (line.heard !== undefined && line.socket.readyState === WebSocket.OPEN) {
      line.socket.send(PROBE);
    }
    this.#expect(line, patience);
  }

  // Asks the servers of quiet lines for a sign of life.
  #look() {
    for (const line of this.#lines.values()) {
      if (line.deadline === undefined && Date.now() - line.heard >= PERIOD) {
        this.#probe(line, PATIENCE);
      }
    }
  }

  // The network may have changed.
  #hint(type) {
    for (const line of [...this.#lines.values()]) {
      if (line.retry !== undefined && type !== "offline") {
        this.#open(line);
      } else {
        this.#probe(line, HURRY);
      }
    }
  }

  #lose(line, why) {
    if (this.#forget(line)) {
      this.#receive(line.channel, "closed", why);
    }
  }

  // True if the line was known.
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
