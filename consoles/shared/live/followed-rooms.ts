import type { LiveSchemas, SocketEvents } from '../../../realtime/live-types.ts';
import { Backoff, type BackoffLimits } from './backoff.ts';
import { type LiveMessage, liveMessage, type RoomAnswer, type Stamp } from './live-message.ts';
import { type LiveSocket, request } from './live-socket.ts';
import type { RoomHandlers } from './room-handlers.ts';
import { RoomSubscription } from './room-subscription.ts';
import type { RoomState } from './room-track.ts';

export interface RoomsOptions {
  /** Handlers for the account's own rooms without a subscription of their own. Left out: their events are dropped. */
  own?: RoomHandlers;
  /** Receives what a handler threw. */
  onFault?(error: unknown): void;
  backoff?: BackoffLimits;
  random?: () => number;
}

/** Milliseconds over which clients spread their requests after a pause. */
const SCATTER = 500;

/**
 * The rooms followed over one socket: the account's own, which the server joins, and those subscribed to by name. Each
 * room's position is asked for on a new connection, when live events resume after a pause, and when the server says so;
 * its subscription then finds what is missing.
 */
export class FollowedRooms {
  readonly #socket: LiveSocket;
  readonly #options: RoomsOptions;
  readonly #changed: () => void;
  readonly #rooms = new Map<string, RoomSubscription>();
  readonly #ownRooms = new Set<string>();
  #greeted = false;
  #paused = false;
  #resume: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: LiveSocket, options: RoomsOptions, changed: () => void) {
    this.#socket = socket;
    this.#options = options;
    this.#changed = changed;
    this.#listen();
  }

  /** The server has listed the account's rooms since the connection was made. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** The server's live events are paused. */
  get paused(): boolean {
    return this.#paused;
  }

  get states(): readonly RoomState[] {
    return [...this.#rooms.values()].map(({ track }) => track.state);
  }

  /** The positions of the account's own rooms. */
  positions(): NonNullable<LiveSchemas['Handshake']['positions']> {
    const positions: NonNullable<LiveSchemas['Handshake']['positions']> = {};
    for (const room of this.#ownRooms) {
      const position = this.#rooms.get(room)?.track.position ?? null;
      if (position !== null) positions[room] = position;
    }
    return positions;
  }

  /** Throws if the room already has a subscription. */
  subscribe(room: string, handlers: RoomHandlers): { readonly state: RoomState; close(): void } {
    const former = this.#rooms.get(room);
    if (former?.named === true) throw new Error(`${room} is subscribed to already`);
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

  close(): void {
    clearTimeout(this.#resume);
    for (const subscription of this.#rooms.values()) subscription.close();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.onAny((event: string, payload: unknown, stamp: Stamp | undefined) => {
      if (typeof stamp === 'object') this.#hear(liveMessage(event, payload, stamp));
    });
    socket.on('live.hello', (hello) => this.#greet(hello));
    socket.on('live.rooms', ({ rooms, left }) => {
      for (const answer of rooms) this.#own(answer);
      for (const room of left) this.#lose(room);
      this.#changed();
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
    socket.on('disconnect', () => this.#disconnected());
  }

  #greet({ live, rooms }: SocketEvents['live.hello']): void {
    this.#greeted = true;
    this.#paused = !live;
    this.#ownRooms.clear();
    for (const answer of rooms) this.#own(answer);
    for (const subscription of this.#rooms.values()) {
      if (!this.#ownRooms.has(subscription.room)) void this.#ask(subscription);
    }
    this.#changed();
  }

  /** An unrequested answer about one of the account's own rooms. */
  #own(answer: RoomAnswer): void {
    this.#ownRooms.add(answer.room);
    const subscription = this.#rooms.get(answer.room) ?? this.#followOwn(answer.room);
    if (subscription === null) return;
    // A track that has not yet learned of the connection starts waiting now.
    if (subscription.track.state !== 'catching-up') subscription.track.asking();
    subscription.answered(answer);
  }

  #followOwn(room: string): RoomSubscription | null {
    const { own } = this.#options;
    return own === undefined ? null : this.#follow(room, own, false);
  }

  #follow(room: string, handlers: RoomHandlers, named: boolean): RoomSubscription {
    const { onFault, backoff, random } = this.#options;
    const subscription: RoomSubscription = new RoomSubscription(room, handlers, named, {
      ask: () => void this.#ask(subscription),
      changed: this.#changed,
      fault: (error) => onFault?.(error),
      backoff: new Backoff(backoff, random),
    });
    this.#rooms.set(room, subscription);
    return subscription;
  }

  #hear(message: LiveMessage): void {
    const { room } = message.stamp;
    let subscription = this.#rooms.get(room) ?? null;
    if (subscription === null && !this.#greeted) {
      // One of the account's own rooms, ahead of the greeting: kept until the greeting's answer.
      subscription = this.#followOwn(room);
    }
    if (!this.#greeted && subscription?.track.state === 'offline') subscription.track.asking();
    subscription?.track.receive(message);
  }

  async #ask(subscription: RoomSubscription): Promise<void> {
    if (!this.#greeted || this.#paused) {
      // Asked again with the greeting, or when live events resume.
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
    this.#changed();
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    clearTimeout(this.#resume);
    for (const { track } of this.#rooms.values()) if (track.state !== 'refused') track.pause();
    this.#changed();
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
    clearTimeout(this.#resume);
    for (const subscription of this.#rooms.values()) subscription.disconnect();
    this.#changed();
  }
}
