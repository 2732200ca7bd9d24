/** What a caller may do with an account. The index in this list is the code in the book. */
export const OPS = ['add', 'risk', 'send', 'look', 'read'] as const;
export type OpType = (typeof OPS)[number];

/** The state of a command: not answered yet, written, or answered with a version without a write. */
export type OpState = 'open' | 'written' | 'told';

const STATES: readonly OpState[] = ['open', 'written', 'told'];

export interface OpRecord {
  type: OpType;
  actor: number;
  amount: number;
  state: OpState;
  /** Version and balance in the response; zero while it is open. */
  version: number;
  balance: number;
  /** How often it was sent, counted up to 255. */
  attempts: number;
}

const FIRST_SIZE = 1 << 16;

/** Every command of a run by its number, 16 bytes each, so that millions of them can be recorded to the end. */
export class OpBook {
  #types = new Uint8Array(FIRST_SIZE);
  #states = new Uint8Array(FIRST_SIZE);
  #fresh = new Uint8Array(FIRST_SIZE);
  #attempts = new Uint8Array(FIRST_SIZE);
  #actors = new Uint16Array(FIRST_SIZE);
  #amounts = new Uint16Array(FIRST_SIZE);
  #versions = new Uint32Array(FIRST_SIZE);
  #balances = new Int32Array(FIRST_SIZE);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(type: OpType, actor: number, amount: number): number {
    if (this.#count === this.#types.length) this.#grow();
    const op = this.#count;
    this.#count += 1;
    this.#types[op] = OPS.indexOf(type);
    this.#actors[op] = actor;
    this.#amounts[op] = amount;
    return op;
  }

  attempted(op: number): void {
    this.#attempts[op] = Math.min(255, (this.#attempts[op] ?? 0) + 1);
  }

  answered(op: number, state: OpState, version: number, balance: number): void {
    this.#states[op] = STATES.indexOf(state);
    this.#versions[op] = version;
    this.#balances[op] = balance;
  }

  /** Records that the command was answered as new. False when it had been before. */
  firstTime(op: number): boolean {
    const first = this.#fresh[op] === 0;
    this.#fresh[op] = 1;
    return first;
  }

  get(op: number): OpRecord {
    return {
      type: OPS[this.#types[op] ?? 0] ?? 'add',
      actor: this.#actors[op] ?? 0,
      amount: this.#amounts[op] ?? 0,
      state: STATES[this.#states[op] ?? 0] ?? 'open',
      version: this.#versions[op] ?? 0,
      balance: this.#balances[op] ?? 0,
      attempts: this.#attempts[op] ?? 0,
    };
  }

  /** The commands of each actor, in the order they were begun. */
  byActor(actors: number): Uint32Array[] {
    const sizes = new Uint32Array(actors);
    for (let op = 0; op < this.#count; op += 1)
      sizes[this.#actors[op] ?? 0] = (sizes[this.#actors[op] ?? 0] ?? 0) + 1;
    const lists = [...sizes].map((size) => new Uint32Array(size));
    const filled = new Uint32Array(actors);
    for (let op = 0; op < this.#count; op += 1) {
      const actor = this.#actors[op] ?? 0;
      const list = lists[actor];
      if (list !== undefined) list[filled[actor] ?? 0] = op;
      filled[actor] = (filled[actor] ?? 0) + 1;
    }
    return lists;
  }

  #grow(): void {
    const size = this.#types.length * 2;
    const wider = <A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(made: A, from: A): A => {
      made.set(from);
      return made;
    };
    this.#types = wider(new Uint8Array(size), this.#types);
    this.#states = wider(new Uint8Array(size), this.#states);
    this.#fresh = wider(new Uint8Array(size), this.#fresh);
    this.#attempts = wider(new Uint8Array(size), this.#attempts);
    this.#actors = wider(new Uint16Array(size), this.#actors);
    this.#amounts = wider(new Uint16Array(size), this.#amounts);
    this.#versions = wider(new Uint32Array(size), this.#versions);
    this.#balances = wider(new Int32Array(size), this.#balances);
  }
}

/** The command id of a numbered command. */
export function idOf(op: number): string {
  return `op-${op}`;
}

/** The number of a command id; null for commands of chains and timers. */
export function opOf(id: string): number | null {
  return id.startsWith('op-') ? Number(id.slice(3)) : null;
}
