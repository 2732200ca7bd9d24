import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Frames } from '../db/redis/frames.ts';
import { type Messages, messagesOf } from '../db/redis/messages.ts';
import type { Sighting } from './location-view.ts';

export interface LocationBusOptions {
  /** Connection with the role `publish`. */
  pub: Redis;
  /** Connection with the role `subscribe`, used by this bus alone. */
  sub: Redis;
  namespace: string;
  frames: Frames;
  log: Logger;
}

type Row = [driverId: string, latitude: number, longitude: number, heading: number | null, atMs: number];

/**
 * Maximum number of batches under way to Redis; beyond it, new ones are dropped, since each driver's next one replaces
 * them anyway.
 */
const MAX_IN_FLIGHT = 20;
const PING_INTERVAL_MS = 10_000;

/** Sends drivers' positions to the other processes, one message per batch. Best effort; never rejects. */
export class LocationBus {
  readonly #options: LocationBusOptions;
  readonly #channel: string;
  readonly #messages: Messages;
  readonly #onReady = () => this.#subscribe();
  readonly #onMessage = (channel: Buffer, frame: Buffer) => this.#receive(channel.toString(), frame);
  readonly #ping: NodeJS.Timeout;
  #listener: (sightings: Sighting[]) => void = () => undefined;
  #inFlight = 0;

  constructor(options: LocationBusOptions) {
    this.#options = options;
    this.#channel = `${options.namespace}:locations`;
    this.#messages = messagesOf(options.namespace);
    options.sub.on('ready', this.#onReady);
    options.sub.on(this.#messages.event, this.#onMessage);
    if (options.sub.status === 'ready') this.#subscribe();
    this.#ping = setInterval(() => this.#checkLife(), PING_INTERVAL_MS);
    this.#ping.unref();
  }

  /** Sets the one listener for positions from other processes. */
  onSightings(listener: (sightings: Sighting[]) => void): void {
    this.#listener = listener;
  }

  send(sightings: readonly Sighting[]): void {
    const { pub, frames, log } = this.#options;
    if (sightings.length === 0 || pub.status !== 'ready' || this.#inFlight >= MAX_IN_FLIGHT) return;
    this.#inFlight += 1;
    const rows = sightings.map(
      ({ driverId, latitude, longitude, heading, atMs }): Row => [
        driverId,
        latitude,
        longitude,
        heading,
        atMs,
      ],
    );
    this.#messages
      .publish(pub, this.#channel, frames.seal(this.#channel, JSON.stringify(rows)))
      .catch((error: unknown) => log.debug({ err: error }, 'locations did not reach other processes'))
      .finally(() => {
        this.#inFlight -= 1;
      });
  }

  /** Stops listening; the caller closes the connections. */
  close(): void {
    clearInterval(this.#ping);
    this.#options.sub.off('ready', this.#onReady);
    this.#options.sub.off(this.#messages.event, this.#onMessage);
  }

  #receive(channel: string, frame: Buffer): void {
    const { frames } = this.#options;
    if (channel !== this.#channel || frames.isOwn(frame)) return;
    const opened = frames.open(channel, frame);
    if (opened === null) return;
    const rows = JSON.parse(opened.toString()) as Row[];
    this.#listener(
      rows.map(([driverId, latitude, longitude, heading, atMs]) => ({
        driverId,
        latitude,
        longitude,
        heading,
        atMs,
      })),
    );
  }

  #subscribe(): void {
    this.#messages.subscribe(this.#options.sub, this.#channel).catch((error: unknown) => {
      this.#options.log.debug({ err: error }, 'locations of other processes are not heard');
    });
  }

  /** A half-open connection can stay silent for fifteen minutes; subscribing again tests it. */
  #checkLife(): void {
    const { sub, log } = this.#options;
    if (sub.status !== 'ready') return;
    this.#messages.subscribe(sub, this.#channel).catch((error: unknown) => {
      log.warn({ err: error }, 'the connection for locations is dead');
      if (sub.status === 'ready') sub.disconnect(true);
    });
  }
}
