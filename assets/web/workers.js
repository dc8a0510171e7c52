// Jobs in workers, so that the table goes on while one of them thinks.

// As many jobs at a time; others wait for their turn. A bot and an analysis are the most that the table asks for.
const MOST = 2;

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

  // Has a job done; `tell` is given its messages on the way. Returns its number, for `cancel`, and a promise of its result.
  start(kind, values, tell = () => {}) {
    const id = ++this.#last;
    const result = new Promise((resolve, reject) => {
      this.#waiting.push({ id, kind, values, tell, resolve, reject });
    });
    this.#next();
    return { id, result };
  }

  // Forgets a job: it ends unheard. A worker does not listen while it thinks, so it is given up.
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
      const worker = this.#idle.pop() ?? (this.#count < MOST ? this.#make() : undefined);
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
    this.#running.delete(id);
    this.#idle.push(worker);
    if (error === undefined) {
      job.resolve(result);
    } else {
      job.reject(new Error(error));
    }
    this.#next();
  }

  // A worker that has failed is replaced when it is needed, whether it had a job or was idle.
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
