import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import type { Pusher } from '../actors/runtime/relay.ts';
import { AccountBudgets } from './account-budgets.ts';
import { Anteroom, type EngineConnection } from './anteroom.ts';
import { EndedSessions } from './ended-sessions.ts';
import { closeConnections, leaveSockets } from './leave.ts';
import type { CallerResolverPort, RoomAccessPort, SignsOfLife } from './ports.ts';
import { MAX_TOKEN_LENGTH, positionField, textField, toProblem, withQueryTimeout } from './protocol.ts';
import { createCore, type LiveCore, type PusherOptions } from './pusher.ts';
import { serveRequests } from './requests.ts';
import { RoomHub } from './room-hub.ts';
import { LiveSession, type SessionContext } from './session.ts';
import type { LiveServer, LiveSocket } from './socket-types.ts';

export interface GatewayOptions extends PusherOptions {
  /** Its request listener must already be attached. Its owner closes it, after the gateway. */
  httpServer: HttpServer;
  callers: CallerResolverPort;
  access: RoomAccessPort;
  presence: SignsOfLife;
  /** Takes one from the address's budget of handshakes; throws common.RATE_LIMITED. */
  admit?: (request: IncomingMessage) => Promise<void>;
  /** Whose connections are counted together until they have signed in. Absent: they are not counted. */
  addressOf?: (request: IncomingMessage) => string;
  /** The client's address, for tokens that are bound to some. Absent: that of the connection. */
  clientAddress?: (request: IncomingMessage) => string;
  /** Whether a browser may connect from the origin it names; only called if it names one. Absent: from any origin. */
  admitsOrigin?: (request: IncomingMessage) => boolean;
  /**
   * The token in the cookie of a server-rendered page, which has no other token; only read if the browser names one of
   * our origins. Absent: there are no such pages.
   */
  pageToken?: (request: IncomingMessage) => string | null;
  /** Whether this process may serve now. Absent: always. */
  mayServe?: () => boolean;
  /** Milliseconds within which a revoked session is noticed. */
  recheckEvery?: number;
  /** Milliseconds between two heartbeats on every socket. */
  heartbeatEvery?: number;
  /** Number of packets waiting for one socket from which it counts as slow. */
  slowAfter?: number;
}

export interface Gateway {
  pusher: Pusher;
  /** For services that use only the sockets of this process. */
  io: LiveServer;
  /** Closes the sockets of the account's ended sessions in every process; call it after the end has committed. */
  sessionsEnded(accountId: string): void;
  /** Closes the present connections; their clients reconnect, to another process if this one may not serve. */
  sendAway(): Promise<void>;
  /** Accepts no new connections and closes the existing ones; their clients reconnect to another process. */
  leave(): Promise<void>;
  /** Leaves, then disconnects from Redis. The caller still closes the http server and the Redis connections. */
  close(): Promise<void>;
}

/** Milliseconds between the server's pings, which a driver's device answers; the answer is its signal. */
const PING_INTERVAL_MS = 20_000;
const PONG_TIMEOUT_MS = 15_000;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Prefix of refresh tokens, which pages have in their cookie; access tokens begin differently. */
const REFRESH_TOKEN_PREFIX = 'rt_';
const MAX_SOCKETS_PER_ACCOUNT = 50;
const RECHECK_INTERVAL_MS = 55_000;
const HEARTBEAT_INTERVAL_MS = 5_000;

/** The gateway's core with the delivery of numbered events. */
type Live = LiveCore & {
  hub: RoomHub;
  ended: EndedSessions;
  anteroom: Anteroom;
  budgets: AccountBudgets;
  heartbeatEvery: number;
};

