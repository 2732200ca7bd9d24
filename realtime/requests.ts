import type { Logger } from 'pino';
import {
  type Ack,
  MAX_ROOM_LENGTH,
  MAX_TOKEN_LENGTH,
  positionField,
  textField,
  toProblem,
} from './protocol.ts';
import type { RoomHub } from './room-hub.ts';
import type { LiveSession } from './session.ts';
import type { LiveSocket } from './socket-types.ts';
import { Throttle } from './throttle.ts';

/** More than a correct client ever sends; a socket that exceeds it is closed. */
const FLOOD = { burst: 300, windowMs: 10_000 };

/** Answers a client's requests over its socket. */
export function serveRequests(socket: LiveSocket, session: LiveSession, hub: RoomHub, log: Logger): void {
  const flood = new Throttle(FLOOD.burst, FLOOD.windowMs);
  // Below Socket.IO's own middleware, which would cost every ping more than this does.
  socket.conn.on('packet', ({ type }: { type: string }) => {
    if (type === 'message' && !flood.take()) socket.disconnect(true);
  });
  socket.on('subscribe', (payload, reply) =>
    answer(reply, log, async () => {
      const room = textField(payload, 'room', MAX_ROOM_LENGTH);
      await session.subscribe(room);
      return hub.answer(room, positionField(payload));
    }),
  );
  socket.on('unsubscribe', (payload, reply) =>
    answer(reply, log, async () => {
      const room = textField(payload, 'room', MAX_ROOM_LENGTH);
      session.unsubscribe(room);
      return { room };
    }),
  );
  socket.on('renew', (payload, reply) =>
    answer(reply, log, async () => {
      const expiresAt = await session.renew(textField(payload, 'token', MAX_TOKEN_LENGTH));
      return { expiresAt: expiresAt.toISOString() };
    }),
  );
}

/** `reply` comes from the client, so it may not even be a function. */
async function answer<T extends object>(
  reply: (answer: Ack<T>) => void,
  log: Logger,
  work: () => Promise<T>,
): Promise<void> {
  const say = (ack: Ack<T>) => {
    if (typeof reply === 'function') reply(ack);
  };
  try {
    say({ ok: true, ...(await work()) });
  } catch (error) {
    say({ ok: false, ...toProblem(error, log) });
  }
}
