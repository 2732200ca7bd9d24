import type { Server, Socket } from 'socket.io';
import type { Stamp } from './events.ts';
import type { NumberedEvents, SocketEvents } from './live-types.ts';
import type { ClientRequests } from './protocol.ts';
import type { LiveSession } from './session.ts';

export type ServerEvents = { [E in keyof SocketEvents]: (payload: SocketEvents[E]) => void } & {
  [E in keyof NumberedEvents]: (payload: NumberedEvents[E], stamp: Stamp) => void;
};

/** What the processes that serve sockets tell each other. */
export interface ProcessEvents {
  /** A session of this account has ended, or all have. */
  'sessions.ended': (accountId: string) => void;
}

export interface SocketData {
  /** Set by the handshake, before anything else sees the socket. */
  session: LiveSession;
  /** When an answer last went to it that is a sign of life too, on the clock of `performance.now()`. */
  answeredAt?: number;
}

export type LiveServer = Server<ClientRequests, ServerEvents, ProcessEvents, SocketData>;
export type LiveSocket = Socket<ClientRequests, ServerEvents, ProcessEvents, SocketData>;
