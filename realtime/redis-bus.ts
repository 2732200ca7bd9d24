import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Frames } from '../db/redis/frames.ts';
import { type Messages, PLAIN } from '../db/redis/messages.ts';
import { NUMBERED } from './room-channel.ts';

export interface RedisBusOptions {
  /** Fails commands at once while Redis is unavailable. */
  pub: Redis;
  /** A separate connection, without automatic resubscription, because this bus manages the subscriptions. */
  sub: Redis;
  frames: Frames;
  log: Logger;
  messages?: Messages;
}

type MessageListener = (channel: Buffer, message: Buffer) => void;

const MAX_IN_FLIGHT = 5_000;
/** Milliseconds. Plus the command's own timeout, this is how long a dead connection can go unnoticed. */
const PING_INTERVAL_MS = 2_000;
const LOG_INTERVAL_MS = 10_000;
const CHANNELS_PER_COMMAND = 500;

/**
 * The Redis client as the Socket.IO adapter calls it, including its method names.
 *
 * The adapter does not handle the promises of publish and subscribe, so a rejected one would end the process; here none
 * rejects. The adapter's messages are best effort, and signed. Numbered events bypass it (room-log.ts); they are recognised by
 * their first byte and passed to the listener of `onNumbered`. Subscriptions are renewed on every `ready`.
 *
 * The adapter calls for sharded subscriptions (SSUBSCRIBE), which differ from plain ones only on a Redis Cluster.
 * Elsewhere plain ones are used: they work on every Redis from 6.2 on, and still let the adapter use one channel per
 * room, so that a process receives only what its rooms need.
 */
export class RedisBus {
  readonly #pub: Redis;
  readonly #sub: Redis;
  readonly #frames: Frames;
  readonly #log: Logger;
  readonly #messages: Messages;
  readonly #wanted = new Set<string>();
  readonly #ping: NodeJS.Timeout;
  readonly #onReady = () => this.#resubscribe();
  #newest: Promise<unknown> = Promise.resolve();
  #incomplete = false;
  #resubscribing = 0;
  #inFlight = 0;
  #shed = 0;
  #reported = 0;

  constructor({ pub, sub, frames, log, messages = PLAIN }: RedisBusOptions) {
    this.#pub = pub;
    this.#sub = sub;
    this.#frames = frames;
    this.#log = log;
    this.#messages = messages;
    sub.on('ready', this.#onReady);
    // A half-open connection can stay silent for fifteen minutes.
    this.#ping = setInterval(() => this.#checkLife(), PING_INTERVAL_MS);
    this.#ping.unref();
  }

  on(_event: 'smessageBuffer', listener: MessageListener): void {
    this.#sub.on(this.#messages.event, (channel: Buffer, message: Buffer) => {
      // The adapter ignores its own messages, too.
      if (message[0] === NUMBERED || this.#frames.isOwn(message)) return;
      const opened = this.#frames.open(channel.toString(), message);
      if (opened !== null) listener(channel, opened);
    });
  }

  /** Messages with numbered events, in the order of Redis. */
  onNumbered(listener: MessageListener): void {
    this.#sub.on(this.#messages.event, (channel: Buffer, message: Buffer) => {
      if (message[0] === NUMBERED) listener(channel, message);
    });
  }

  /** Whether all requested subscriptions are active, except those requested for the first time just now. */
  get whole(): boolean {
    return this.#sub.status === 'ready' && !this.#incomplete && this.#resubscribing === 0;
  }

  /** Calls the listener at once when a connection breaks. Returns a function that removes it. */
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
      return await this.#messages.publish(this.#pub, channel, this.#frames.seal(channel, message));
    } catch (error) {
      return this.#drop(error);
    } finally {
      this.#inFlight -= 1;
    }
  }

  ssubscribe(channel: string): void {
    this.#wanted.add(channel);
    if (this.#sub.status === 'ready') void this.#track(this.#messages.subscribe(this.#sub, channel));
  }

  sunsubscribe(channels: string | string[]): void {
    const names = [channels].flat();
    for (const name of names) this.#wanted.delete(name);
    if (names.length > 0 && this.#sub.status === 'ready')
      void this.#track(this.#messages.unsubscribe(this.#sub, ...names));
  }

  /** The number of subscribed processes; the adapter asks for it before it collects answers from all of them. */
  send_command(
    _command: 'PUBSUB',
    [, channel]: [string, string],
    callback: (error: Error | null, counts?: unknown) => void,
  ): void {
    this.#messages.count(this.#pub, channel).then(
      (counts) => callback(null, counts),
      (error: Error) => callback(error),
    );
  }

  /** Resolves when all subscriptions requested so far are active, or Redis is unavailable. Never rejects. */
  async subscribed(): Promise<void> {
    await this.#newest;
  }

  /** Resolves when everything published before has been received, or the connection is broken. Never rejects. */
  async heard(): Promise<void> {
    if (this.#sub.status === 'ready') await this.#sub.ping().catch(() => undefined);
  }

  /** Stops the timer and listeners; the caller closes the connections. */
  close(): void {
    clearInterval(this.#ping);
    this.#sub.off('ready', this.#onReady);
    this.#sub.removeAllListeners(this.#messages.event);
  }

  #resubscribe(): void {
    this.#incomplete = false;
    const channels = [...this.#wanted];
    for (let start = 0; start < channels.length; start += CHANNELS_PER_COMMAND) {
      this.#resubscribing += 1;
      const some = channels.slice(start, start + CHANNELS_PER_COMMAND);
      void this.#track(this.#messages.subscribe(this.#sub, ...some)).then(() => {
        this.#resubscribing -= 1;
      });
    }
  }

  /** Commands on one connection are answered in order, so it is enough to wait for the newest. */
  #track(command: Promise<unknown>): Promise<unknown> {
    this.#newest = command.catch((error: unknown) => {
      // It is requested again on the next `ready`, or at the next check of the connection.
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
    if (now - this.#reported >= LOG_INTERVAL_MS) {
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
