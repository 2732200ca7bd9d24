import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { Alert } from '../../../db/models/alert.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { type AlertWords, changeAlert, enterAlert, wordsOf } from './alert-book.ts';
import { resolveByItself } from './alert-store.ts';
import type { Cause, Condition } from './condition.ts';
import { changingAlerts, type Happened, type TellDependencies } from './tell-alert.ts';

export type WatchDependencies = TellDependencies & {
  clock: Clock;
  settings: Settings;
  config: { clockRate: number };
};

/** Of one kind on the board at once; what is more is raised when there is room. */
const MOST_OF_A_KIND = 200;
/** Alerts raised in one go, so that a flood is told bit by bit. */
const RAISED_AT_ONCE = 50;
/** Domain milliseconds after which "last seen" is written though nothing else changed. */
const SEEN_EVERY = 60_000;

/**
 * Compares what a condition finds with the board, in one transaction: raises what is new, brings what changed up to
 * date, resolves what is over. Another process that compares the same kind just then is left to it.
 */
export async function watchCondition(deps: WatchDependencies, condition: Condition): Promise<void> {
  const { told } = await changingAlerts(deps, async (trx) => {
    if (!(await claim(trx, condition.kind))) return [];
    const settings = await deps.settings.values(trx);
    const now = deps.clock.now();
    // What is on the board is read first: a cause that is not found afterwards ended after its alert was raised.
    const quietSince = new Date(now.getTime() - settings.alertQuietMinutes * 60_000);
    const board = await readBoard(trx, condition.kind, quietSince);
    const causes = await condition.causes({
      ...{ trx, now, settings, clockRate: deps.config.clockRate, most: MOST_OF_A_KIND },
      known: board.map((alert) => causeKey(alert)),
    });
    if (causes === null) return [];
    return compare(trx, deps, { kind: condition.kind, board, causes, now, quietSince });
  });
  await told;
}

async function claim(trx: Transaction, kind: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { claimed: boolean }[] }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS claimed',
    [`watch:${kind}`],
  );
  return rows[0]?.claimed === true;
}

/** The unresolved alerts of a kind, and those a person resolved whose quiet time lasts. */
function readBoard(trx: Transaction, kind: string, quietSince: Date): Promise<Alert[]> {
  return Alert.query(trx)
    .where('kind', kind)
    .where((query) =>
      query
        .whereNot('status', 'RESOLVED')
        .orWhere((held) =>
          held.whereNotNull('resolved_by').whereNull('cause_ended_at').where('resolved_at', '>', quietSince),
        ),
    )
    .orderBy('raised_at')
    .limit(2 * MOST_OF_A_KIND)
    .execute();
}

interface Comparison {
  kind: string;
  board: readonly Alert[];
  causes: readonly Cause[];
  now: Date;
  quietSince: Date;
}

async function compare(
  trx: Transaction,
  { ids }: TellDependencies,
  { kind, board, causes, now, quietSince }: Comparison,
): Promise<Happened[]> {
  const found = new Map(causes.map((cause) => [cause.key, cause]));
  const onBoard = new Set(board.map(causeKey));
  const happened: Happened[] = [];
  for (const alert of board) {
    const cause = found.get(causeKey(alert));
    const change = cause === undefined ? await ended(trx, alert, now) : await lasts(trx, alert, cause, now);
    if (change !== null) happened.push(change);
  }
  const fresh = causes.filter(({ key }) => !onBoard.has(key)).slice(0, roomFor(board));
  for (const cause of fresh) {
    const back = await reopened(trx, wordsFor(kind, cause), now, quietSince);
    if (back !== null) {
      happened.push(back);
      continue;
    }
    const alert = await enterAlert(trx, { ...wordsFor(kind, cause), id: ids.next(), raisedAt: now });
    if (alert !== null) happened.push({ alert, change: 'RAISED' });
  }
  return happened;
}

