import { existsSync, readFileSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** A look at the loop at least so often, in milliseconds; it is what an undisturbed loop shows, too. */
const RESOLUTION_MS = 5;

/** How long this process's event loop was blocked at most. */
export class LoopWatch {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = cpuMs();

  start(): void {
    this.#delay.enable();
    this.reset();
  }

  reset(): void {
    this.#delay.reset();
    this.#cpu = cpuMs();
  }

  close(): void {
    this.#delay.disable();
  }

  /**
   * Milliseconds since `reset`: the longest pause, but at most the CPU time that this thread had. On a busy machine it
   * also pauses while others run.
   */
  longest(): number {
    const paused = this.#delay.max / 1e6 - RESOLUTION_MS;
    return Math.max(0, Math.min(paused, cpuMs() - this.#cpu));
  }
}

/** Of Linux: nanoseconds on a CPU of the main thread, which has the process's number; it counts no worker threads. */
const MAIN_THREAD = `/proc/${process.pid}/task/${process.pid}/schedstat`;

function cpuMs(): number {
  if (existsSync(MAIN_THREAD)) return Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
