import { eachAtMost } from '../../actors/runtime/each-at-most.ts';
import { PacedGroups } from '../../actors/runtime/paced-groups.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { Consumer, Pusher } from '../../actors/runtime/relay.ts';
import type { RidingOutbox } from '../../actors/runtime/riding-outbox.ts';
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
  outbox: Pick<RidingOutbox, 'done' | 'take' | 'expect'>;
}

/** What became of a notice. */
interface Told {
  /** Why it was not written; null if it was. */
  fault: unknown;
  /** Resolves when its live events were sent, or are left to the sweeper. */
  sent: Promise<void>;
}

/** SQLSTATE classes that speak of the data of one, or of the moment: alone, each of the others is written. */
const REFUSED = /^(22|23|40|55)/;
/** Notices written each by itself that are under way at once. */
const MAX_ALONE = 4;

/**
 * Consumer `notify`: one row per event and recipient, one delivery row per channel that needs a sender. Effects that
 * arrive close to each other are written by one statement, which also takes finished rows of the outbox along.
 */
export function notifyConsumer(deps: NotifyDependencies): Consumer {
  const groups = new PacedGroups<Asked, Told>({
    timers: realTimers,
    run: (asked) => writeGroup(deps, asked),
    expect: (at) => deps.outbox.expect(at),
  });
  const consume: Consumer = async (payload, { effectId, version }) => {
    const told = await groups.ask({ notice: parseNotice(payload), effectId, version, at: deps.clock.now() });
    if (told.fault !== null) throw told.fault;
    await told.sent;
  };
  return Object.assign(consume, { gathers: true });
}

async function writeGroup(deps: NotifyDependencies, group: readonly Asked[]): Promise<Told[]> {
  const told = new Map<string, Told>();
  // One that reached this process twice, by its commit and by the sweeper, is written once.
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

/** Null: PostgreSQL refused what one of them says, so that none is written. Rejects when nobody knows. */
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
