import type { LiveSchemas } from '../../../realtime/live-types.ts';
import { Backoff, type BackoffLimits } from './backoff.ts';
import { type LiveProblem, type LiveSocket, type OpenSocket, request } from './live-socket.ts';
import { TokenRenewal } from './token-renewal.ts';

/** Why a token is needed; after `refused` the former one is not accepted. */
export type TokenReason = 'connect' | 'renew' | 'refused';

export interface ConnectionOptions {
  /** Origin of the API. */
  url: string;
  /**
   * An API key, which stays the same; or left out by a page with a session cookie. In both cases there is no other
   * token to try, so a refusal is final.
   */
  token?: ((why: TokenReason) => Promise<string>) | string | undefined;
  /** Receives what a handler or the token provider threw. */
  onFault?(error: unknown): void;
  transports?: readonly ('websocket' | 'polling')[];
  /** Sent with the handshake; only possible outside browsers. */
  headers?: Record<string, string>;
  backoff?: BackoffLimits;
  random?: () => number;
}

export interface ConnectionHost {
  /** The positions of the account's own rooms, for the next handshake. */
  positions(): NonNullable<LiveSchemas['Handshake']['positions']>;
  /** Called when the connection's state may have changed, also as time passes without a heartbeat. */
  changed(): void;
}

const TRANSPORTS = ['websocket', 'polling'] as const;
/** Refusals that another token of the same account cannot overcome. */
const FINAL = new Set(['auth.ACCOUNT_DISABLED', 'auth.MFA_REQUIRED', 'auth.FORBIDDEN']);
const WATCH_EVERY_MS = 500;
/** Missed heartbeats before the data counts as stale, and before the connection counts as dead. */
const MISSED_STALE = 2.5;
const MISSED_DEAD = 6;
const HEARTBEAT_EVERY_MS = 5_000;

/** Keeps one socket open: reconnects after every loss with a valid token, until it is refused for good or closed. */
export class LiveConnection {
  readonly socket: LiveSocket;
  readonly #options: ConnectionOptions;
  readonly #host: ConnectionHost;
  readonly #backoff: Backoff;
  readonly #renewal = new TokenRenewal(() => this.#renew());
  readonly #watch: ReturnType<typeof setInterval>;
  #token: string | null = null;
  #refused = false;
  #heartbeatEvery = HEARTBEAT_EVERY_MS;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ended: string | null = null;

  constructor(options: ConnectionOptions, host: ConnectionHost, openSocket: OpenSocket) {
    this.#options = options;
    this.#host = host;
    this.#backoff = new Backoff(options.backoff, options.random);
    const { url, transports = TRANSPORTS, headers } = options;
    this.socket = openSocket(url, { transports, ...(headers === undefined ? {} : { headers }) }, () => ({
      ...(this.#token === null ? {} : { token: this.#token }),
      positions: host.positions(),
    }));
    this.#listen();
    this.#watch = setInterval(() => this.#look(), WATCH_EVERY_MS);
  }

  /** Why it ended for good: a problem's code, or `closed`. Null while it has not. */
  get ended(): string | null {
    return this.#ended;
  }

  /** When the server was last heard from, ms since the epoch. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** The server's heartbeat is overdue. */
  get silent(): boolean {
    return Date.now() - this.#heardAt > MISSED_STALE * this.#heartbeatEvery;
  }

  /** Connects immediately. */
  open(): void {
    void this.#connect();
  }

  /** An answer came, which counts as a heartbeat. */
  heard(): void {
    this.#heardAt = Date.now();
  }

  close(): void {
    this.#ended ??= 'closed';
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    this.#renewal.stop();
    this.socket.close();
  }

  async #connect(): Promise<void> {
    try {
      const { token } = this.#options;
      if (token !== undefined)
        this.#token = typeof token === 'string' ? token : await token(this.#refused ? 'refused' : 'connect');
      this.#refused = false;
      if (this.#ended === null) this.socket.connect();
    } catch (error) {
      this.#options.onFault?.(error);
      this.#reconnect();
    }
  }

  #reconnect(atLeast = 0): void {
    if (this.#ended !== null) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), Math.max(atLeast, this.#backoff.next()));
  }

  #listen(): void {
    const { socket } = this;
    socket.onAny(() => this.heard());
    socket.on('connect', () => this.heard());
    socket.on('live.hello', ({ at, heartbeatEvery, expiresAt }) => {
      this.#heartbeatEvery = heartbeatEvery;
      this.#backoff.reset();
      if (this.#token !== null) this.#renewal.begin(at, expiresAt);
    });
    socket.on('session.ended', ({ code }) => this.#refusedWith(code));
    socket.on('connect_error', (error) => this.#failed((error as { data?: LiveProblem }).data));
    socket.on('disconnect', () => {
      this.#renewal.stop();
      this.#reconnect();
    });
  }

  #failed(problem: LiveProblem | undefined): void {
    if (problem !== undefined) this.#refusedWith(problem.code);
    // A page with a session cookie and a machine have no other token to try.
    if (problem?.code === 'auth.UNAUTHENTICATED' && typeof this.#options.token !== 'function')
      this.#ended ??= problem.code;
    this.#reconnect((problem?.retryAfter ?? 0) * 1_000);
    this.#host.changed();
  }

  #refusedWith(code: string): void {
    this.#refused = code === 'auth.UNAUTHENTICATED';
    if (FINAL.has(code)) this.#ended = code;
  }

  /**
   * Renews the token over the socket; if that fails, the server ends the socket and the next connection uses a fresh
   * token.
   */
  async #renew(): Promise<string | null> {
    try {
      const { token: given } = this.#options;
      const token = typeof given === 'function' ? await given('renew') : given;
      if (token === undefined) return null;
      const answer = await request<{ expiresAt: string }>(this.socket, 'renew', { token });
      if (answer?.ok !== true) return null;
      this.#token = token;
      return answer.expiresAt;
    } catch (error) {
      this.#options.onFault?.(error);
      return null;
    }
  }

  #look(): void {
    if (this.socket.connected && Date.now() - this.#heardAt > MISSED_DEAD * this.#heartbeatEvery) {
      // The network dropped the connection silently.
      this.socket.disconnect();
    }
    this.#host.changed();
  }
}
