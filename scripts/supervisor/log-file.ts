import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { rotate } from '../embedded/processes.ts';

const KEPT_BYTES = 20 * 1024 * 1024;
const WARN = 40;
const LEVELS: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };

export interface LogSettings {
  readonly name: string;
  readonly file: string;
  readonly verbose: boolean;
  readonly say: (line: string) => void;
}

/** Writes the output of a process to its log file, and shows warnings and errors in the terminal. */
export function keepLog(streams: readonly Readable[], settings: LogSettings): void {
  const file = new RotatingFile(settings.file);
  let open = streams.length;
  for (const stream of streams) {
    const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
    lines.on('line', (line) => {
      file.write(line);
      const shown = settings.verbose ? line : forPeople(line);
      if (shown !== undefined) settings.say(`${settings.name}: ${shown}`);
    });
    lines.on('close', () => {
      open -= 1;
      if (open === 0) file.close();
    });
  }
}

/** Formats a structured log line that is a warning or worse; other output is shown unchanged. */
export function forPeople(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() === '' ? undefined : line;
  const entry = parse(line);
  if (entry === undefined) return line;
  const level = typeof entry.level === 'number' ? entry.level : 0;
  if (level < WARN) return undefined;
  const cause = entry.err?.message;
  const text = entry.msg ?? '';
  const detail = cause !== undefined && cause !== text ? `${text === '' ? '' : ': '}${cause}` : '';
  return `${LEVELS[level] ?? 'warning'}: ${text}${detail}`;
}

interface LogEntry {
  readonly level?: unknown;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

function parse(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    return undefined;
  }
}

/** Keeps the newest lines and one older file, so that a long run cannot fill the disk. */
class RotatingFile {
  private readonly path: string;
  private stream: WriteStream;
  private bytes = 0;

  constructor(path: string) {
    this.path = path;
    this.stream = this.reopen();
  }

  write(line: string): void {
    this.bytes += Buffer.byteLength(line) + 1;
    this.stream.write(`${line}\n`);
    if (this.bytes < KEPT_BYTES) return;
    this.stream.end();
    rotate(this.path, 0);
    this.stream = this.reopen();
    this.bytes = 0;
  }

  close(): void {
    this.stream.end();
  }

  private reopen(): WriteStream {
    rotate(this.path, KEPT_BYTES);
    const stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    // A full disk must not end the service; the lines are lost, its data is not.
    stream.on('error', () => undefined);
    return stream;
  }
}
