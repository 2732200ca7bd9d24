import type { LiveServer } from './socket-types.ts';

/**
 * Number of connections closed at once, and milliseconds between two such steps: their clients reconnect elsewhere at
 * that rate.
 */
const MIN_CLOSE_BATCH_SIZE = 5;
const STEP_MS = 20;
/** Milliseconds in which to close all connections, and then to send what is still buffered. */
const SPREAD_MS = 2_000;
const FLUSH_TIMEOUT_MS = 500;

/** Closes the connections of all sockets in this process, and the server of connections. */
export async function leaveSockets(io: LiveServer): Promise<void> {
  await closeConnections(io);
  io.engine.close();
}

/**
 * Closes the connections of all sockets in this process, after sending what is buffered for them. Only the connections
 * are closed, without a disconnect packet: Socket.IO's client would take that as final, but reconnects when a
 * connection breaks.
 */
export async function closeConnections(io: LiveServer): Promise<void> {
  const connections = [...new Set([...io.of('/').sockets.values()].map(({ conn }) => conn))];
  const slice = Math.max(MIN_CLOSE_BATCH_SIZE, Math.ceil((connections.length * STEP_MS) / SPREAD_MS));
  for (let start = 0; start < connections.length; start += slice) {
    for (const connection of connections.slice(start, start + slice)) connection.close();
    if (start + slice < connections.length) await pause(STEP_MS);
  }
  const deadline = Date.now() + FLUSH_TIMEOUT_MS;
  while (io.engine.clientsCount > 0 && Date.now() < deadline) await pause(STEP_MS);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
