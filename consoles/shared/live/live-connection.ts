import type { LiveSchemas } from '../../../realtime/live-types.ts';
import { Backoff, type BackoffLimits } from './backoff.ts';
import { type LiveProblem, type LiveSocket, openSocket, request } from './live-socket.ts';
import { TokenRenewal } from './token-renewal.ts';

/** Why a token is asked for; after `refused` the former one will not do. */
export type TokenReason = 'connect' | 'renew' | 'refused';

export interface ConnectionOptions {
  /** Origin of the API. */
  url: string;
  /** Left out by a page whose session is in its cookie: without it there is nothing to renew, and a refusal is final. */
  token?: ((why: TokenReason) => Promise<string>) | undefined;
  /** What a handler or the token provider threw. */
  onFault?(error: unknown): void;
  transports?: readonly ('websocket' | 'polling')[];
  /** Sent with the handshake, outside browsers alone. */
  headers?: Record<string, string>;
  backoff?: BackoffLimits;
  random?: () => number;
}

export interface ConnectionHost {
  /** Where the account's own rooms stand, for the next handshake. */
  positions(): NonNullable<LiveSchemas['Handshake']['positions']>;
  /** Its end or its silence may have come; called as time goes by. */
  changed(): void;
}

const TRANSPORTS = ['websocket', 'polling'] as const;
/** A token of the same account will not help against these. */
const FINAL = new Set(['auth.ACCOUNT_DISABLED', 'auth.MFA_REQUIRED', 'auth.FORBIDDEN']);
const WATCH_EVERY_MS = 500;
/** Heartbeats that may be missing before what is shown counts as stale, and before the connection as dead. */
const MISSED_STALE = 2.5;
const MISSED_DEAD = 6;
const HEARTBEAT_EVERY_MS = 5_000;

/** One socket kept open: comes back after every loss with a token that will do, until it is refused for good or closed. */
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

  constructor(options: ConnectionOptions, host: ConnectionHost) {
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

  /** Why it is over for good: a problem's code, or `closed`. Null while it is not. */
  get ended(): string | null {
    return this.#ended;
  }

  /** When the server last gave a sign of itself, ms since the epoch. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** The server's heartbeat is overdue. */
  get silent(): boolean {
    return Date.now() - this.#heardAt > MISSED_STALE * this.#heartbeatEvery;
  }

  /** Connects, now. */
  open(): void {
    void this.#connect();
  }

  /** An answer came, which says as much as a heartbeat. */
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
      if (token !== undefined) this.#token = await token(this.#refused ? 'refused' : 'connect');
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
    // A page has no other token to come with.
    if (problem?.code === 'auth.UNAUTHENTICATED' && this.#options.token === undefined)
      this.#ended ??= problem.code;
    this.#reconnect((problem?.retryAfter ?? 0) * 1_000);
    this.#host.changed();
  }

  #refusedWith(code: string): void {
    this.#refused = code === 'auth.UNAUTHENTICATED';
    if (FINAL.has(code)) this.#ended = code;
  }

  /** Renews in band; without that, the server ends the socket and the next connection takes a fresh token. */
  async #renew(): Promise<string | null> {
    try {
      const token = await this.#options.token?.('renew');
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
      // The network took the connection away without a word.
      this.socket.disconnect();
    }
    this.#host.changed();
  }
}
