import type { LiveServer } from './socket-types.ts';

/**
 * Number of connections closed at once, and milliseconds between two such steps: their clients reconnect elsewhere at
 * that rate.
 */
const AT_ONCE = 50;
const EVERY = 20;
/** Milliseconds in which to close all connections, and then to send what is still buffered. */
const SPREAD = 2_000;
const FLUSH = 500;

/**
 * Closes the connections of all sockets in this process, after sending what is buffered for them. Only the connections
 * are closed, without a disconnect packet: Socket.IO's client would take that as final, but reconnects when a
 * connection breaks.
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
