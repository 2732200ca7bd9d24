import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import { LiveClient } from '../../consoles/shared/live/live-client.ts';
import type { LiveMessage } from '../../consoles/shared/live/live-message.ts';
import type { LiveStatus } from '../../consoles/shared/live/live-status.ts';
import type { RoomState } from '../../consoles/shared/live/room-track.ts';
import type { components, paths } from '../../server/http/api-types.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** An event as one person's socket received it. */
export interface Received {
  who: string;
  event: string;
  payload: Record<string, unknown>;
}

const CONNECT_LIMIT = 10_000;

/** Thrown when the service refuses what the journey expects it to do. */
export class Refused extends Error {
  /** The problem's code, or null when the answer was no problem document. */
  readonly code: string | null;

  constructor(who: string, what: string, status: number, problem: unknown) {
    super(`${who}: ${what} answered ${status} ${JSON.stringify(problem)}`);
    this.name = 'Refused';
    this.code =
      typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : null;
  }
}

/**
 * Somebody who uses the service through its public surface alone: typed REST calls and a socket.
 * Each has an address of its own, sent as X-Forwarded-For (the demo installation trusts loopback for it).
 */
export class Person {
  readonly name: string;
  readonly api: Client<paths>;
  readonly #url: string;
  #token: string | null = null;
  #cartToken: string | null = null;
  #live: LiveClient | null = null;
  #hear: (message: LiveMessage) => void = () => undefined;

  constructor(name: string, url: string, address: string) {
    this.name = name;
    this.#url = url;
    this.api = createClient<paths>({ baseUrl: `${url}/api/v1` });
    this.api.use({
      onRequest: ({ request }) => {
        request.headers.set('X-Forwarded-For', address);
        if (this.#token !== null) request.headers.set('Authorization', `Bearer ${this.#token}`);
        if (this.#cartToken !== null) request.headers.set('X-Cart-Token', this.#cartToken);
        // Every write may be repeated safely: a lost answer never does a thing twice.
        if (request.method === 'POST') request.headers.set('Idempotency-Key', randomUUID());
      },
    });
  }

  useCart(token: string | null): void {
    this.#cartToken = token;
  }

  async register(email: string, password: string): Promise<Schema<'AuthSession'>> {
    const session = await this.ok(
      'register',
      this.api.POST('/auth/register', { body: { email, password, displayName: this.name, locale: 'en' } }),
    );
    this.#token = session.accessToken;
    return session;
  }

  async signIn(email: string, password: string, mfaToken?: string): Promise<Schema<'AuthSession'>> {
    const body = mfaToken === undefined ? { email, password } : { email, password, mfaToken };
    const session = await this.ok('sign in', this.api.POST('/auth/login', { body }));
    this.#token = session.accessToken;
    return session;
  }

  /** The data of an answer; throws Refused for a problem document. */
  async ok<T>(what: string, call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
    const { data, error, response } = await call;
    if (!response.ok) throw new Refused(this.name, what, response.status, error);
    return data as T;
  }

  /** Opens the live connection and waits until it is live; every event goes to `hear`. */
  async listen(hear: (received: Received) => void): Promise<void> {
    const onEvent = ({ event, payload }: LiveMessage) =>
      hear({ who: this.name, event, payload: { ...payload } });
    this.#hear = onEvent;
    await settled(`${this.name}: the live connection`, (done) => {
      const onStatus = ({ state, code }: LiveStatus) => {
        if (state === 'live') done(null);
        else if (state === 'ended' && code !== 'closed') done(code);
      };
      const token = async () => this.#token ?? '';
      this.#live = new LiveClient({ url: this.#url, token, own: { onEvent }, onStatus });
      this.#live.start();
    });
  }

  /** Joins the room of one order. */
  async follow(room: string): Promise<void> {
    const onEvent = this.#hear;
    await settled(`${this.name}: ${room}`, (done) => {
      const onState = (state: RoomState) => {
        if (state === 'live') done(null);
        else if (state === 'refused') done('refused');
      };
      this.#live?.subscribe(room, { onEvent, onState });
    });
  }

  leave(): void {
    this.#live?.close();
    this.#live = null;
  }
}

/** Waits for `done`; rejects with its fault, or when nothing came in time. */
function settled(what: string, begin: (done: (fault: string | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not come about in time`)), CONNECT_LIMIT);
    begin((fault) => {
      clearTimeout(timer);
      if (fault === null) resolve();
      else reject(new Error(`${what}: ${fault}`));
    });
  });
}