/**
 * What ended by itself a moment ago and is back, say of a driver in and out of a tunnel, is the alert it was and not
 * one more for everybody's bell; whoever was on it still is.
 */
async function reopened(
  trx: Transaction,
  words: AlertWords,
  now: Date,
  quietSince: Date,
): Promise<Happened | null> {
  const former = await Alert.query(trx)
    .where({ dedupe_key: words.dedupeKey, status: 'RESOLVED' })
    .whereNull('resolved_by')
    .where('resolved_at', '>', quietSince)
    .orderBy('resolved_at', 'desc')
    .first()
    .forUpdate();
  if (former === undefined) return null;
  const worded = await wordsOf(trx, words);
  const severity = former.escalatedAt === null ? worded.severity : former.severity;
  const status = former.acknowledgedAt === null ? ('OPEN' as const) : ('ACKNOWLEDGED' as const);
  const seen = { status, resolvedAt: null, count: former.count + 1, lastSeenAt: now };
  const worse = severity === 'CRITICAL' && former.severity !== 'CRITICAL';
  const change = worse ? 'ESCALATED' : 'REOPENED';
  const patch = { ...worded, severity, data: words.data, ...seen };
  return { alert: await changeAlert(trx, former, patch, { change, at: now }), change };
}

function roomFor(board: readonly Alert[]): number {
  return Math.max(0, Math.min(RAISED_AT_ONCE, MOST_OF_A_KIND - board.length));
}

/** Mostly nothing changes, so only what does is locked. False: somebody has just changed it, and the next look sees that. */
async function isStillSo(trx: Transaction, { id, version }: Alert): Promise<boolean> {
  return (await Alert.query(trx).findOne({ id, version }).forUpdate()) !== undefined;
}

async function ended(trx: Transaction, alert: Alert, now: Date): Promise<Happened | null> {
  if (!(await isStillSo(trx, alert))) return null;
  if (alert.status !== 'RESOLVED')
    return { alert: await resolveByItself(trx, alert, now), change: 'RESOLVED' };
  // Nothing to tell: should it begin anew, no quiet time holds it down.
  await trx('alerts').where('id', alert.id).update({ cause_ended_at: now });
  return null;
}

async function lasts(trx: Transaction, alert: Alert, cause: Cause, now: Date): Promise<Happened | null> {
  if (alert.status === 'RESOLVED') return null;
  const words = await wordsOf(trx, wordsFor(alert.kind, cause));
  const severity = alert.escalatedAt === null ? words.severity : alert.severity;
  if (sameWords(alert, { ...words, severity }, cause)) {
    if (now.getTime() - alert.lastSeenAt.getTime() >= SEEN_EVERY)
      await trx('alerts').where('id', alert.id).update({ last_seen_at: now });
    return null;
  }
  if (!(await isStillSo(trx, alert))) return null;
  const patch = { ...words, severity, data: cause.data, count: alert.count + 1, lastSeenAt: now };
  const worse = severity === 'CRITICAL' && alert.severity !== 'CRITICAL';
  const change = worse ? 'ESCALATED' : 'UPDATED';
  return { alert: await changeAlert(trx, alert, patch, { change, at: now }), change };
}

function sameWords(
  alert: Alert,
  words: Pick<Alert, 'severity' | 'messageEn' | 'messageAr'>,
  { data }: Cause,
): boolean {
  return (
    alert.severity === words.severity &&
    alert.messageEn === words.messageEn &&
    alert.messageAr === words.messageAr &&
    canonicalJson(alert.data) === canonicalJson(data)
  );
}

function wordsFor(kind: string, { key, subjectType, subjectId, data, severity }: Cause): AlertWords {
  const words = { kind, dedupeKey: `${kind}:${key}`, subjectType, subjectId, data };
  return severity === undefined ? words : { ...words, severity };
}

function causeKey({ kind, dedupeKey }: Alert): string {
  return dedupeKey.slice(kind.length + 1);
}
