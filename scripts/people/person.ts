import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import { LiveClient, type LiveOptions } from '../../consoles/shared/live/live-client.ts';
import type { LiveMessage } from '../../consoles/shared/live/live-message.ts';
import type { LiveStatus } from '../../consoles/shared/live/live-status.ts';
import type { RoomHandlers } from '../../consoles/shared/live/room-handlers.ts';
import type { RoomState } from '../../consoles/shared/live/room-track.ts';
import { settledWithin } from '../../db/deadline.ts';
import { SingleFlight } from '../../db/single-flight.ts';
import type { components, paths } from '../../server/kernel/http/api-types.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** An event as one person's socket received it. */
export interface Received {
  who: string;
  event: string;
  payload: Record<string, unknown>;
}

export interface PersonOptions {
  /** Used in place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for a live connection or a room to become live. */
  patience?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A session is renewed when its access token has no more than this many milliseconds left. */
const RENEW_BEFORE = 60_000;

/** Thrown when the service refuses a request that was expected to succeed. */
export class Refused extends Error {
  readonly status: number;
  /** The problem's code; null if the response was not a problem document. */
  readonly code: string | null;

  constructor(who: string, what: string, status: number, problem: unknown) {
    super(`${who}: ${what} answered ${status} ${JSON.stringify(problem)}`);
    this.name = 'Refused';
    this.status = status;
    this.code =
      typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : null;
  }
}

interface Session {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970, real time. */
  expiresAt: number;
}

/**
 * A person who uses the service through its public interface alone: typed REST calls and a socket. Each has an address
 * of its own, sent as X-Forwarded-For (the demo installation trusts loopback for it).
 */
export class Person {
  readonly name: string;
  readonly api: Client<paths, 'application/json'>;
  readonly #url: string;
  readonly #address: () => string;
  readonly #patience: number;
  #session: Session | null = null;
  /** Signs in again; null for an account that needs a code for that. */
  #signInAgain: (() => Promise<unknown>) | null = null;
  /** Passes the second factor again; null without one. */
  #stepUp: (() => Promise<unknown>) | null = null;
  readonly #renewing = new SingleFlight();
  #cartToken: string | null = null;
  #live: LiveClient | null = null;
  #hear: (message: LiveMessage) => void = () => undefined;

