import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import type { Pusher } from '../actors/runtime/relay.ts';
import { EndedSessions } from './ended-sessions.ts';
import { leaveSockets } from './leave.ts';
import type { CallerResolverPort, RoomAccessPort, SignsOfLife } from './ports.ts';
import { MAX_TOKEN_LENGTH, positionField, textField, toProblem, withPatience } from './protocol.ts';
import { createCore, type LiveCore, type PusherOptions } from './pusher.ts';
import { serveRequests } from './requests.ts';
import { RoomHub } from './room-hub.ts';
import { LiveSession, type SessionContext } from './session.ts';
import type { LiveServer, LiveSocket } from './socket-types.ts';

export interface GatewayOptions extends PusherOptions {
  /** With its request listener in place already; its owner closes it, after the gateway. */
  httpServer: HttpServer;
  callers: CallerResolverPort;
  access: RoomAccessPort;
  presence: SignsOfLife;
  /** Spends the address's budget for a handshake; throws common.RATE_LIMITED. */
  admit?: (request: IncomingMessage) => Promise<void>;
  /** Whether a browser may connect from where it says it does; asked only when it says so. Left out: from anywhere. */
  admitsOrigin?: (request: IncomingMessage) => boolean;
  /**
   * The token in the cookie of a page that is rendered by the server and has no other; read only for a page of ours, as
   * its browser says. Left out: there are no such pages.
   */
  pageToken?: (request: IncomingMessage) => string | null;
  /** Milliseconds; a revoked session is noticed within it. */
  recheckEvery?: number;
  /** Milliseconds between two heartbeats on every socket. */
  heartbeatEvery?: number;
  /** Packets that wait for one socket before it is taken for slow. */
  slowAfter?: number;
}

export interface Gateway {
  pusher: Pusher;
  /** For what serves or sends to the sockets of this process alone. */
  io: LiveServer;
  /** Closes the sockets of the account's ended sessions, in every process: once their end has committed. */
  sessionsEnded(accountId: string): void;
  /** Takes no new connections and ends those there are; their clients go to another process by themselves. */
  leave(): Promise<void>;
  /** Leaves, then Redis too. The http server and the Redis connections stay the caller's. */
  close(): Promise<void>;
}

/** A driver's device answers a ping of the server as often as this: its sign of life. Milliseconds. */
const PING_EVERY = 20_000;
const PONG_WITHIN = 15_000;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Of what a cookie holds; access tokens begin otherwise. */
const REFRESH_TOKEN_PREFIX = 'rt_';
const MAX_SOCKETS_PER_ACCOUNT = 50;
const RECHECK_EVERY = 55_000;
const HEARTBEAT_EVERY = 5_000;

/** A gateway's core with the delivery of numbered events. */
type Live = LiveCore & { hub: RoomHub; ended: EndedSessions; heartbeatEvery: number };

/** Opens the live channel at /socket.io on the API's server. */
export function createGateway(options: GatewayOptions): Gateway {
  let leaving: Promise<void> | null = null;
  const core = createCore(options, {
    pingInterval: PING_EVERY,
    pingTimeout: PONG_WITHIN,
    connectTimeout: 10_000,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    allowRequest: requestCheck(options.admitsOrigin, () => leaving === null),
  });
  const { io, bus, pusher, roomLog } = core;
  const { heartbeatEvery = HEARTBEAT_EVERY, namespace, log, slowAfter, observe } = options;
  const hub = new RoomHub({ ...core, namespace, log, heartbeatEvery, slowAfter, observe });
  const ended = new EndedSessions(io);
  const live = { ...core, hub, ended, heartbeatEvery };
  io.use((socket, next) => {
    authenticate(socket, live, options).then(
      () => next(),
      (error: unknown) => next(connectError(error, options.log)),
    );
  });
  io.on('connection', (socket) => serve(socket, live, options));
  io.attach(options.httpServer);
  const leave = () => {
    leaving ??= leaveSockets(io);
    return leaving;
  };
  return {
    pusher,
    io,
    sessionsEnded: (accountId) => ended.tell(accountId),
    leave,
    close: async () => {
      await leave();
      // What requests under way have pushed still reaches the sockets of other processes.
      await pusher.close();
      hub.close();
      await io.of('/').adapter.close();
      bus.close();
      roomLog.close();
    },
  };
}

