import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import type { LocationReceipt } from '../actors/geo/presence-port.ts';
import { readLocationRequest } from './location-payload.ts';
import type { Locations } from './locations.ts';
import { type Reply, toProblem } from './protocol.ts';
import type { LiveServer, LiveSocket } from './socket-types.ts';

/** Answers `location` on every driver's socket of this process. */
export function serveLocations(io: LiveServer, locations: Locations, log: Logger): void {
  io.on('connection', (socket) => {
    socket.on('location', (payload, reply) => {
      answer(socket, payload, reply, locations, log);
    });
  });
}

/** `reply` comes from the client, so it may not even be a function. */
function answer(
  socket: LiveSocket,
  payload: unknown,
  reply: Reply<LocationReceipt>,
  locations: Locations,
  log: Logger,
): void {
  const say: Reply<LocationReceipt> = typeof reply === 'function' ? reply : () => undefined;
  if (typeof reply === 'function') socket.data.answeredAt = performance.now();
  try {
    const { driverId, sessionId } = socket.data.session.caller;
    if (driverId === null) {
      throw new WaslError('auth.FORBIDDEN', { detail: 'Only a driver reports locations.' });
    }
    const { points, deviceId } = readLocationRequest(payload);
    say({ ok: true, ...locations.ping(driverId, points, deviceId ?? sessionId) });
  } catch (error) {
    say({ ok: false, ...toProblem(error, log) });
  }
}
