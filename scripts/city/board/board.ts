import type { Figures } from '../record/figures.ts';
import type { FaultFigures } from './fault-figures.ts';
import { paint } from './line.ts';
import { type Moment, oneLine, screenLines } from './screen-lines.ts';

/** The terminal that the board is drawn on. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

export interface BoardOptions {
  figures: Figures;
  title: string;
  terminal?: Terminal;
  faults?: () => FaultFigures;
  /** Left out: decided by NO_COLOR. */
  colours?: boolean;
}

/** Milliseconds between two redraws, and between two lines where there is no terminal. */
const REDRAW_EVERY_MS = 250;
const LINE_EVERY_MS = 5_000;
/** Milliseconds over which pings are counted for their rate. */
const RATE_SPAN = 3_000;

const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';
/**
 * Synchronised-update marks: a terminal shows nothing half drawn between them; one that does not know them ignores
 * them.
 */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR_REST_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** The live board: one screen, redrawn in place; without a terminal, a line now and then. */
export class Board {
  readonly #options: BoardOptions;
  readonly #terminal: Terminal;
  readonly #began = Date.now();
  readonly #pings: { at: number; sent: number }[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** Lines drawn last time, above which the cursor goes back. */
  #drawn = 0;
  #lastLine = '';
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#terminal = options.terminal ?? process.stdout;
  }

  start(): void {
    if (this.#timer !== null) return;
    if (this.#isScreen) {
      this.#terminal.write(HIDE);
      this.#terminal.on('resize', this.#resized);
      process.once('exit', this.#showCursor);
    }
    this.#timer = setInterval(() => this.draw(), REDRAW_EVERY_MS);
    this.draw();
  }

  /** Draws once more and leaves the last frame in place. */
  stop(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#toldAt = Number.NEGATIVE_INFINITY;
    this.draw();
    if (!this.#isScreen) return;
    this.#terminal.off('resize', this.#resized);
    process.off('exit', this.#showCursor);
    this.#terminal.write(SHOW);
    this.#drawn = 0;
  }

  /** Prints a line that stays, above the board. */
  say(text: string): void {
    if (!this.#isScreen || this.#timer === null) {
      this.#terminal.write(`${text}\n`);
      return;
    }
    this.#terminal.write(`${this.#back()}${text}${CLEAR_REST_OF_LINE}\n${CLEAR_BELOW}`);
    this.#drawn = 0;
    this.draw();
  }

  draw(): void {
    if (this.#isScreen) this.#drawScreen();
    else this.#drawLine();
  }

  get #isScreen(): boolean {
    return this.#terminal.isTTY === true;
  }

  #drawScreen(): void {
    const { columns = 80, rows = 24 } = this.#terminal;
    const { figures, colours = !process.env.NO_COLOR } = this.#options;
    // The line after the last one must fit, too: a terminal that scrolls loses the place to return to.
    const lines = screenLines(figures, this.#moment()).slice(0, Math.max(1, rows - 1));
    const text = lines.map((line) => `${paint(line, columns, colours)}${CLEAR_REST_OF_LINE}\n`).join('');
    this.#terminal.write(`${BEGIN}${this.#back()}${text}${CLEAR_BELOW}${END}`);
    this.#drawn = lines.length;
  }

  #drawLine(): void {
    const now = Date.now();
    const moment = this.#moment();
    if (now - this.#toldAt < LINE_EVERY_MS) return;
    const line = oneLine(this.#options.figures, moment);
    if (line === this.#lastLine) return;
    this.#toldAt = now;
    this.#lastLine = line;
    this.#terminal.write(`${line}\n`);
  }

  #back(): string {
    return this.#drawn === 0 ? '\r' : `\u001b[${this.#drawn}A\r`;
  }

  #moment(): Moment {
    const { figures, title, faults } = this.#options;
    const now = Date.now();
    this.#pings.push({ at: now, sent: figures.pings.sent });
    while ((this.#pings[1]?.at ?? now) <= now - RATE_SPAN) this.#pings.shift();
    const [oldest] = this.#pings;
    const span = oldest === undefined ? 0 : now - oldest.at;
    const pingsPerSecond = span <= 0 ? 0 : ((figures.pings.sent - (oldest?.sent ?? 0)) * 1_000) / span;
    return { title, now, elapsed: now - this.#began, pingsPerSecond, faults: faults?.() ?? null };
  }

  /** After a resize the old frame may be wrapped: it stays above, and a new one is started. */
  readonly #resized = (): void => {
    this.#drawn = 0;
    this.#terminal.write('\u001b[2J\u001b[H');
    this.draw();
  };

  readonly #showCursor = (): void => {
    this.#terminal.write(SHOW);
  };
}
