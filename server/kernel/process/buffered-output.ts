import { type DestinationStream, pino } from 'pino';

/** Lines are written when they are so many bytes together, … */
const MIN_WRITE_BYTES = 8 * 1024;
/** … or when the first of them is so old: one write for each line was a twelfth of a busy process's time. */
const MAX_DELAY_MS = 100;
const ERROR = pino.levels.values.error ?? 50;

/** A file descriptor that log lines are written to some at a time. Written in order, and at once by `flush`. */
export class BufferedOutput implements DestinationStream {
  /** Has pino set `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  readonly #output: ReturnType<typeof pino.destination>;
  #timer: NodeJS.Timeout | null = null;

  constructor(fd: number) {
    // Synchronous: what is being written at the end of the process is not written a second time.
    this.#output = pino.destination({ dest: fd, sync: true, minLength: MIN_WRITE_BYTES });
  }

  write(line: string): void {
    this.#output.write(line);
    if (this.lastLevel >= ERROR) this.flush();
    // Not at regular intervals: an idle process is not woken.
    else this.#timer ??= setTimeout(() => this.flush(), MAX_DELAY_MS).unref();
  }

  /** Writes what has been gathered. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#output.flush();
  }
}

let output: BufferedOutput | null = null;

/** Standard output, for all loggers of the process. However the process ends but by force, all lines are written. */
export function standardOutput(): BufferedOutput {
  if (output === null) {
    const made = new BufferedOutput(process.stdout.fd);
    process.on('exit', () => made.flush());
    output = made;
  }
  return output;
}
