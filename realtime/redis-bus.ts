import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NUMBERED } from './room-channel.ts';

export interface RedisBusOptions {
  /** Refuses commands at once while Redis is away. */
  pub: Redis;
  /** A connection of its own, without automatic resubscription: this bus keeps the list. */
  sub: Redis;
  log: Logger;
}

type MessageListener = (channel: Buffer, message: Buffer) => void;

const MAX_IN_FLIGHT = 5_000;
/** With the command's own time limit: how long a dead connection can pass for a silent one. Milliseconds. */
const PING_EVERY = 2_000;
const LOG_EVERY = 10_000;
const CHANNELS_PER_COMMAND = 500;

/**
 * The Redis that the Socket.IO adapter talks to, shaped as the adapter calls it (names and all).
 *
 * The adapter leaves the promises of publish and subscribe alone, so a rejected one would end the process:
 * here none rejects. What the adapter sends is best effort; numbered events go past it (room-log.ts), are told
 * apart by their first byte and handed to the listener of `onNumbered`. Subscriptions are asked for again on
 * every `ready`.
 *
 * Sharded subscriptions (SSUBSCRIBE) differ from plain ones only on a Redis Cluster. Plain ones work on every
 * Redis from 6.2 on, and give the adapter's room channels all the same: a process gets what its rooms need.
 */
export class RedisBus {
  readonly #pub: Redis;
  readonly #sub: Redis;
  readonly #log: Logger;
  readonly #wanted = new Set<string>();
  readonly #ping: NodeJS.Timeout;
  readonly #onReady = () => this.#resubscribe();
  #newest: Promise<unknown> = Promise.resolve();
  #incomplete = false;
  #resubscribing = 0;
  #inFlight = 0;
  #shed = 0;
  #reported = 0;

  constructor({ pub, sub, log }: RedisBusOptions) {
    this.#pub = pub;
    this.#sub = sub;
    this.#log = log;
    sub.on('ready', this.#onReady);
    // A half-open connection may otherwise stay silent for a quarter of an hour.
    this.#ping = setInterval(() => this.#checkLife(), PING_EVERY);
    this.#ping.unref();
  }

  /** The adapter's `smessageBuffer` events are plain messages here. */
  on(_event: 'smessageBuffer', listener: MessageListener): void {
    this.#sub.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      if (message[0] !== NUMBERED) listener(channel, message);
    });
  }

  /** Messages of numbered events, in the order of Redis. */
  onNumbered(listener: MessageListener): void {
    this.#sub.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      if (message[0] === NUMBERED) listener(channel, message);
    });
  }

  /** Every subscription asked for stands, apart from those on their way for the first time. */
  get whole(): boolean {
    return this.#sub.status === 'ready' && !this.#incomplete && this.#resubscribing === 0;
  }

  /** Told at once when a connection breaks. Returns how to stop that. */
  onBreak(listener: () => void): () => void {
    const connections = [this.#pub, this.#sub];
    for (const connection of connections) connection.on('close', listener);
    return () => {
      for (const connection of connections) connection.off('close', listener);
    };
  }

  get publishing(): boolean {
    return this.#pub.status === 'ready';
  }

  async spublish(channel: string, message: string | Uint8Array): Promise<number> {
    if (this.#pub.status !== 'ready' || this.#inFlight >= MAX_IN_FLIGHT) return this.#drop(null);
    this.#inFlight += 1;
    try {
      return await this.#pub.publish(channel, typeof message === 'string' ? message : Buffer.from(message));
    } catch (error) {
      return this.#drop(error);
    } finally {
      this.#inFlight -= 1;
    }
  }

  ssubscribe(channel: string): void {
    this.#wanted.add(channel);
    if (this.#sub.status === 'ready') void this.#track(this.#sub.subscribe(channel));
  }

  sunsubscribe(channels: string | string[]): void {
    const names = [channels].flat();
    for (const name of names) this.#wanted.delete(name);
    if (names.length > 0 && this.#sub.status === 'ready') void this.#track(this.#sub.unsubscribe(...names));
  }

  /** How many processes listen; the adapter asks before it collects answers from all. */
  send_command(
    _command: 'PUBSUB',
    [, channel]: [string, string],
    callback: (error: Error | null, counts?: unknown) => void,
  ): void {
    this.#pub.call('PUBSUB', 'NUMSUB', channel).then(
      (counts) => callback(null, counts),
      (error: Error) => callback(error),
    );
  }

  /** Resolves when every subscription asked for so far stands, or Redis is away. Never rejects. */
  async subscribed(): Promise<void> {
    await this.#newest;
  }

  /** Resolves when everything published before has been heard, or the connection is broken. Never rejects. */
  async heard(): Promise<void> {
    if (this.#sub.status === 'ready') await this.#sub.ping().catch(() => undefined);
  }

  /** Stops what this bus started; the connections belong to the caller. */
  close(): void {
    clearInterval(this.#ping);
    this.#sub.off('ready', this.#onReady);
    this.#sub.removeAllListeners('messageBuffer');
  }

  #resubscribe(): void {
    this.#incomplete = false;
    const channels = [...this.#wanted];
    for (let start = 0; start < channels.length; start += CHANNELS_PER_COMMAND) {
      this.#resubscribing += 1;
      void this.#track(this.#sub.subscribe(...channels.slice(start, start + CHANNELS_PER_COMMAND))).then(
        () => {
          this.#resubscribing -= 1;
        },
      );
    }
  }

  /** Commands of one connection are answered in order: when the newest is, all are. */
  #track(command: Promise<unknown>): Promise<unknown> {
    this.#newest = command.catch((error: unknown) => {
      // Asked for again with the next `ready`, or when the connection is next looked at.
      this.#incomplete = true;
      this.#log.debug({ err: error }, 'a subscription to live events failed');
    });
    return this.#newest;
  }

  #checkLife(): void {
    if (this.#sub.status === 'ready' && this.#incomplete) this.#resubscribe();
    for (const connection of [this.#sub, this.#pub]) {
      if (connection.status !== 'ready') continue;
      connection.ping().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'a connection for live events is dead');
        if (connection.status === 'ready') connection.disconnect(true);
      });
    }
  }

  #drop(error: unknown): number {
    this.#shed += 1;
    const now = Date.now();
    if (now - this.#reported >= LOG_EVERY) {
      this.#log.warn(
        { err: error ?? undefined, events: this.#shed },
        'live events did not reach other processes',
      );
      this.#reported = now;
      this.#shed = 0;
    }
    return 0;
  }
}
