import type { LiveObserver } from './live-observer.ts';
import type { LiveServer, LiveSocket } from './socket-types.ts';

/** Packets, mostly of about 0.5 kB: well above what one turn of the event loop sends. */
const SLOW_AFTER_PACKETS = 2_000;

/**
 * Sockets whose packets accumulate in this process. A slow socket gets no further numbered events; once its buffer is
 * sent, it is told which rooms to catch up with. So its memory here is bounded and nothing is lost.
 */
export class SlowSockets {
  readonly #io: LiveServer;
  readonly #observe: LiveObserver;
  readonly #limit: number;
  readonly #slow = new Map<string, Set<string>>();

  constructor(io: LiveServer, observe: LiveObserver, limit = SLOW_AFTER_PACKETS) {
    this.#io = io;
    this.#observe = observe;
    this.#limit = limit;
  }

  /** The sockets of a room that must not get its next event. */
  of(room: string): string[] {
    const { adapter, sockets } = this.#io.of('/');
    const found: string[] = [];
    for (const id of adapter.rooms.get(room) ?? []) {
      const socket = sockets.get(id);
      if (socket === undefined) continue;
      const missed = this.#slow.get(id) ?? (waiting(socket) > this.#limit ? this.#begin(socket) : undefined);
      if (missed === undefined) continue;
      missed.add(room);
      found.push(id);
    }
    return found;
  }

  #begin(socket: LiveSocket): Set<string> {
    const missed = new Set<string>();
    this.#slow.set(socket.id, missed);
    this.#observe.lagged();
    const { conn } = socket;
    const onDrain = () => {
      if (waiting(socket) > 0) return;
      finish();
      socket.emit('live.resync', { at: new Date().toISOString(), rooms: [...missed], reason: 'SLOW' });
    };
    const finish = () => {
      this.#slow.delete(socket.id);
      conn.off('drain', onDrain);
    };
    conn.on('drain', onDrain);
    socket.once('disconnect', finish);
    return missed;
  }
}

/** The length of the engine's buffer has no public API. */
function waiting({ conn }: LiveSocket): number {
  const { writeBuffer } = conn as unknown as { writeBuffer?: { length: number } };
  return writeBuffer?.length ?? 0;
}
