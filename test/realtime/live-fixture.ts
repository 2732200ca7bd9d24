import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { WaslError } from '../../actors/errors.ts';
import type { Pusher } from '../../actors/runtime/relay.ts';
import type { Stamp } from '../../realtime/events.ts';
import { createGateway, type GatewayOptions } from '../../realtime/gateway.ts';
import type { CallerResolverPort, LiveCaller, ResolvedToken } from '../../realtime/ports.ts';
import type { LiveServer } from '../../realtime/socket-types.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { testFrames } from '../support/frames.ts';

export const silent = pino({ level: 'silent' });

export const freshNamespace = () => `t-${randomUUID().slice(0, 12)}`;

/** A caller without roles; `parts` overrides any field. */
export function caller(parts: Partial<Omit<LiveCaller, 'roles'>> & { roles?: string[] } = {}): LiveCaller {
  return {
    accountId: randomUUID(),
    sessionId: randomUUID(),
    sellerId: null,
    rights: new Set(parts.sellerId == null ? [] : ['OWNER', 'ORDERS']),
    driverId: null,
    mfa: false,
    ...parts,
    roles: new Set(parts.roles ?? []) as unknown as LiveCaller['roles'],
  };
}

/** Tokens that a test issues and revokes. */
export class Tokens implements CallerResolverPort {
  readonly #known = new Map<string, ResolvedToken>();

  give(caller: LiveCaller, lifeMs = 60_000): string {
    const token = randomUUID();
    this.#known.set(token, { caller, expiresAt: new Date(Date.now() + lifeMs) });
    return token;
  }

  /** Changes the account behind a token. */
  change(token: string, caller: LiveCaller): void {
    const known = this.#known.get(token);
    if (known !== undefined) this.#known.set(token, { ...known, caller });
  }

  revoke(token: string): void {
    this.#known.delete(token);
  }

  async resolveToken(token: string): Promise<ResolvedToken> {
    const known = this.#known.get(token);
    if (known === undefined) throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in or refresh.' });
    return known;
  }
}

export interface LiveProcess {
  url: string;
  pusher: Pusher;
  io: LiveServer;
  sessionsEnded(accountId: string): void;
  /** Drivers whose heartbeats arrived, in order. */
  seen: string[];
  /** Resolves once live events from other processes can arrive again. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

export type ProcessOptions = Pick<GatewayOptions, 'callers' | 'namespace'> &
  Partial<
    Pick<
      GatewayOptions,
      | 'access'
      | 'admit'
      | 'addressOf'
      | 'admitsOrigin'
      | 'recheckEvery'
      | 'heartbeatEvery'
      | 'slowAfter'
      | 'keep'
      | 'capacity'
      | 'observe'
    >
  > & { redisUrl?: string };

/** Starts the live-events part of an API process. */
export async function startLive(options: ProcessOptions): Promise<LiveProcess> {
  const config = { redisUrl: options.redisUrl ?? redisUrl() };
  const { namespace } = options;
  const redis = {
    pub: openRedis(config, { role: 'publish', log: silent, namespace }),
    sub: openRedis(config, { role: 'subscribe', log: silent, namespace }),
  };
  await Promise.all([redisReady(redis.pub, 5_000), redisReady(redis.sub, 5_000)]);
  const seen: string[] = [];
  const httpServer = createServer((_, res) => res.writeHead(404).end());
  const gateway = createGateway({
    access: { maySee: async () => false },
    frames: testFrames(),
    ...options,
    httpServer,
    redis,
    presence: { seen: async (driverId) => void seen.push(driverId) },
    log: silent,
  });
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    pusher: gateway.pusher,
    io: gateway.io,
    sessionsEnded: (accountId) => gateway.sessionsEnded(accountId),
    seen,
    listening: async () => {
      await Promise.all([redisReady(redis.pub, 10_000), redisReady(redis.sub, 10_000)]);
      // Answered after the subscriptions that were sent before it.
      await redis.sub.ping();
    },
    close: async () => {
      await gateway.close();
      await new Promise((resolve) => httpServer.close(resolve));
      await Promise.all([closeRedis(redis.pub), closeRedis(redis.sub)]);
    },
  };
}

export interface Received {
  event: string;
  payload: Record<string, unknown>;
  /** Set for a numbered event. */
  stamp?: Stamp;
}

/** A connected client without any logic that stores everything it receives. */
export class LiveClient {
  readonly socket: Socket;
  readonly received: Received[] = [];
  /** Messages about the connection itself. */
  readonly signals: Received[] = [];
  /** Set by tests that need it later. */
  accountId = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.onAny((event: string, payload: Record<string, unknown>, stamp?: Stamp) => {
      const list = event.startsWith('live.') ? this.signals : this.received;
      list.push({ event, payload, ...(stamp === undefined ? {} : { stamp }) });
    });
  }

  /** The next event of that name, or the one already here. */
  async next(event: string): Promise<Record<string, unknown>> {
    const known = [...this.received, ...this.signals].find((received) => received.event === event);
    if (known !== undefined) return known.payload;
    return new Promise((resolve) => this.socket.once(event, resolve));
  }

  async ask(request: string, payload: unknown): Promise<Record<string, unknown>> {
    return this.socket.timeout(5_000).emitWithAck(request, payload);
  }

  disconnected(): Promise<string> {
    return new Promise((resolve) => this.socket.once('disconnect', resolve));
  }
}

type ClientOptions = Partial<ManagerOptions & SocketOptions>;

/** Resolves when connected; rejects with the refusal, whose `data` is the problem. */
export function connectLive(url: string, token: unknown, options: ClientOptions = {}): Promise<LiveClient> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    ...options,
  });
  const client = new LiveClient(socket);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(client));
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
}

/** The problem that a refused handshake carries. */
export async function refusal(url: string, token: unknown): Promise<Record<string, unknown>> {
  try {
    const { socket } = await connectLive(url, token);
    socket.close();
  } catch (error) {
    return (error as { data?: Record<string, unknown> }).data ?? {};
  }
  throw new Error('The handshake was not refused.');
}
