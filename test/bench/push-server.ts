// A child of `npm run bench -- push`: the runtime, relay and live channel of one API process, or a bare commit and
// emit.
// It generates the load itself: another bench measures the cost of HTTP.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { Server } from 'socket.io';
import { v7 as uuidv7 } from 'uuid';
import type { Effect, Machine } from '../../actors/runtime/machine.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { Relay } from '../../actors/runtime/relay.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { createGateway } from '../../realtime/gateway.ts';
import type { LiveCaller } from '../../realtime/ports.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { composeBase } from '../../server/compose/compose-base.ts';
import { composeRuntime } from '../../server/compose/compose-runtime.ts';
import { Closers } from '../../server/kernel/process/closers.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { testFrames } from '../support/frames.ts';
import {
  type CourierCommand,
  type CourierEvent,
  type CourierState,
  courierMachine,
} from './courier-machine.ts';
import type { PushOrder, PushTally } from './push.ts';

type Offer = (key: string) => Promise<unknown>;

/** Milliseconds between two checks of what is due. */
const TICK = 2;
const PERSON = { accountId: '01900000-0000-7000-8000-000000000001', role: 'DRIVER' } as const;

const pushing: Machine<CourierState, CourierCommand, CourierEvent, { now: string }> = {
  ...courierMachine,
  react: (before, event, after, context, facts): Effect[] => {
    const { driverId, deliveries: activeTasks } = after;
    const shown = { driverId, status: 'APPROVED', duty: 'ON_DUTY', idleSince: null, activeTasks };
    const load = { shiftEndsAt: null, zoneIds: [], capacity: 20, itemsAssigned: activeTasks };
    const cash = { cashOnHand: '0.00', codAssigned: '0.00', projected: '0.00', cashLimit: null };
    const marks = { nearLimit: false, overLimit: false, carryOver: false };
    const payload = { ...shown, ...load, ...cash, ...marks, version: context.version };
    const rooms = ['dispatch', `driver:${driverId}`];
    return [
      ...courierMachine.react(before, event, after, context, facts),
      { do: 'push', rooms, event: 'driver.updated', payload },
    ];
  },
};

const httpServer = createServer((_, response) => response.writeHead(404).end());
const offer = process.argv[2] === 'bare' ? await bare() : await service();

httpServer.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (httpServer.address() as AddressInfo).port });
});
process.on('message', (order: PushOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

/** By the clock, not by the timer, which is late: nothing due is left out because of that. */
async function run({ keys, perSecond, seconds }: PushOrder): Promise<PushTally> {
  const tally: PushTally = { answered: 0, failed: 0, commits: [] };
  const began = performance.now();
  const total = perSecond * seconds;
  let offered = 0;
  while (offered < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * perSecond) / 1_000));
    for (; offered < due; offered += 1) void one(keys[(offered * 7_919) % keys.length] ?? '', tally);
    await pause(TICK);
  }
  while (tally.answered + tally.failed < total && performance.now() - began < seconds * 1_000 + 5_000) {
    await pause(TICK);
  }
  return tally;
}

async function one(key: string, tally: PushTally): Promise<void> {
  const sentAt = performance.now();
  try {
    await offer(key);
    tally.answered += 1;
    tally.commits.push(performance.now() - sentAt);
  } catch {
    tally.failed += 1;
  }
}

/** One row changed and committed, one event to one room: the least that a durable push takes. */
async function bare(): Promise<Offer> {
  const io = new Server(httpServer, { serveClient: false, perMessageDeflate: false });
  io.on('connection', (socket) => {
    if (socket.handshake.auth.token === 'dispatcher') void socket.join('dispatch');
  });
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  return async (key) => {
    await pool.query({
      name: 'bare',
      text: `UPDATE drivers SET active_tasks = active_tasks + 1 WHERE id = $1`,
      values: [key],
    });
    io.to('dispatch').emit('driver.updated', { driverId: key }, { at: new Date().toISOString() });
  };
}

/** Composed like server/compose/compose.ts, with couriers as drivers and tokens that name the caller. */
async function service(): Promise<Offer> {
  const config = loadConfig();
  const log = pino({ level: config.logLevel });
  const base = await composeBase(config, 'bench', log, new Closers(log), {});
  const connect = async (role: 'publish' | 'subscribe') => {
    const redis = openRedis(config, { role, log });
    await redisReady(redis, 5_000);
    return redis;
  };
  const gateway = createGateway({
    callers: {
      resolveToken: async (token) => ({ caller: callerOf(token), expiresAt: new Date(Date.now() + 9e6) }),
    },
    access: { maySee: async () => false },
    presence: base.presence,
    httpServer,
    namespace: config.redisNamespace,
    frames: testFrames(),
    redis: { pub: await connect('publish'), sub: await connect('subscribe') },
    log,
    observe: base.metrics.live,
  });
  const registration = register(pushing, async () => ({}));
  const registry: Registry = { order: registration, driver: registration, zone: registration };
  const composed = await composeRuntime(base, registry);
  const relay = new Relay({
    runtime: composed.runtime,
    outbox: composed.outbox(new PgOutboxStore(base.database)),
    pusher: gateway.pusher,
    timers: realTimers,
    onFailure: (error) => log.error({ err: error }, 'an effect failed'),
  });
  composed.useRelay(relay);
  return (key) => {
    const id = uuidv7();
    const command = { type: 'deliver', payload: { task: id }, by: PERSON, id, requestId: id };
    return composed.runtime.execute({ ref: { kind: 'driver', key }, ...command, correlationId: id });
  };
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
