import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Sighting } from './location-view.ts';

export interface LocationBusOptions {
  /** Role `publish`. */
  pub: Redis;
  /** Role `subscribe`, this bus's own. */
  sub: Redis;
  namespace: string;
  log: Logger;
}

type Row = [driverId: string, latitude: number, longitude: number, heading: number | null, atMs: number];

/** Batches under way to Redis; beyond, newer ones are shed: the next one of a driver says more anyway. */
const MAX_IN_FLIGHT = 20;
const PING_EVERY = 10_000;

/** Takes places of drivers to the other processes: one message per batch. Best effort, never rejects. */
export class LocationBus {
  readonly #options: LocationBusOptions;
  readonly #channel: string;
  /** This process among those that listen: what its messages begin with, up to their JSON. */
  readonly #self = `${process.pid}-${Math.random().toString(36).slice(2)} `;
  readonly #onReady = () => this.#subscribe();
  readonly #onMessage = (channel: string, text: string) => this.#receive(channel, text);
  readonly #ping: NodeJS.Timeout;
  #listener: (sightings: Sighting[]) => void = () => undefined;
  #inFlight = 0;

  constructor(options: LocationBusOptions) {
    this.#options = options;
    this.#channel = `${options.namespace}:locations`;
    options.sub.on('ready', this.#onReady);
    options.sub.on('message', this.#onMessage);
    if (options.sub.status === 'ready') this.#subscribe();
    this.#ping = setInterval(() => this.#checkLife(), PING_EVERY);
    this.#ping.unref();
  }

  /** The one listener to what other processes send. */
  onSightings(listener: (sightings: Sighting[]) => void): void {
    this.#listener = listener;
  }

  send(sightings: readonly Sighting[]): void {
    const { pub, log } = this.#options;
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
    pub
      .publish(this.#channel, this.#self + JSON.stringify(rows))
      .catch((error: unknown) => log.debug({ err: error }, 'locations did not reach other processes'))
      .finally(() => {
        this.#inFlight -= 1;
      });
  }

  /** Stops listening; the connections belong to the caller. */
  close(): void {
    clearInterval(this.#ping);
    this.#options.sub.off('ready', this.#onReady);
    this.#options.sub.off('message', this.#onMessage);
  }

  #receive(channel: string, text: string): void {
    // One's own are not even read.
    if (channel !== this.#channel || text.startsWith(this.#self)) return;
    const rows = JSON.parse(text.slice(text.indexOf('['))) as Row[];
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
    this.#options.sub.subscribe(this.#channel).catch((error: unknown) => {
      this.#options.log.debug({ err: error }, 'locations of other processes are not heard');
    });
  }

  /** A half-open connection may otherwise stay silent for a quarter of an hour; subscribing again shows its life. */
  #checkLife(): void {
    const { sub, log } = this.#options;
    if (sub.status !== 'ready') return;
    sub.subscribe(this.#channel).catch((error: unknown) => {
      log.warn({ err: error }, 'the connection for locations is dead');
      if (sub.status === 'ready') sub.disconnect(true);
    });
  }
}
