import { WaslError } from '../../actors/errors.ts';
import type { ActorRef, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import type { CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import type { SimProcess } from './process.ts';
import type { World } from './world.ts';

/** Milliseconds that a caller waits for a response before it asks again, perhaps elsewhere. */
const TIMEOUT_MS = 8_000;
const PERSON: Principal = { accountId: '00000000-0000-7000-9000-000000000001', role: 'DISPATCHER' };

interface Ask {
  request: CommandRequest;
  /** Version in PostgreSQL before it was first sent. */
  floor: number;
  attempts: number;
  /** It repeats a command that was answered; with another payload when `mismatched`. */
  repeats: boolean;
  mismatched: boolean;
  answered: boolean;
  /** Cancels timers that are no longer needed. */
  waits: (() => void)[];
}

export interface Wish {
  ref: ActorRef;
  type: string;
  payload: JsonObject;
}

/** A caller that gives one command after the other, each until it is answered, and judges every response. */
export class Client {
  readonly #world: World;
  readonly #name: string;
  readonly #done: CommandRequest[] = [];
  readonly #only: Wish | null;
  #current: Ask | null = null;
  /** When set, it gives no new commands. */
  stopping = false;
  acknowledged = 0;
  refused = 0;
  read = 0;

  /** With a `wish` it gives that one command to the first process, and no other. */
  constructor(world: World, name: string, wish: Wish | null = null) {
    this.#world = world;
    this.#name = name;
    this.#only = wish;
    this.#later(0, 50);
  }

  /** Its process is gone, or the caller is: the command is not repeated. */
  giveUp(): void {
    if (this.#current === null) return;
    this.#current.answered = true;
    this.#current = null;
  }

  get idle(): boolean {
    return this.#current === null && this.stopping;
  }

  get waitsFor(): string {
    const { request, attempts } = this.#current ?? {};
    return `${this.#name} waits for ${request?.type} ${request?.id.slice(-6)}, asked ${attempts} times`;
  }

  #later(from: number, to: number): void {
    const { schedule, random } = this.#world;
    schedule.after(random.between(from, to), null, () => this.#next());
  }

  #next(): void {
    if (this.stopping) return;
    const { random, database } = this.#world;
    const ask = this.#make();
    ask.floor = database.versionOf(ask.request.ref);
    this.#current = ask;
    this.#send(ask);
    // Like a person who presses twice.
    if (this.#only === null && random.happens(0.08)) this.#send(ask);
    if (this.#only !== null) this.stopping = true;
  }

  #make(): Ask {
    const { random, accounts } = this.#world;
    const progress = { floor: 0, attempts: 0, answered: false, waits: [] };
    const old = this.#done.length > 0 && random.happens(0.1) ? random.pick(this.#done) : null;
    if (old !== null) {
      const mismatched = random.happens(0.25) && 'amount' in old.payload;
      const payload = mismatched ? { ...old.payload, amount: 77_777 } : old.payload;
      const hash = old.requestHash === undefined ? {} : { requestHash: hashOf(old.type, payload) };
      return { ...progress, request: { ...old, payload, ...hash }, repeats: true, mismatched };
    }
    const wished = this.#only ?? this.#wish(random.pick(accounts));
    const { ref, type, payload } = wished;
    const id = this.#world.newId();
    const request = { ref, type, payload, by: PERSON, id, requestId: null, correlationId: id };
    // A person's request has a hash of its own.
    const hash = random.happens(0.3) ? { requestHash: hashOf(type, payload) } : {};
    return { ...progress, request: { ...request, ...hash }, repeats: false, mismatched: false };
  }

  #wish(ref: ActorRef): Wish {
    const { random, accounts } = this.#world;
    const amount = random.whole(1, 60);
    const wish = random.unit();
    if (wish < 0.16) return { ref, type: 'deposit', payload: { amount } };
    if (wish < 0.26) return { ref, type: 'withdraw', payload: { amount } };
    if (wish < 0.36) return { ref, type: 'withdraw', payload: { amount: 1_000_000 } };
    if (wish < 0.5) return { ref, type: 'look', payload: {} };
    if (wish < 0.55) return { ref, type: 'statement', payload: {} };
    if (wish < 0.63) return { ref, type: 'visit', payload: { page: random.pick(['a', 'b']) } };
    if (wish < 0.68) return { ref, type: 'complain', payload: {} };
    if (wish < 0.74) return { ref, type: random.happens(0.6) ? 'open' : 'close', payload: {} };
    const to = random.pick(accounts.filter(({ key }) => key !== ref.key));
    const payload = { transferId: this.#world.newId(), to: to.key, amount };
    return { ref, type: 'transfer', payload };
  }

  #send(ask: Ask): void {
    const { schedule, random, processes, database } = this.#world;
    ask.attempts += 1;
    const attempt = ask.attempts;
    const there = processes.filter(({ closing, host }) => !closing && host.state !== 'dead');
    const floor = database.versionOf(ask.request.ref);
    let over = false;
    const again = (why: string, pause: number) => {
      if (over || ask.answered) return;
      over = true;
      schedule.note(this.#name, `${ask.request.type} ${ask.request.id.slice(-6)}: ${why}`);
      schedule.after(random.between(pause / 2, pause), null, () => {
        if (!ask.answered) this.#send(ask);
      });
    };
    if (there.length === 0) {
      again('no process is there', 500);
      return;
    }
    const [first] = there;
    const process = this.#only !== null && attempt === 1 && first !== undefined ? first : random.pick(there);
    schedule.note(
      this.#name,
      `${ask.request.type} ${ask.request.id.slice(-6)} to ${ask.request.ref.key.slice(-2)} at ${process.host.name}, ${attempt}.`,
    );
    schedule.after(random.between(0, 2), process.host, () => {
      if (process.closing) {
        schedule.after(1, null, () => again('turned away', 100));
        return;
      }
      this.#run(process, ask, floor, again);
    });
    ask.waits.push(schedule.after(TIMEOUT_MS, null, () => again('no answer', 100)));
    process.host.onDeath(() => again('the connection broke', 100));
  }

  #run(process: SimProcess, ask: Ask, floor: number, again: (why: string, pause: number) => void): void {
    const { schedule, audit } = this.#world;
    const { request } = ask;
    process.execute(request).then(
      (result) => {
        result.effects.catch((error) => audit.report(`effects of ${request.id} rejected: ${error}`));
        this.#judge(ask, floor, result);
        schedule.after(0.5, null, () =>
          this.#answered(ask, `v${result.version}${result.replayed ? ' again' : ''}`),
        );
      },
      (error) => {
        if (error instanceof WaslError && this.#judgeRefusal(ask, floor, error)) {
          schedule.after(0.5, null, () => this.#answered(ask, error.code));
          return;
        }
        schedule.after(0.5, null, () => again(String(error), 1_000));
      },
    );
  }

  #answered(ask: Ask, what: string): void {
    if (ask.answered) return;
    ask.answered = true;
    for (const cancel of ask.waits) cancel();
    const { request } = ask;
    this.#world.schedule.note(this.#name, `${request.type} ${request.id.slice(-6)} answered: ${what}`);
    if (!ask.mismatched) this.#done.push(request);
    this.#current = null;
    this.#later(0, 400);
  }

  /** Checks every promise of a response against what PostgreSQL holds at this instant. */
  #judge(ask: Ask, floor: number, { version, replayed, reply }: CommandResult): void {
    const { database, audit } = this.#world;
    const { request } = ask;
    const { ref, type, id } = request;
    const actor = database.actor(ref);
    const about = `${type} ${id.slice(-6)} on ${ref.key.slice(-2)}`;
    const row = actor.byId.get(id);
    if (version > actor.version) audit.report(`${about} was answered with v${version} before its commit`);
    if (ask.mismatched) audit.report(`${about} was accepted with another payload`);
    if (row === undefined) {
      this.read += 1;
      if (!['look', 'open', 'close'].includes(type)) audit.report(`${about} was accepted and left no row`);
      if (version < floor)
        audit.report(`${about} was answered from v${version}, v${floor} existed before it was sent`);
      this.#judgeReading(ref, about, version, reply);
      return;
    }
    this.acknowledged += 1;
    if (!row.outcome.ok) audit.report(`${about} was accepted, its row says refused`);
    else if (JSON.stringify(sorted(row.outcome.reply)) !== JSON.stringify(sorted(reply))) {
      audit.report(
        `${about} was answered ${JSON.stringify(reply)}, its row says ${JSON.stringify(row.outcome)}`,
      );
    }
    if (replayed ? version < Math.max(row.version, floor) : version !== row.version) {
      audit.report(`${about} was answered with v${version}, its row is v${row.version}`);
    }
    if (!ask.repeats && row.version <= ask.floor) {
      audit.report(`${about} took effect at v${row.version}, v${ask.floor} existed before it was sent`);
    }
    if (type === 'statement' && reply.rowVersion !== row.version - 1) {
      audit.report(`${about} at v${row.version} was decided on rows of v${String(reply.rowVersion)}`);
    }
  }

  #judgeReading(ref: ActorRef, about: string, version: number, reply: JsonObject): void {
    const { audit } = this.#world;
    const state = audit.stateAt(ref, version);
    if (reply.version !== version || reply.balance !== state?.balance) {
      audit.report(
        `${about} read ${JSON.stringify(reply)} at v${version}, where ${state?.balance} was right`,
      );
    }
  }

  /** Whether it is a final answer; otherwise the command has to be repeated. */
  #judgeRefusal(ask: Ask, floor: number, { code, extension }: WaslError): boolean {
    const { database, audit } = this.#world;
    const { ref, type, id } = ask.request;
    const about = `${type} ${id.slice(-6)} on ${ref.key.slice(-2)}`;
    const actor = database.actor(ref);
    const row = actor.byId.get(id);
    switch (code) {
      case 'idempotency.MISMATCH':
        if (!ask.mismatched) audit.report(`${about} was taken for another one`);
        return true;
      case 'common.CONFLICT': {
        this.refused += 1;
        const version = Number(extension.version);
        // Sent twice at once it may be refused first and then accepted: each is decided on its own version.
        if (row !== undefined && row.version <= version) {
          audit.report(`${about} was refused after it had taken effect`);
        }
        if (version < floor)
          audit.report(`${about} was refused from v${version}, v${floor} existed before it was sent`);
        if (version > actor.version) audit.report(`${about} was refused from v${version} before its commit`);
        const state = audit.stateAt(ref, version);
        if (state !== undefined && state.balance !== extension.balance)
          audit.report(`${about} was refused on a wrong state`);
        return true;
      }
      case 'delivery.CODE_INVALID':
        this.acknowledged += 1;
        if (row === undefined) audit.report(`${about} was refused before its commit`);
        return true;
      case 'common.NOT_FOUND':
        audit.report(`${about}: the account is gone`);
        return true;
      default:
        return false;
    }
  }
}

function hashOf(type: string, payload: JsonObject): Buffer {
  return Buffer.from(`by hand ${type} ${JSON.stringify(payload)}`);
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
}
