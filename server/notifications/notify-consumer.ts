import { eachAtMost } from '../../actors/runtime/each-at-most.ts';
import { PacedGroups } from '../../actors/runtime/paced-groups.ts';
import type { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { AnyConsumer, Pusher } from '../../actors/runtime/relay.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Database } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { inTransaction, sqlState } from '../../db/unit-of-work.ts';
import { sendPushes } from '../kernel/outbox/live-pushes.ts';
import { endsCodes, settleCodes } from './delivery-codes.ts';
import { parseNotice } from './notice.ts';
import { recipientsOf } from './recipient-store.ts';
import { type Asked, writeNotifications } from './write-notifications.ts';

export interface NotifyDependencies {
  database: Database;
  clock: Clock;
  ids: Ids;
  pusher: Pusher;
  outbox: Pick<PiggybackedOutbox, 'done' | 'take' | 'expect'>;
}

/** The result for one notification. */
interface Told {
  /** Why it was not written; null if it was. */
  fault: unknown;
  /** Resolves when its live events were sent, or were left to the sweeper. */
  sent: Promise<void>;
}

/** SQLSTATE classes of errors that may concern only one of them, or only this moment: each is then written alone. */
const REFUSED = /^(22|23|40|55)/;
/** Maximum number of notifications written alone concurrently. */
const MAX_ALONE = 4;

/**
 * Consumer `notify`: writes one row per event and recipient, and one delivery row per channel that needs a sender.
 * Effects that arrive close together are written by one statement, which also deletes finished outbox rows.
 */
export function notifyConsumer(deps: NotifyDependencies): AnyConsumer {
  const groups = new PacedGroups<Asked, Told>({
    timers: realTimers,
    run: (asked) => writeGroup(deps, asked),
    expect: (at) => deps.outbox.expect(at),
  });
  const consume: AnyConsumer = async (payload, { effectId, version }) => {
    const told = await groups.ask({ notice: parseNotice(payload), effectId, version, at: deps.clock.now() });
    if (told.fault !== null) throw told.fault;
    await told.sent;
  };
  return Object.assign(consume, { gathers: true });
}

async function writeGroup(deps: NotifyDependencies, group: readonly Asked[]): Promise<Told[]> {
  const told = new Map<string, Told>();
  // An effect that arrives twice, from its commit and from the sweeper, is written once.
  const once = [...new Map(group.map((asked) => [asked.effectId, asked])).values()];
  const together = once.filter(({ notice }) => !endsCodes(notice));
  const shared = await writeTogether(deps, together);
  if (shared !== null) for (const { effectId } of together) told.set(effectId, shared);
  await eachAtMost(
    once.filter(({ effectId }) => !told.has(effectId)),
    MAX_ALONE,
    async (asked) => void told.set(asked.effectId, await writeAlone(deps, asked)),
  );
  return group.map(({ effectId }) => told.get(effectId) as Told);
}

/** Null: PostgreSQL rejected the data of one of them, so none is written. Rejects if the outcome is unknown. */
async function writeTogether(deps: NotifyDependencies, group: readonly Asked[]): Promise<Told | null> {
  if (group.length === 0) return null;
  const riders = deps.outbox.take();
  const asked = group.map((each) => ({ ...each, code: null }));
  const written = { asked, durable: false, finished: riders.ids };
  try {
    const left = await writeNotifications(deps.database, deps.ids, written);
    riders.ended();
    return { fault: null, sent: sendPushes(deps, left) };
  } catch (error) {
    riders.stayed();
    if (REFUSED.test(sqlState(error) ?? '')) return null;
    throw error;
  }
}

async function writeAlone(deps: NotifyDependencies, asked: Asked): Promise<Told> {
  try {
    const left = endsCodes(asked.notice) ? await writeCode(deps, asked) : await writeOne(deps, asked);
    return { fault: null, sent: sendPushes(deps, left) };
  } catch (fault) {
    return { fault, sent: Promise.resolve() };
  }
}

function writeOne({ database, ids }: NotifyDependencies, asked: Asked): Promise<OutboxRow | null> {
  return writeNotifications(database, ids, {
    asked: [{ ...asked, code: null }],
    durable: false,
    finished: [],
  });
}

async function writeCode({ database, ids }: NotifyDependencies, asked: Asked): Promise<OutboxRow | null> {
  const { notice, version } = asked;
  const accountIds = await recipientsOf(database, notice.to, notice.kind);
  return inTransaction(database, async (trx) => {
    const code = await settleCodes(trx, notice, accountIds, version);
    return writeNotifications(trx, ids, { asked: [{ ...asked, code }], durable: true, finished: [] });
  });
}
