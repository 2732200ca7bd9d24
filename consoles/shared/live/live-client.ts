import type { LiveSchemas, SocketEvents } from '../../../realtime/live-types.ts';
import { Backoff, type BackoffLimits } from './backoff.ts';
import { type LiveMessage, liveMessage, type RoomAnswer, type Stamp } from './live-message.ts';
import { type Answer, type LiveProblem, type LiveSocket, openSocket, request } from './live-socket.ts';
import { type LiveStatus, liveState } from './live-status.ts';
import type { RoomHandlers } from './room-handlers.ts';
import { RoomSubscription } from './room-subscription.ts';
import type { RoomState } from './room-track.ts';
import { TokenRenewal } from './token-renewal.ts';

/** Why a token is asked for; after `refused` the former one will not do. */
export type TokenReason = 'connect' | 'renew' | 'refused';

export interface LiveOptions {
  /** Origin of the API. */
  url: string;
  token(why: TokenReason): Promise<string>;
  /** For those of the account's own rooms that nobody has subscribed to by name. Left out: their events are. */
  own?: RoomHandlers;
  onStatus?(status: LiveStatus): void;
  /** What a handler or the token provider threw. */
  onFault?(error: unknown): void;
  /** Volatile frames, as they come. */
  onLocations?(frame: SocketEvents['locations']): void;
  transports?: readonly ('websocket' | 'polling')[];
  /** Sent with the handshake, outside browsers alone. */
  headers?: Record<string, string>;
  backoff?: BackoffLimits;
  random?: () => number;
}

const BACKOFF = { first: 250, longest: 15_000 };
const TRANSPORTS = ['websocket', 'polling'] as const;
/** A token of the same account will not help against these. */
const FINAL = new Set(['auth.ACCOUNT_DISABLED', 'auth.MFA_REQUIRED', 'auth.FORBIDDEN']);
const WATCH_EVERY = 500;
/** Heartbeats that may be missing before what is shown counts as stale, and before the connection as dead. */
const MISSED_STALE = 2.5;
const MISSED_DEAD = 6;
const HEARTBEAT_EVERY = 5_000;
/** Milliseconds over which clients scatter their questions after a pause. */
const SCATTER = 500;

/**
 * The live channel for one account: connects and reconnects, renews its token, follows rooms without loss or
 * repetition, and always knows whether that is so. `close` ends it.
 */
