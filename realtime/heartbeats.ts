import type { LiveServer, LiveSocket } from './socket-types.ts';

export interface HeartbeatsOptions {
  io: LiveServer;
  /** Milliseconds between two heartbeats of a socket. */
  every: number;
  live(): boolean;
}

/** Minimum milliseconds between two slices, and maximum number of slices per period. */
const MIN_SLICE_MS = 50;
const MAX_SLICES = 100;

/**
 * Tells each socket once per period whether live events work. Sockets are divided into slices, because thousands at
 * once would block the event loop. A socket that was answered within the period needs no heartbeat.
 */
export class Heartbeats {
  readonly #options: HeartbeatsOptions;
  readonly #slices: Set<LiveSocket>[];
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  #joined = 0;

  constructor(options: HeartbeatsOptions) {
    const { every } = options;
    this.#options = options;
    const count = Math.max(1, Math.min(MAX_SLICES, Math.floor(every / MIN_SLICE_MS)));
    this.#slices = Array.from({ length: count }, () => new Set());
    this.#timer = setInterval(() => this.#beat(), every / count);
    this.#timer.unref();
  }

  /** The socket is removed when it disconnects. */
  add(socket: LiveSocket): void {
    const slice = this.#slices[this.#joined % this.#slices.length];
    this.#joined += 1;
    slice?.add(socket);
    socket.once('disconnect', () => slice?.delete(socket));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const slice = this.#slices[this.#turn % this.#slices.length];
    this.#turn += 1;
    if (slice === undefined || slice.size === 0) return;
    const { io, every } = this.#options;
    const live = this.#options.live();
    const since = performance.now() - every;
    const due: string[] = [];
    for (const { id, data } of slice) if (!live || (data.answeredAt ?? 0) < since) due.push(id);
    // Addressed by their own rooms, so that the packet is encoded only once.
    if (due.length > 0) {
      io.local.volatile.to(due).emit('live.heartbeat', { at: new Date().toISOString(), live });
    }
  }
}
