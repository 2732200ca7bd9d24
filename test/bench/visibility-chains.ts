import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { doneWithin } from '../../db/deadline.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import type { BenchApi } from './api-processes.ts';
import type { Caller } from './caller.ts';
import type { SellerOrders } from './orders.ts';

/** Milliseconds between two polls: the end of a chain may be seen this much too late. */
const POLL_EVERY_MS = 10;
const TIMEOUT_MS = 10_000;

export interface Chains {
  /** Milliseconds from the commit of the cause until the last effect could be read. */
  took: number[];
  started: number;
  refused: number;
}

/**
 * A seller marks a group ready; the chain (task, ticket, choice, reservation, assignment) ends with an offer that its
 * driver can see. Observed from outside: in the rows that reads are answered from.
 */
export async function runChains(
  databaseUrl: string,
  caller: Caller,
  apis: readonly BenchApi[],
  { token, groupIds }: SellerOrders,
  perSecond: number,
): Promise<Chains> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const open = new Set<string>();
  const seen = new Map<string, number>();
  const state = { started: 0, refused: 0, over: false };
  const start = async (groupId: string, index: number) => {
    open.add(groupId);
    const { url } = apis[index % apis.length] ?? { url: '' };
    const path = `/api/v1/seller/order-groups/${groupId}/ready`;
    const { status } = await caller.call('POST', url + path, token, randomUUID());
    if (status === 200) return;
    state.refused += 1;
    open.delete(groupId);
  };
  try {
    const watching = watch(pool, open, seen, () => state.over && open.size === 0);
    for (const [index, groupId] of groupIds.entries()) {
      state.started += 1;
      void start(groupId, index);
      await pause(1_000 / perSecond);
    }
    state.over = true;
    await doneWithin(watching, TIMEOUT_MS);
    open.clear();
    const commits = await commitsOf(pool, [...seen.keys()]);
    const took = [...seen].map(([groupId, at]) => at - (commits.get(groupId) ?? Number.NaN));
    return { took, started: state.started, refused: state.refused };
  } finally {
    await pool.end();
  }
}

async function watch(
  pool: pg.Pool,
  open: Set<string>,
  seen: Map<string, number>,
  over: () => boolean,
): Promise<void> {
  while (!over()) {
    const { rows } = await pool.query<{ group_id: string }>(
      `SELECT group_id FROM delivery_tasks WHERE group_id = ANY($1::uuid[]) AND status = 'ASSIGNED'`,
      [[...open]],
    );
    const now = Date.now();
    for (const { group_id } of rows) if (open.delete(group_id)) seen.set(group_id, now);
    await pause(POLL_EVERY_MS);
  }
}

/** When each group became ready: PostgreSQL's clock at the start of that commit, which is this machine's. */
async function commitsOf(pool: pg.Pool, groupIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ group_id: string; at: Date }>(
    `SELECT g.id AS group_id, c.at FROM order_groups g
       JOIN actor_command c ON c.kind = 'order' AND c.key = g.order_id AND c.type = 'ready'
      WHERE g.id = ANY($1::uuid[])`,
    [groupIds],
  );
  return new Map(rows.map(({ group_id, at }) => [group_id, at.getTime()]));
}
