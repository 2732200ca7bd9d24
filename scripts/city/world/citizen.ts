import { randomUUID } from 'node:crypto';
import { Person, type Schema } from '../../people/person.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import { attemptsOf, NoAnswer } from '../net/steady-fetch.ts';
import type { Figures } from '../record/figures.ts';
import type { Logbook } from '../record/logbook.ts';
import type { Act, ClientRecord, ClientRole } from '../record/logbook-types.ts';
import type { PushWatch } from '../watch/push-watch.ts';

/** What everyone in the city shares. */
export interface Surroundings {
  url: string;
  clock: Pick<Scheduler, 'now' | 'rate'>;
  logbook: Logbook;
  figures: Figures;
  pushes: PushWatch;
  fetch: (request: Request) => Promise<Response>;
}

/** The answer to one command, as its sender knows it. */
export interface Answered<What extends string, T> {
  act: Act<What>;
  /** Null unless the command was accepted. */
  data: T | null;
}

export interface CommandOptions {
  /** Domain time of the act: the phone records it, as it may be sent later. */
  at?: number;
  key?: string;
  /** The message arrives twice. */
  twice?: boolean;
  reason?: string;
  /** The change that others will receive; the time until then is measured. */
  brings?: { subject: string; status: string };
  /** Expected refusals: they are counted, but not as errors. */
  expects?: readonly string[];
}

/** The part of a command that every repetition repeats. */
export interface CommandInit {
  headers: { 'Idempotency-Key': string; 'Occurred-At'?: string };
}

type Sent<T> = Promise<{ data?: T | undefined; error?: unknown; response: Response }>;

/** Real milliseconds; long, because on a busy machine people wait instead of giving up. */
const CONNECT_TIMEOUT_MS = 120_000;

/** One client of the service: a person, what the logbook calls it, and commands whose outcome is always recorded. */
export class Citizen {
  readonly id: string;
  readonly role: ClientRole;
  readonly email: string;
  readonly person: Person;
  readonly #around: Surroundings;

  constructor(who: { id: string; role: ClientRole; email: string; name: string }, around: Surroundings) {
    const { url, fetch, clock } = around;
    this.id = who.id;
    this.role = who.role;
    this.email = who.email;
    this.person = new Person(who.name, url, ownAddress(clock), { fetch, patience: CONNECT_TIMEOUT_MS });
    this.#around = around;
  }

  get api(): Person['api'] {
    return this.person.api;
  }

  /** Enters the logbook once the account is known. */
  enrol({ id, sellerId, driverId }: Schema<'Account'>): ClientRecord {
    const { id: clientId, role, email } = this;
    const record = { id: clientId, role, email, accountId: id, sellerId, driverId };
    this.#around.logbook.joined(record);
    return record;
  }

  /**
   * Sends a command. Refusals and missing answers are outcomes, not errors; the network's repetitions, and the one
   * that is meant, bear the same key.
   */
  async command<What extends string, T>(
    what: What,
    send: (init: CommandInit) => Sent<T>,
    options: CommandOptions = {},
  ): Promise<Answered<What, T>> {
    const { clock, logbook, figures, pushes } = this.#around;
    const { brings } = options;
    const key = options.key ?? randomUUID();
    const sentAt = clock.now();
    const act = { what, at: options.at ?? sentAt, sentAt, by: this.id, key, reason: options.reason ?? null };
    const headers = options.at === undefined ? {} : { 'Occurred-At': new Date(options.at).toISOString() };
    const attempt = () => send({ headers: { 'Idempotency-Key': key, ...headers } });
    if (brings !== undefined) pushes.sending(brings.subject, brings.status);
    try {
      const [first, second] = await Promise.all(
        options.twice === true ? [attempt(), attempt()] : [attempt()],
      );
      // Either may have taken effect; a refusal of the other only means that it came later.
      const { data, error, response } = second?.response.ok === true && !first.response.ok ? second : first;
      const sent = attemptsOf(first.response) + (second === undefined ? 0 : attemptsOf(second.response));
      if (response.ok)
        return { act: { ...act, sent, outcome: 'DONE', code: null }, data: (data ?? null) as T | null };
      if (brings !== undefined) pushes.refused(brings.subject, brings.status);
      const code = codeOf(error) ?? `HTTP ${response.status}`;
      logbook.refused(code);
      if (options.expects?.includes(code) !== true) figures.error(code);
      return { act: { ...act, sent, outcome: 'REFUSED', code }, data: null };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      figures.error('no answer');
      return { act: { ...act, sent: error.sent, outcome: 'UNKNOWN', code: null }, data: null };
    }
  }
}

export function codeOf(problem: unknown): string | null {
  return typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : null;
}

const MINUTE = 60_000;
const NETWORK = 1 + Math.floor(Math.random() * 0xfe);
let addresses = 0;

/**
 * Rate limits go by the address, and a city does not sit behind one: each of its people has their own. A limit is for a
 * minute, of which people of a fast city live many in one of the service's: each is spent from another address, and
 * when all have had their turn the first one's budget is whole again.
 */
export function ownAddress(clock: Pick<Scheduler, 'now' | 'rate'>): () => string {
  const own: string[] = [];
  const count = Math.max(1, Math.ceil(clock.rate));
  return () => {
    const turn = Math.floor(clock.now() / MINUTE) % count;
    const address = own[turn] ?? newAddress();
    own[turn] = address;
    return address;
  };
}

function newAddress(): string {
  addresses += 1;
  const network = (NETWORK + (addresses >> 16)) & 0xff;
  return `10.${network}.${(addresses >> 8) & 0xff}.${addresses & 0xff}`;
}
