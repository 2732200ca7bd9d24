import type { Chance } from '../../scripts/shared/chance.ts';

/** Whose code an event runs: a suspended process does it later, a dead one never. */
export interface Actor {
  readonly name: string;
  readonly state: 'up' | 'frozen' | 'dead';
  /** Receives an event whose time came while the process was suspended. */
  keep(event: Event): void;
}

export interface Event {
  at: number;
  /** Decides between events of one instant. */
  tie: number;
  actor: Actor | null;
  run: (() => void) | null;
}

const MAX_STEPS = 400_000;

/**
 * Virtual time. Everything happens in an event, events happen one after the other, and whatever one started in memory
 * settles before the next: so the seed alone decides what happens.
 */
export class Schedule {
  /** Milliseconds. */
  now = 0;
  steps = 0;
  readonly #random: Chance;
  readonly #trace: { at: number; who: string; what: string }[] = [];
  #hash = 0x811c9dc5;
  readonly #heap: Event[] = [];

  constructor(random: Chance) {
    this.#random = random;
  }

  /** Runs `run` after this many milliseconds, as part of `actor`. Returns the function that cancels it. */
  after(delay: number, actor: Actor | null, run: () => void): () => void {
    const event: Event = { at: this.now + Math.max(0, delay), tie: this.#random.unit(), actor, run };
    this.#push(event);
    return () => {
      event.run = null;
    };
  }

  again(event: Event, delay: number): void {
    event.at = this.now + delay;
    event.tie = this.#random.unit();
    this.#push(event);
  }

  note(who: string, what: string): void {
    this.#trace.push({ at: this.now, who, what });
    let hash = this.#hash ^ Math.floor(this.now * 1_000);
    for (const text of [who, what]) {
      for (let index = 0; index < text.length; index += 1) {
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      }
    }
    this.#hash = hash;
  }

  /** Equal for two runs whose recorded steps are the same. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0');
  }

  /** The story so far, one line per event; only the last ones with `last`. */
  story(last = Number.POSITIVE_INFINITY): string {
    return this.#trace
      .slice(-last)
      .map(({ at, who, what }) => `${(at / 1_000).toFixed(4).padStart(10)} s  ${who.padEnd(6)} ${what}`)
      .join('\n');
  }

  /** Continues while `wanted` returns true; for tests that await in real time. */
  async drive(wanted: () => boolean): Promise<void> {
    while (wanted()) {
      const next = this.#heap[0];
      await (next === undefined ? rest() : this.run(next.at));
    }
  }

  /** Continues until `done`, checked after each event, or until the given time. False when time ran out. */
  async run(until: number, done: () => boolean = () => false): Promise<boolean> {
    while (!done()) {
      const event = this.#heap[0];
      if (event === undefined || event.at > until) {
        this.now = Math.max(this.now, until);
        return false;
      }
      this.#pop();
      this.now = Math.max(this.now, event.at);
      if (!this.#happens(event)) continue;
      await rest();
    }
    return true;
  }

  #happens(event: Event): boolean {
    const { actor, run } = event;
    if (run === null || actor?.state === 'dead') return false;
    if (actor?.state === 'frozen') {
      actor.keep(event);
      return false;
    }
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw new Error(`still running after ${MAX_STEPS} events`);
    event.run = null;
    run();
    return true;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(event, heap[parent] as Event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (!before(heap[child] as Event, last)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
  }
}

function before(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}

/** Waits until everything in memory is done: promises continue in microtasks, which all run before this. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