async function authenticate(
  socket: LiveSocket,
  { io, bus, hub }: Live,
  options: GatewayOptions,
): Promise<void> {
  await options.admit?.(socket.request);
  const token = tokenOf(socket, options.pageToken);
  const resolved = await withPatience(options.callers.resolveToken(token));
  const { accountId } = resolved.caller;
  const open = io.of('/').adapter.rooms.get(`account:${accountId}`)?.size ?? 0;
  if (open >= MAX_SOCKETS_PER_ACCOUNT) {
    throw new WaslError('common.RATE_LIMITED', {
      detail: 'This account has too many open connections.',
      retryAfter: 30,
    });
  }
  const context: SessionContext = {
    callers: options.callers,
    access: options.access,
    moved: (joined, left) => void tellMoved(socket, hub, joined, left),
    recheckEvery: options.recheckEvery ?? RECHECK_EVERY,
    log: options.log,
  };
  socket.data.session = new LiveSession(socket, context, token, resolved);
  // A client that hears `connect` misses nothing from then on.
  await bus.subscribed();
}

function tokenOf(socket: LiveSocket, pageToken: GatewayOptions['pageToken']): string {
  // A browser that names its origin was admitted by it; who names none is no page.
  const isPage = socket.handshake.auth.token === undefined && socket.request.headers.origin !== undefined;
  const ofPage = isPage ? pageToken?.(socket.request) : null;
  if (ofPage !== null && ofPage !== undefined) return ofPage;
  try {
    const token = textField(socket.handshake.auth, 'token', MAX_TOKEN_LENGTH);
    // That of a page is good in its cookie alone, where the browser says which page it is.
    if (!token.startsWith(REFRESH_TOKEN_PREFIX)) return token;
  } catch (error) {
    throw unauthenticated(error);
  }
  throw unauthenticated();
}

function unauthenticated(cause?: unknown): WaslError {
  const detail = 'Connect with an access token in `auth.token`.';
  return new WaslError('auth.UNAUTHENTICATED', { detail, cause });
}

function serve(socket: LiveSocket, live: Live, { presence, log }: GatewayOptions): void {
  const { session } = socket.data;
  session.watch();
  serveRequests(socket, session, live.hub, log);
  live.hub.heartbeats.add(socket);
  live.ended.greet(socket);
  const alive = () => {
    const { driverId } = session.caller;
    if (driverId !== null) void presence.seen(driverId);
  };
  alive();
  socket.conn.on('heartbeat', alive);
  socket.on('disconnect', () => {
    session.close();
    socket.conn.off('heartbeat', alive);
  });
  void sayHello(socket, live);
}

/** Where the account's own rooms stand, with what was missed since the positions given in the handshake. */
async function sayHello(socket: LiveSocket, { hub, heartbeatEvery }: Live): Promise<void> {
  const { session } = socket.data;
  const { positions } = socket.handshake.auth as { positions?: unknown };
  const given = typeof positions === 'object' && positions !== null ? Object.entries(positions) : [];
  const known = new Map<string, unknown>(given);
  const answers = [...session.rooms].map((room) => hub.answer(room, positionField(known.get(room))));
  const rooms = await Promise.all(answers);
  const expiresAt = session.expiresAt.toISOString();
  socket.emit('live.hello', { at: now(), live: hub.live, heartbeatEvery, expiresAt, rooms });
}

async function tellMoved(socket: LiveSocket, hub: RoomHub, joined: string[], left: string[]): Promise<void> {
  const rooms = await Promise.all(joined.map((room) => hub.answer(room, null)));
  socket.emit('live.rooms', { at: now(), rooms, left });
}

function now(): string {
  return new Date().toISOString();
}

function connectError(error: unknown, log: Logger): Error {
  const problem = toProblem(error, log);
  return Object.assign(new Error(problem.code), { data: problem });
}

type AllowRequest = (
  request: IncomingMessage,
  done: (fault: string | null, allowed: boolean) => void,
) => void;

function requestCheck(admits: GatewayOptions['admitsOrigin'], open: () => boolean): AllowRequest {
  return (request, done) => {
    if (!open()) return done('common.UNAVAILABLE', false);
    const allowed = request.headers.origin === undefined || admits === undefined || admits(request);
    done(allowed ? null : 'auth.ORIGIN_REFUSED', allowed);
  };
}