  /** @param address A fixed address, or a function that returns the present one. */
  constructor(name: string, url: string, address: string | (() => string), options: PersonOptions = {}) {
    this.name = name;
    this.#url = url;
    this.#address = typeof address === 'string' ? () => address : address;
    this.#patience = options.patience ?? CONNECT_TIMEOUT_MS;
    const { fetch } = options;
    this.api = createClient<paths, 'application/json'>({
      baseUrl: `${url}/api/v1`,
      ...(fetch === undefined ? {} : { fetch }),
    });
    this.api.use({
      onRequest: async ({ request, schemaPath }) => {
        request.headers.set('X-Forwarded-For', this.#address());
        if (!schemaPath.startsWith('/auth/')) await this.#renewIfDue();
        if (this.#session !== null && schemaPath !== '/auth/refresh')
          request.headers.set('Authorization', `Bearer ${this.#session.accessToken}`);
        if (this.#cartToken !== null) request.headers.set('X-Cart-Token', this.#cartToken);
        // Every write may be repeated safely: with its key it takes effect once.
        if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
          request.headers.set('Idempotency-Key', randomUUID());
      },
    });
  }

  holdCart(token: string | null): void {
    this.#cartToken = token;
  }

  async register(email: string, password: string): Promise<Schema<'AuthSession'>> {
    const session = await this.ok(
      'register',
      this.api.POST('/auth/register', { body: { email, password, displayName: this.name, locale: 'en' } }),
    );
    this.#adopt(session);
    this.#signInAgain = () => this.signIn(email, password);
    return session;
  }

  async signIn(email: string, password: string, mfaToken?: string): Promise<Schema<'AuthSession'>> {
    const body = mfaToken === undefined ? { email, password } : { email, password, mfaToken };
    const session = await this.ok('sign in', this.api.POST('/auth/login', { body }));
    this.#adopt(session);
    this.#signInAgain = mfaToken === undefined ? () => this.signIn(email, password) : null;
    return session;
  }

  /** Sets how `withFreshCode` passes the second factor from now on. */
  stepsUpBy(stepUp: () => Promise<unknown>): void {
    this.#stepUp = stepUp;
  }

  /** Runs a call that may need a recent second factor: if the service asks for it, passes that first. */
  async withFreshCode<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const needsCode = error instanceof Refused && error.code === 'auth.MFA_REQUIRED';
      if (!needsCode || this.#stepUp === null) throw error;
      await this.#stepUp();
      return work();
    }
  }

  /** Continues as a guest; the service is not informed. */
  forgetSession(): void {
    this.#session = null;
  }

  /** The data of a response; throws Refused for a problem document. */
  async ok<T>(what: string, call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
    const { data, error, response } = await call;
    if (!response.ok) throw new Refused(this.name, what, response.status, error);
    return data as T;
  }

  /** Opens the live connection and waits until it is live; every event of the account's own rooms goes to `hear`. */
  async listen(hear: (received: Received) => void): Promise<void> {
    this.#hear = ({ event, payload }) => hear({ who: this.name, event, payload: { ...payload } });
    await this.connect({ own: { onEvent: this.#hear } });
  }

  /** Replaces the live connection and waits until the new one is live. */
  async connect(options: Pick<LiveOptions, 'own' | 'onFault' | 'onStatus'>): Promise<void> {
    this.leave();
    await settled(`${this.name}: the live connection`, this.#patience, (done) => {
      const onStatus = (status: LiveStatus) => {
        options.onStatus?.(status);
        if (status.state === 'live') done(null);
        else if (status.state === 'ended' && status.code !== 'closed') done(status.code);
      };
      this.#live = new LiveClient({
        ...options,
        url: this.#url,
        headers: { 'X-Forwarded-For': this.#address() },
        token: () => this.#freshToken(),
        onStatus,
      });
      this.#live.start();
    });
  }

  /** Joins the room of one order, or of one zone, and waits until it is live. Without handlers, its events go to `listen`'s. */
  async follow(room: string, handlers: RoomHandlers = { onEvent: this.#hear }): Promise<void> {
    await settled(`${this.name}: ${room}`, this.#patience, (done) => {
      const onState = (state: RoomState) => {
        handlers.onState?.(state, room);
        if (state === 'live') done(null);
        else if (state === 'refused') done('refused');
      };
      this.#live?.subscribe(room, { ...handlers, onState });
    });
  }

  get isConnected(): boolean {
    return this.#live !== null;
  }

  /** Sends a driver's positions over the socket. Null: no connection, or no response in time. */
  async ping(request: Parameters<LiveClient['location']>[0]): ReturnType<LiveClient['location']> {
    return (await this.#live?.location(request)) ?? null;
  }

  leave(): void {
    this.#live?.close();
    this.#live = null;
  }

  #adopt({ accessToken, refreshToken, expiresIn }: Schema<'AuthSession'>): void {
    // Only browsers get their refresh token in a cookie.
    if (refreshToken === undefined) throw new Error(`${this.name} was given no refresh token`);
    this.#session = { accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1_000 };
  }

  async #freshToken(): Promise<string> {
    await this.#renewIfDue();
    return this.#session?.accessToken ?? '';
  }

  async #renewIfDue(): Promise<void> {
    const session = this.#session;
    if (session === null || Date.now() < session.expiresAt - RENEW_BEFORE) return;
    await this.#renewing.run(() => this.#renew(session));
  }

  /** If the response to an earlier renewal was lost for too long, the session has ended: signs in again. */
  async #renew({ refreshToken }: Session): Promise<void> {
    try {
      this.#adopt(await this.ok('refresh', this.api.POST('/auth/refresh', { body: { refreshToken } })));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401 || this.#signInAgain === null) throw error;
      await this.#signInAgain();
    }
  }
}

const LATE = Symbol('late');

/** Waits for `done`; rejects with its error, or on timeout. */
async function settled(
  what: string,
  patience: number,
  begin: (done: (fault: string | null) => void) => void,
): Promise<void> {
  const fault = await settledWithin(new Promise<string | null>(begin), patience, LATE);
  if (fault === LATE) throw new Error(`${what} did not happen in time`);
  if (fault !== null) throw new Error(`${what}: ${fault}`);
}
