// Runs jobs in workers, so that the table stays responsive.

// Maximum number of parallel jobs; others wait. The table needs at most a bot and an analysis.
const MAX_WORKERS = 2;

export class Workers {
  #url;
  #idle = [];
  #count = 0;
  #waiting = [];
  #running = new Map();
  #last = 0;

  constructor(url) {
    this.#url = url;
  }

  // Starts a job; `tell` receives its messages. Returns its id, for `cancel`, and a promise of its
  // result.
  start(kind, values, tell = () => {}) {
    const id = ++this.#last;
    const result = new Promise((resolve, reject) => {
      this.#waiting.push({ id, kind, values, tell, resolve, reject });
    });
    this.#next();
    return { id, result };
  }

  // Cancels a job; its promise stays pending. A busy worker receives no messages, so it is
  // terminated.
  cancel(id) {
    this.#waiting = this.#waiting.filter((job) => job.id !== id);
    const running = this.#running.get(id);
    if (running) {
      this.#running.delete(id);
      running.worker.terminate();
      running.worker.onerror = null;
      this.#count -= 1;
      this.#next();
    }
  }

  #next() {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? (this.#count < MAX_WORKERS ? this.#make() : undefined);
      if (!worker) {
        return;
      }
      const job = this.#waiting.shift();
      this.#running.set(job.id, { ...job, worker });
      worker.postMessage({ id: job.id, kind: job.kind, values: job.values });
    }
  }

  #make() {
    const worker = new Worker(this.#url, { type: "module" });
    this.#count += 1;
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onerror = (event) => this.#fail(worker, event.message ?? "the worker cannot be loaded");
    return worker;
  }

  #hear(worker, { id, text, result, error }) {
    const job = this.#running.get(id);
    if (!job) {
      return;
    }
    if (text !== undefined) {
      job.tell(text);
      return;
    }
    if (error !== undefined) {
      this.#fail(worker, error);
      return;
    }
    this.#running.delete(id);
    this.#idle.push(worker);
    job.resolve(result);
    this.#next();
  }

  // A failed worker is replaced on demand, whether it was busy or idle. It may be unusable: its
  // code was not loaded, or a crash has left its memory in disorder.
  #fail(worker, reason) {
    worker.terminate();
    worker.onerror = null;
    this.#idle = this.#idle.filter((other) => other !== worker);
    this.#count -= 1;
    for (const [id, job] of this.#running) {
      if (job.worker === worker) {
        this.#running.delete(id);
        job.reject(new Error(reason));
      }
    }
    this.#next();
  }
}
