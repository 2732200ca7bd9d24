import { type DestinationStream, pino } from 'pino';

/** Lines are written once they reach this size together, … */
const MIN_WRITE_BYTES = 8 * 1024;
/** … or once the first is this old. One write per line took a twelfth of a busy process's time. */
const MAX_DELAY_MS = 100;
const ERROR = pino.levels.values.error ?? 50;

/** Buffers log lines to a file descriptor. Written in order; `flush` writes immediately. */
export class BufferedOutput implements DestinationStream {
  /** Makes pino set `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #output: ReturnType<typeof pino.destination>;
  #timer: NodeJS.Timeout | null = null;

  constructor(fd: number) {
    // Synchronous, so that a write in progress at process exit is not repeated.
    this.#output = pino.destination({ dest: fd, sync: true, minLength: MIN_WRITE_BYTES });
  }

  write(line: string): void {
    this.#output.write(line);
    if (this.lastLevel >= ERROR) this.flush();
    // Not a regular interval, so that an idle process is not woken.
    else this.#timer ??= setTimeout(() => this.flush(), MAX_DELAY_MS).unref();
  }

  /** Writes the buffered lines. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#output.flush();
  }
}

let output: BufferedOutput | null = null;

/** Standard output for all loggers of the process. All lines are written unless the process is killed. */
export function standardOutput(): BufferedOutput {
  if (output === null) {
    const made = new BufferedOutput(process.stdout.fd);
    process.on('exit', () => made.flush());
    output = made;
  }
  return output;
}
