// A child of `npm run bench -- locations`: the locations part of an API process, or a bare relay, on a free port.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Server } from 'socket.io';
import { openDatabase } from '../../db/database.ts';
import { loadServiceArea } from '../../db/seeds/load-service-area.ts';
import { PgBreadcrumbStore } from '../../db/stores/breadcrumb-store.ts';
import { Arrivals } from '../../realtime/arrivals.ts';
import { Breadcrumbs } from '../../realtime/breadcrumbs.ts';
import { readCurrentStops } from '../../realtime/current-stop-store.ts';
import { createGateway } from '../../realtime/gateway.ts';
import { LocationBus } from '../../realtime/location-bus.ts';
import { LocationFrames } from '../../realtime/location-frames.ts';
import { Locations } from '../../realtime/locations.ts';
import type { LiveCaller } from '../../realtime/ports.ts';
import { createPresence } from '../../realtime/presence.ts';
import { recordPresence } from '../../realtime/presence-record.ts';
import { PresenceWatch } from '../../realtime/presence-watch.ts';
import { serveLocations } from '../../realtime/serve-locations.ts';
import { createMetrics } from '../../server/kernel/metrics/metrics.ts';
import { openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { testFrames } from '../support/frames.ts';

const [kind = '', redisUrl = '', databaseUrl = ''] = process.argv.slice(2);
const httpServer = createServer((_, res) => res.writeHead(404).end());

if (kind === 'relay') relay();
else await service();

httpServer.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (httpServer.address() as AddressInfo).port });
});
let before = process.cpuUsage();
let loop = performance.eventLoopUtilization();
let since = performance.now();
process.on('disconnect', () => process.exit());
const profiler = new Session();
process.on('message', (message: 'spent' | 'profile' | { profile: string }) => {
  if (message === 'spent') tellSpent();
  else if (message === 'profile') startProfile();
  else writeProfile(message.profile);
});

function tellSpent(): void {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  const { active } = performance.eventLoopUtilization(loop);
  loop = performance.eventLoopUtilization();
  const seconds = (performance.now() - since) / 1_000;
  since = performance.now();
  process.send?.({ cpu: (user + system) / 1e6, loop: active / 1e3, seconds });
}

function startProfile(): void {
  profiler.connect();
  profiler.post('Profiler.enable');
  profiler.post('Profiler.start');
}

function writeProfile(file: string): void {
  profiler.post('Profiler.stop', (_, { profile }) => {
    writeFileSync(file, JSON.stringify(profile));
    process.send?.('written');
  });
}

/** Passes each message on to the dispatcher, and does nothing else. */
function relay(): void {
  const io = new Server(httpServer, { serveClient: false, perMessageDeflate: false });
  io.on('connection', (socket) => {
    if (socket.handshake.auth.token === 'dispatcher') void socket.join('dispatch');
    socket.on('location', (payload: unknown, reply: unknown) => {
      io.volatile.to('dispatch').emit('location', payload);
      if (typeof reply === 'function') reply({ ok: true });
    });
  });
}

/** Everything that an API process does with locations. Accounts are invented, since signing in is not measured. */
async function service(): Promise<void> {
  const log = pino({ level: 'silent' });
  const connect = async (role: 'commands' | 'publish' | 'subscribe') => {
    const redis = openRedis({ redisUrl }, { role, log });
    await redisReady(redis, 5_000);
    return redis;
  };
  const database = openDatabase(databaseUrl, { name: 'bench', max: 10 });
  const { locations: meter } = createMetrics('bench');
  const presence = createPresence({ redis: await connect('commands'), namespace: 'bench', log });
  const gateway = createGateway({
    callers: {
      resolveToken: async (token) => ({ caller: callerOf(token), expiresAt: new Date(Date.now() + 9e6) }),
    },
    access: { maySee: async () => false },
    presence,
    httpServer,
    namespace: 'bench',
    frames: testFrames(),
    redis: { pub: await connect('publish'), sub: await connect('subscribe') },
    log,
  });
  const bus = new LocationBus({
    pub: await connect('publish'),
    sub: await connect('subscribe'),
    namespace: 'bench',
    frames: testFrames(),
    log,
  });
  const frames = new LocationFrames({ io: gateway.io, bus, zones: () => ({ cover: () => false }), meter });
  const breadcrumbs = new Breadcrumbs({ store: new PgBreadcrumbStore(database), meter, log });
  const stops = (ids: readonly string[]) => readCurrentStops(database, ids);
  const arrivals = new Arrivals({ stops, arrive: async () => undefined, meter, log });
  const area = await loadServiceArea();
  const locations = new Locations({ presence, area, frames, breadcrumbs, arrivals, meter, log });
  const record = recordPresence(database, log);
  new PresenceWatch({ presence, pusher: gateway.pusher, record, meter, log });
  serveLocations(gateway.io, locations, log);
}

function callerOf(token: string): LiveCaller {
  const dispatcher = token === 'dispatcher';
  return {
    accountId: token,
    sessionId: token,
    roles: new Set([dispatcher ? 'DISPATCHER' : 'DRIVER'] as const),
    sellerId: null,
    rights: new Set(),
    driverId: dispatcher ? null : token,
    mfa: false,
  };
}
