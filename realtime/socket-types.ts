import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { LiveEvents, Stamped } from './events.ts';
import type { ClientRequests } from './protocol.ts';
import type { LiveSession } from './session.ts';

export type ServerEvents = { [E in keyof LiveEvents]: (payload: Stamped<LiveEvents[E]>) => void };

export interface SocketData {
  /** Set by the handshake, before anything else sees the socket. */
  session: LiveSession;
}

export type LiveServer = Server<ClientRequests, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientRequests, ServerEvents, DefaultEventsMap, SocketData>;
