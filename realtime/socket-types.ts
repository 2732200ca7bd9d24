import type { Server, Socket } from 'socket.io';
import type { Stamp } from './events.ts';
import type { NumberedEvents, SocketEvents } from './live-types.ts';
import type { ClientRequests } from './protocol.ts';
import type { LiveSession } from './session.ts';

export type ServerEvents = { [E in keyof SocketEvents]: (payload: SocketEvents[E]) => void } & {
  [E in keyof NumberedEvents]: (payload: NumberedEvents[E], stamp: Stamp) => void;
};

/** Messages between the processes that serve sockets. */
export interface ProcessEvents {
  /** A session of this account, or all of them, has ended. */
  'sessions.ended': (accountId: string) => void;
}

export interface SocketData {
  /** Set by the handshake before anything else uses the socket. */
  session: LiveSession;
  /** When it last got an answer that also serves as a heartbeat, by `performance.now()`. */
  answeredAt?: number;
}

export type LiveServer = Server<ClientRequests, ServerEvents, ProcessEvents, SocketData>;
export type LiveSocket = Socket<ClientRequests, ServerEvents, ProcessEvents, SocketData>;