export class LiveClient {
  readonly #options: LiveOptions;
  readonly #socket: LiveSocket;
  readonly #rooms = new Map<string, RoomSubscription>();
  readonly #ownRooms = new Set<string>();
  readonly #backoff: Backoff;
  readonly #renewal: TokenRenewal;
  readonly #watch: ReturnType<typeof setInterval>;
  #token = '';
  #refused = false;
  #greeted = false;
  #paused = false;
  #heartbeatEvery = HEARTBEAT_EVERY;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #resume: ReturnType<typeof setTimeout> | undefined;
  #ended: string | null = null;
  #status: LiveStatus = { state: 'offline', since: null, code: null };

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.backoff ?? BACKOFF, options.random);
    const { url, transports = TRANSPORTS, headers } = options;
    this.#socket = openSocket(url, { transports, ...(headers === undefined ? {} : { headers }) }, () =>
      this.#handshake(),
    );
    this.#renewal = new TokenRenewal(() => this.#renew());
    this.#listen();
    this.#watch = setInterval(() => this.#look(), WATCH_EVERY);
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** Opens the connection. Resolves at once; `onStatus` tells how it goes on. */
  start(): void {
    void this.#connect();
  }

  /** Follows a room, one subscription each. It lasts over interruptions until it is closed. */
  subscribe(room: string, handlers: RoomHandlers): { readonly state: RoomState; close(): void } {
    if (this.#rooms.get(room)?.named === true) throw new Error(`${room} is subscribed to already`);
    const former = this.#rooms.get(room);
    former?.close();
    const subscription = this.#follow(room, handlers, true);
    if (this.#greeted) void this.#ask(subscription);
    return {
      get state() {
        return subscription.track.state;
      },
      close: () => this.#leave(subscription),
    };
  }

  /** Sends a driver's points. Null when no answer came in time. */
  async location(points: LiveSchemas['LocationRequest']): Promise<Answer<{ accepted: number }> | null> {
    const answer = await request<{ accepted: number }>(this.#socket, 'location', points);
    // In the place of a heartbeat; a pause is told besides.
    if (answer !== null) this.#heardAt = Date.now();
    return answer;
  }

  close(): void {
    this.#ended ??= 'closed';
    clearInterval(this.#watch);
    this.#renewal.stop();
    for (const timer of [this.#retry, this.#resume]) clearTimeout(timer);
    for (const subscription of this.#rooms.values()) subscription.close();
    this.#socket.close();
    this.#tell();
  }

  #handshake(): LiveSchemas['Handshake'] {
    const positions: NonNullable<LiveSchemas['Handshake']['positions']> = {};
    for (const room of this.#ownRooms) {
      const position = this.#rooms.get(room)?.track.position ?? null;
      if (position !== null) positions[room] = position;
    }
    return { token: this.#token, positions };
  }

  async #connect(): Promise<void> {
    try {
      this.#token = await this.#options.token(this.#refused ? 'refused' : 'connect');
      this.#refused = false;
      if (this.#ended === null) this.#socket.connect();
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
    const socket = this.#socket;
    socket.onAny((event: string, payload: unknown, stamp: Stamp | undefined) => {
      this.#heardAt = Date.now();
      if (typeof stamp === 'object') this.#hear(liveMessage(event, payload, stamp));
    });
    socket.on('connect', () => {
      this.#heardAt = Date.now();
    });
    socket.on('connect_error', (error) => this.#failed((error as { data?: LiveProblem }).data));
    socket.on('disconnect', () => this.#disconnected());
    socket.on('session.ended', ({ code }) => this.#refusedWith(code));
    socket.on('live.hello', (hello) => this.#greet(hello));
    socket.on('live.rooms', ({ rooms, left }) => {
      for (const answer of rooms) this.#own(answer);
      for (const room of left) this.#lose(room);
      this.#tell();
    });
    socket.on('live.resync', ({ rooms }) => {
      for (const room of rooms) this.#askAbout(room);
    });
    socket.on('live.paused', () => this.#pause());
    socket.on('live.resumed', () => this.#goOn());
    socket.on('live.heartbeat', ({ live }) => {
      if (!live) this.#pause();
      else if (this.#paused && this.#greeted) this.#goOn();
    });
    socket.on('locations', (frame) => this.#options.onLocations?.(frame));
  }

  #greet({ at, live, heartbeatEvery, expiresAt, rooms }: SocketEvents['live.hello']): void {
    this.#greeted = true;
    this.#paused = !live;
    this.#heartbeatEvery = heartbeatEvery;
    this.#backoff.reset();
    this.#renewal.begin(at, expiresAt);
    this.#ownRooms.clear();
    for (const answer of rooms) this.#own(answer);
    for (const subscription of this.#rooms.values()) {
      if (!this.#ownRooms.has(subscription.room)) void this.#ask(subscription);
    }
    this.#tell();
  }

  /** An answer about one of the account's own rooms, which nobody asked for. */
  #own(answer: RoomAnswer): void {
    this.#ownRooms.add(answer.room);
    const subscription = this.#rooms.get(answer.room) ?? this.#followOwn(answer.room);
    if (subscription === null) return;
    // A track that has not been told of the connection yet begins to wait now.
    if (subscription.track.state !== 'catching-up') subscription.track.asking();
    subscription.answered(answer);
  }

  #followOwn(room: string): RoomSubscription | null {
    const { own } = this.#options;
    return own === undefined ? null : this.#follow(room, own, false);
  }

  #follow(room: string, handlers: RoomHandlers, named: boolean): RoomSubscription {
    const subscription: RoomSubscription = new RoomSubscription(room, handlers, named, {
      ask: () => void this.#ask(subscription),
      changed: () => this.#tell(),
      fault: (error) => this.#options.onFault?.(error),
      backoff: new Backoff(this.#options.backoff ?? BACKOFF, this.#options.random),
    });
    this.#rooms.set(room, subscription);
    return subscription;
  }

  #hear(message: LiveMessage): void {
    const { room } = message.stamp;
    let subscription = this.#rooms.get(room) ?? null;
    if (subscription === null && !this.#greeted) {
      // One of the account's own rooms, ahead of the greeting: kept for the answer in it.
      subscription = this.#followOwn(room);
    }
    if (!this.#greeted && subscription?.track.state === 'offline') subscription.track.asking();
    subscription?.track.receive(message);
  }

  async #ask(subscription: RoomSubscription): Promise<void> {
    if (!this.#greeted || this.#paused) {
      // Asked again with the greeting, or when live events go on.
      if (this.#paused) subscription.track.pause();
      return;
    }
    const turn = subscription.asking();
    const { room, track } = subscription;
    const answer = await request<RoomAnswer>(this.#socket, 'subscribe', { room, ...track.position });
    if (!track.isCurrent(turn) || subscription.closed) return;
    if (answer === null) subscription.retry();
    else if (answer.ok) subscription.answered(answer);
    else subscription.refused(answer);
  }

  #askAbout(room: string): void {
    const subscription = this.#rooms.get(room);
    if (subscription !== undefined) void this.#ask(subscription);
  }

  #lose(room: string): void {
    this.#ownRooms.delete(room);
    this.#rooms.get(room)?.track.refuse();
  }

  #leave(subscription: RoomSubscription): void {
    if (this.#rooms.get(subscription.room) !== subscription) return;
    subscription.close();
    this.#rooms.delete(subscription.room);
    if (this.#greeted) void request(this.#socket, 'unsubscribe', { room: subscription.room });
    this.#tell();
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    clearTimeout(this.#resume);
    for (const { track } of this.#rooms.values()) if (track.state !== 'refused') track.pause();
    this.#tell();
  }

  #goOn(): void {
    this.#paused = false;
    clearTimeout(this.#resume);
    const scatter = Math.round((this.#options.random ?? Math.random)() * SCATTER);
    this.#resume = setTimeout(() => {
      for (const subscription of this.#rooms.values()) {
        if (subscription.track.state !== 'refused') void this.#ask(subscription);
      }
    }, scatter);
  }

  #disconnected(): void {
    this.#greeted = false;
    this.#paused = false;
    this.#renewal.stop();
    clearTimeout(this.#resume);
    for (const subscription of this.#rooms.values()) subscription.disconnect();
    this.#reconnect();
    this.#tell();
  }

  #failed(problem: LiveProblem | undefined): void {
    if (problem !== undefined) this.#refusedWith(problem.code);
    this.#reconnect((problem?.retryAfter ?? 0) * 1_000);
    this.#tell();
  }

  #refusedWith(code: string): void {
    this.#refused = code === 'auth.UNAUTHENTICATED';
    if (FINAL.has(code)) this.#ended = code;
  }

  /** Renews in band; without that, the server ends the socket and the next connection takes a fresh token. */
  async #renew(): Promise<string | null> {
    try {
      const token = await this.#options.token('renew');
      const answer = await request<{ expiresAt: string }>(this.#socket, 'renew', { token });
      if (answer?.ok !== true) return null;
      this.#token = token;
      return answer.expiresAt;
    } catch (error) {
      this.#options.onFault?.(error);
      return null;
    }
  }

  #look(): void {
    if (this.#socket.connected && Date.now() - this.#heardAt > MISSED_DEAD * this.#heartbeatEvery) {
      // The network took the connection away without a word.
      this.#socket.disconnect();
    }
    this.#tell();
  }

  #tell(): void {
    const quiet = this.#paused || Date.now() - this.#heardAt > MISSED_STALE * this.#heartbeatEvery;
    const rooms = [...this.#rooms.values()].map(({ track }) => track.state);
    const state = liveState({ connected: this.#greeted, quiet, ended: this.#ended, rooms });
    const former = this.#status;
    if (state === former.state) return;
    const since = state === 'live' ? null : former.state === 'live' ? this.#heardAt : former.since;
    this.#status = { state, since, code: this.#ended };
    this.#options.onStatus?.(this.#status);
  }
}