/** Opens the live channel at /socket.io on the API's server. */
export function createGateway(options: GatewayOptions): Gateway {
  let leaving: Promise<void> | null = null;
  const anteroom = new Anteroom(options);
  const core = createCore(options, {
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PONG_TIMEOUT_MS,
    // The anteroom ends those who do not sign in; this only frees what it has missed.
    connectTimeout: 15_000,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    allowRequest: requestCheck(
      anteroom,
      options.admitsOrigin,
      () => leaving === null && (options.mayServe?.() ?? true),
    ),
  });
  const { io, bus, pusher, roomLog } = core;
  const { heartbeatEvery = HEARTBEAT_INTERVAL_MS, namespace, frames, log, slowAfter, observe } = options;
  const hub = new RoomHub({ ...core, namespace, frames, log, heartbeatEvery, slowAfter, observe });
  const ended = new EndedSessions(io);
  const live = { ...core, hub, ended, anteroom, budgets: new AccountBudgets(), heartbeatEvery };
  io.use((socket, next) => {
    authenticate(socket, live, options).then(
      () => next(),
      (error: unknown) => next(connectError(error, options.log)),
    );
  });
  io.on('connection', (socket) => serve(socket, live, options));
  io.attach(options.httpServer);
  io.engine.on('connection', (connection: EngineConnection) => anteroom.receive(connection));
  const leave = () => {
    leaving ??= leaveSockets(io);
    return leaving;
  };
  return {
    pusher,
    io,
    sessionsEnded: (accountId) => ended.tell(accountId),
    sendAway: () => closeConnections(io),
    leave,
    close: async () => {
      await leave();
      // Events already pushed by running requests still have to reach other processes.
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
  { io, bus, hub, budgets }: Live,
  options: GatewayOptions,
): Promise<void> {
  const token = tokenOf(socket, options.pageToken);
  // Read now: a closed connection no longer has it.
  const address = options.clientAddress?.(socket.request) ?? socket.request.socket.remoteAddress ?? '';
  const callers = { resolveToken: (given: string) => options.callers.resolveToken(given, address) };
  const resolved = await withQueryTimeout(callers.resolveToken(token));
  const { accountId } = resolved.caller;
  const open = io.of('/').adapter.rooms.get(`account:${accountId}`)?.size ?? 0;
  if (open >= MAX_SOCKETS_PER_ACCOUNT) {
    throw new WaslError('common.RATE_LIMITED', {
      detail: 'This account has too many open connections.',
      retryAfter: 30,
    });
  }
  const context: SessionContext = {
    callers,
    access: options.access,
    subscribesOfAccount: budgets.subscribesOf(accountId, socket.conn),
    moved: (joined, left) => void tellMoved(socket, hub, joined, left),
    recheckEvery: options.recheckEvery ?? RECHECK_INTERVAL_MS,
    log: options.log,
  };
  socket.data.session = new LiveSession(socket, context, token, resolved);
  // Wait until the subscriptions are active, so that a client misses nothing after `connect`.
  await bus.subscribed();
}

function tokenOf(socket: LiveSocket, pageToken: GatewayOptions['pageToken']): string {
  // The origin that a browser names has been checked; a client that names none is not a page.
  const isPage = socket.handshake.auth.token === undefined && socket.request.headers.origin !== undefined;
  const ofPage = isPage ? pageToken?.(socket.request) : null;
  if (ofPage !== null && ofPage !== undefined) return ofPage;
  try {
    const token = textField(socket.handshake.auth, 'token', MAX_TOKEN_LENGTH);
    // A page's refresh token is accepted only from its cookie, where the browser vouches for the origin.
    if (!token.startsWith(REFRESH_TOKEN_PREFIX)) return token;
  } catch (error) {
    throw unauthenticated(error);
  }
  throw unauthenticated();
}

function unauthenticated(cause?: unknown): WaslError {
  const detail = 'Connect with an access token or an API key in `auth.token`.';
  return new WaslError('auth.UNAUTHENTICATED', { detail, cause });
}

function serve(socket: LiveSocket, live: Live, { presence, log }: GatewayOptions): void {
  const { session } = socket.data;
  live.anteroom.signedIn(socket.conn);
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

/**
 * Tells the client the positions of the account's own rooms, with the events missed since the positions in the
 * handshake.
 */
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

function requestCheck(
  anteroom: Anteroom,
  admits: GatewayOptions['admitsOrigin'],
  open: () => boolean,
): AllowRequest {
  return (request, done) => {
    if (!open()) return done('common.UNAVAILABLE', false);
    const allowed = request.headers.origin === undefined || admits === undefined || admits(request);
    if (!allowed) return done('auth.ORIGIN_REFUSED', false);
    anteroom.admit(request).then(
      () => done(null, true),
      (error: unknown) => done(error instanceof WaslError ? error.code : 'common.UNAVAILABLE', false),
    );
  };
}
