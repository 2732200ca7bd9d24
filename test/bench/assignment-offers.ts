import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { startApis } from './api-processes.ts';
import { somewhere } from './assignment-field.ts';
import { Caller } from './caller.ts';
import { BenchChild } from './child.ts';
import { makeCouriers } from './courier-runtimes.ts';
import { makeDrivers, prepared } from './drivers.ts';
import { type BenchServices, serviceEnvironment } from './durable-services.ts';
import { makeOrders } from './orders.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import type { PushTally } from './push.ts';

const PROCESSES = 2;
/** Milliseconds in which the last offers may still arrive. */
const TIMEOUT_MS = 5_000;
/** The first ones meet code that is not compiled yet. */
const WARM_UP_SECONDS = 10;

export interface Terms {
  perSecond: number;
  seconds: number;
  drivers: number;
}

export interface Offers {
  /** Milliseconds from the commit of READY_FOR_PICKUP to the offer on the driver's socket. */
  took: number[];
  orders: number;
  refused: number;
  /** Offers that reached more than one driver's socket. */
  doubled: number;
  /** Processor shares, in cores, while orders came. */
  shares: string;
}

/** Orders are reported ready at fixed times; the chain of each ends on the socket of the driver it is offered to. */
export async function offer(
  services: BenchServices,
  { perSecond, seconds, drivers }: Terms,
): Promise<Offers> {
  const environment = serviceEnvironment(services);
  const count = perSecond * (seconds + WARM_UP_SECONDS);
  const made = await prepared(environment, async (deps) => {
    const staff = await makeDrivers(deps, drivers);
    const random = new SeededRandom(5);
    const recordedAt = new Date().toISOString();
    for (const { driverId } of staff)
      await deps.presence.report(driverId, [{ sequence: 1, ...somewhere(random), accuracy: 5, recordedAt }]);
    return { staff, orders: await makeOrders(deps, count) };
  });
  const apis = await startApis(environment, PROCESSES);
  const sockets = new BenchChild('assignment-sockets.ts');
  const caller = new Caller();
  try {
    const ports = apis.map(({ url }) => Number(new URL(url).port));
    await sockets.ask({ ports, tokens: made.staff.map(({ token }) => token) });
    let refused = 0;
    const { token, groupIds } = made.orders;
    const ready = async (groupId: string, index: number) => {
      const { url } = apis[index % apis.length] ?? { url: '' };
      const path = `/api/v1/seller/order-groups/${groupId}/ready`;
      const { status } = await caller.call('POST', url + path, token, randomUUID());
      if (status !== 200) refused += 1;
    };
    const shares = new ProcessorShares([
      ...apis.map(({ pid }, index) => ({ name: `API ${index + 1}`, pids: [pid] })),
      { name: 'PostgreSQL', pids: [services.pids.postgres] },
      { name: 'Redis', pids: [services.pids.redis] },
      { name: 'sockets', pids: [sockets.pid] },
      { name: 'callers', pids: [process.pid] },
    ]);
    const began = performance.now();
    const pending: Promise<void>[] = [];
    while (pending.length < count) {
      const due = Math.min(count, Math.floor(((performance.now() - began) * perSecond) / 1_000));
      while (pending.length < due) pending.push(ready(groupIds[pending.length] ?? '', pending.length));
      await pause(2);
    }
    await Promise.all(pending);
    const spent = describeShares(shares.take());
    await pause(TIMEOUT_MS);
    const { arrivals } = await sockets.ask<{ arrivals: [string, number][] }>('arrivals');
    const commits = await commitsOf(services.databaseUrl, groupIds.slice(WARM_UP_SECONDS * perSecond));
    const first = new Map<string, number>();
    for (const [groupId, at] of arrivals) if (!first.has(groupId)) first.set(groupId, at);
    const took = [...commits].flatMap(([groupId, at]) => {
      const arrived = first.get(groupId);
      return arrived === undefined ? [] : [arrived - at];
    });
    return {
      took,
      orders: perSecond * seconds,
      refused,
      doubled: arrivals.length - first.size,
      shares: spent,
    };
  } finally {
    caller.close();
    await Promise.all([sockets.end(), ...apis.map((api) => api.end())]);
  }
}

/** The same rate with only a row-locked UPDATE that is committed, and an emit to a socket in another process. */
export async function bareOffers(services: BenchServices, { perSecond, seconds }: Terms): Promise<number[]> {
  const keys = await makeCouriers(services.databaseUrl, 50);
  const server = new BenchChild('push-server.ts', ['bare'], serviceEnvironment(services));
  const sockets = new BenchChild('push-sockets.ts');
  try {
    const { port } = await server.next<{ port: number }>();
    await sockets.ask({ port, drivers: keys.slice(0, 10) });
    await server.ask<PushTally>({ keys, perSecond, seconds: 2 });
    await sockets.ask('ages');
    const { commits } = await server.ask<PushTally>({ keys, perSecond, seconds });
    await pause(200);
    const { ages } = await sockets.ask<{ ages: number[] }>('ages');
    // From the beginning of the write to the socket, as above.
    return ages.map((age, index) => age + (commits[index] ?? 0));
  } finally {
    await Promise.all([server.end(), sockets.end()]);
  }
}

/** When each group became ready: PostgreSQL's clock at the start of that commit, which is this machine's. */
async function commitsOf(databaseUrl: string, groupIds: readonly string[]): Promise<Map<string, number>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ group_id: string; at: Date }>(
      `SELECT g.id AS group_id, c.at FROM order_groups g
         JOIN actor_command c ON c.kind = 'order' AND c.key = g.order_id AND c.type = 'ready'
        WHERE g.id = ANY($1::uuid[])`,
      [groupIds],
    );
    return new Map(rows.map(({ group_id, at }) => [group_id, at.getTime()]));
  } finally {
    await pool.end();
  }
}
