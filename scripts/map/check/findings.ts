type Level = 'ok' | 'note' | 'wrong';

/** Prints findings as they are made, and collects the hosts that a map loads from. */
export class Findings {
  readonly #say: (line: string) => void;
  readonly #counts: Record<Level, number> = { ok: 0, note: 0, wrong: 0 };
  /** By origin. */
  readonly origins = new Set<string>();

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  ok(text: string): void {
    this.#add('ok', text);
  }

  /** It works, but is worth knowing. */
  note(text: string): void {
    this.#add('note', text);
  }

  wrong(text: string): void {
    this.#add('wrong', text);
  }

  get wrongs(): number {
    return this.#counts.wrong;
  }

  get notes(): number {
    return this.#counts.note;
  }

  #add(level: Level, text: string): void {
    this.#counts[level] += 1;
    this.#say(`${level.padEnd(6)}${text}`);
  }
}
