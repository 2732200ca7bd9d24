import type { LiveServer } from './socket-types.ts';

/** Connections closed in one go, and milliseconds between two: their clients come back elsewhere, in this measure. */
const AT_ONCE = 50;
const EVERY = 20;
/** Milliseconds for all of them, and then for what still waits to be sent. */
const SPREAD = 2_000;
const FLUSH = 500;

/**
 * Closes the connections under all sockets of this process, what waits for them sent first. No socket is told that
 * it is disconnected: Socket.IO's client takes that for good, and comes back by itself when only a connection ends.
 */
export async function leaveSockets(io: LiveServer): Promise<void> {
  const connections = [...new Set([...io.of('/').sockets.values()].map(({ conn }) => conn))];
  const slice = Math.max(AT_ONCE, Math.ceil((connections.length * EVERY) / SPREAD));
  for (let start = 0; start < connections.length; start += slice) {
    for (const connection of connections.slice(start, start + slice)) connection.close();
    if (start + slice < connections.length) await pause(EVERY);
  }
  const deadline = Date.now() + FLUSH;
  while (io.engine.clientsCount > 0 && Date.now() < deadline) await pause(EVERY);
  io.engine.close();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
