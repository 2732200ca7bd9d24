import type { Place } from '../actors/geo/service-area.ts';
import type { LocationBus } from './location-bus.ts';
import type { LocationMeter } from './location-meter.ts';
import { LocationView, located, type Moved, type Sighting } from './location-view.ts';
import type { LiveServer } from './socket-types.ts';

/** The part of a zone map that frames need. */
export interface ZoneLookup {
  cover(zoneIds: readonly string[], places: readonly Place[]): boolean;
}

export interface LocationFramesOptions {
  io: LiveServer;
  /** Null: there are no other processes. */
  bus: Pick<LocationBus, 'send' | 'onSightings'> | null;
  zones: () => ZoneLookup;
  meter: LocationMeter;
  now?: () => number;
}

/**
 * Milliseconds between frames. Each driver is in at most one frame per second, the first one after a second has passed.
 * So frames are small, no driver waits long, and the load is spread over the second.
 */
const TICK_MS = 20;
const FORGET_INTERVAL_MS = 60_000;
/** Drivers per packet of a full picture. */
const MAX_DRIVERS_PER_PACKET = 1_000;
/** Maximum number of ticks to wait for a joined socket, whose handshake may not have finished. */
const MAX_WAIT_TICKS = 400;

interface Newcomer {
  socketId: string;
  room: string;
  waits: number;
}

/**
 * Shows drivers' positions to the sockets of this process, in `dispatch` and in rooms of zones. Volatile: a client too
 * slow for a frame misses it, and the next one replaces it.
 */
export class LocationFrames {
  readonly #options: LocationFramesOptions;
  readonly #now: () => number;
  readonly #view = new LocationView(TICK_MS);
  readonly #timers: NodeJS.Timeout[];
  /** The rooms of this process's sockets that show positions: two or three, out of tens of thousands of rooms. */
  readonly #rooms = new Set<string>();
  readonly #onJoin = (room: string, socketId: string) => this.#joined(room, socketId);
  readonly #onEmpty = (room: string) => this.#rooms.delete(room);
  #newcomers: Newcomer[] = [];

  constructor(options: LocationFramesOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    options.bus?.onSightings((sightings) => {
      for (const sighting of sightings) this.#view.see(sighting);
    });
    const { adapter } = options.io.of('/');
    adapter.on('join-room', this.#onJoin);
    adapter.on('delete-room', this.#onEmpty);
    this.#timers = [
      setInterval(() => this.tick(), TICK_MS),
      setInterval(() => this.#view.forget(this.#now()), FORGET_INTERVAL_MS),
    ];
  }

  /** Takes a position reported by a driver to this process. */
  see(sighting: Sighting): void {
    this.#view.see(sighting, true);
  }

  /** Takes positions known from before this process started. */
  load(sightings: readonly Sighting[]): void {
    for (const sighting of sightings) this.#view.see(sighting);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    const { adapter } = this.#options.io.of('/');
    adapter.off('join-room', this.#onJoin);
    adapter.off('delete-room', this.#onEmpty);
  }

  /** Sends the positions that are due. */
  tick(): void {
    const now = this.#now();
    const moved = this.#view.take(now);
    if (moved.length > 0) {
      this.#share(moved);
      for (const room of this.#rooms) this.#show(room, moved, now);
    }
    if (this.#newcomers.length > 0) this.#welcome(now);
  }

  #share(moved: readonly Moved[]): void {
    this.#options.bus?.send(moved.filter(({ own }) => own));
  }

  #show(room: string, moved: readonly Moved[], now: number): void {
    const drivers = this.#movedIn(room, moved).map((each) => located(each, now));
    if (drivers.length === 0) return;
    const at = new Date(now).toISOString();
    this.#options.io.local.volatile.to(room).emit('locations', { at, full: false, drivers });
    this.#options.meter.frame(drivers.length);
  }

  #movedIn(room: string, moved: readonly Moved[]): readonly Moved[] {
    if (room === 'dispatch') return moved;
    const fits = this.#filterOf(room);
    return moved.filter((each) => fits(each) || (each.before !== null && fits(each.before)));
  }

  #filterOf(room: string): (place: Place) => boolean {
    if (room === 'dispatch') return () => true;
    const zones = this.#options.zones();
    const ids = [room.slice('zone:'.length)];
    return (place) => zones.cover(ids, [place]);
  }

  #joined(room: string, socketId: string): void {
    if (!showsPlaces(room)) return;
    this.#rooms.add(room);
    this.#newcomers.push({ socketId, room, waits: 0 });
  }

  /** A socket that has just joined gets the positions of all drivers, including those standing still. */
  #welcome(now: number): void {
    const newcomers = this.#newcomers;
    this.#newcomers = [];
    for (const newcomer of newcomers) {
      const socket = this.#options.io.of('/').sockets.get(newcomer.socketId);
      if (socket?.connected === true) this.#showAll(newcomer, now);
      else if (newcomer.waits < MAX_WAIT_TICKS)
        this.#newcomers.push({ ...newcomer, waits: newcomer.waits + 1 });
    }
  }

  #showAll({ socketId, room }: Newcomer, now: number): void {
    const fits = this.#filterOf(room);
    const drivers = [...this.#view.all()].filter(fits).map((each) => located(each, now));
    const at = new Date(now).toISOString();
    const target = this.#options.io.local.to(socketId);
    for (let start = 0; start === 0 || start < drivers.length; start += MAX_DRIVERS_PER_PACKET) {
      const some = drivers.slice(start, start + MAX_DRIVERS_PER_PACKET);
      target.emit('locations', { at, full: start === 0, drivers: some });
    }
  }
}

function showsPlaces(room: string): boolean {
  return room === 'dispatch' || room.startsWith('zone:');
}
