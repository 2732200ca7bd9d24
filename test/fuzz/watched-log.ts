import { type Logger, pino } from 'pino';

const ERROR = 50;
const MAX_LINES = 5_000;

interface Line {
  level: number;
  requestId?: string;
  msg: string;
}

/** A service's log that keeps errors, and warnings about requests, by the request they are about. */
export class WatchedLog {
  readonly logger: Logger;
  readonly #byRequest = new Map<string, string>();
  /** Errors about no request. */
  #others: string[] = [];

  constructor() {
    this.logger = pino({ level: 'warn' }, { write: (text: string) => this.#read(text) });
  }

  /** What was logged about a request; empty if nothing was. */
  about(requestId: string): string {
    return this.#byRequest.get(requestId) ?? '';
  }

  takeOthers(): string[] {
    return this.#others.splice(0);
  }

  #read(text: string): void {
    const { level, requestId, msg } = JSON.parse(text) as Line;
    if (requestId !== undefined && (level >= ERROR || /passed validation/.test(msg))) {
      if (this.#byRequest.size > MAX_LINES) this.#byRequest.clear();
      this.#byRequest.set(requestId, `${this.about(requestId)}${text}`);
    } else if (level >= ERROR && this.#others.length < MAX_LINES) this.#others.push(text.trim());
  }
}
