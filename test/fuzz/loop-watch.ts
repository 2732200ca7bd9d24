import { existsSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks at the loop. */
const LOOK_EVERY_MS = 5;

/**
 * How long this thread's event loop was blocked at most. A pause counts for as much as the thread was on a CPU during
 * it: on a busy machine, the thread also pauses while others run.
 */
export class LoopWatch {
  #timer: NodeJS.Timeout | null = null;
  #at = 0;
  #cpu = 0;
  #longest = 0;

  start(): void {
    this.reset();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  reset(): void {
    this.#at = performance.now();
    this.#cpu = cpuMs();
    this.#longest = 0;
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Milliseconds since `reset`. */
  longest(): number {
    return this.#longest;
  }

  #look(): void {
    const [at, cpu] = [performance.now(), cpuMs()];
    const paused = at - this.#at - LOOK_EVERY_MS;
    this.#longest = Math.max(this.#longest, Math.min(paused, cpu - this.#cpu));
    this.#at = at;
    this.#cpu = cpu;
  }
}

/** Of Linux: nanoseconds on a CPU of the main thread, which has the process's number. It counts no worker threads. */
const MAIN_THREAD = `/proc/${process.pid}/task/${process.pid}/schedstat`;
const KNOWS_THREADS = existsSync(MAIN_THREAD);

/** Milliseconds that this thread has been on a CPU; where that is not known, the process. */
export function cpuMs(): number {
  if (KNOWS_THREADS) return Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
