import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { type AlertWords, changeAlert, enterAlert, resolveByItself, wordsOf } from './alert-book.ts';
import {
  type Alert,
  claimKind,
  lockEndedSince,
  lockVersion,
  noteCauseEnded,
  noteSeen,
  readBoard,
} from './alert-store.ts';
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
    if (!(await claimKind(trx, condition.kind))) return [];
    const settings = await deps.settings.values(trx);
    const now = deps.clock.now();
    // What is on the board is read first: a cause that is not found afterwards ended after its alert was raised.
    const quietSince = new Date(now.getTime() - settings.alertQuietMinutes * 60_000);
    const { kind } = condition;
    const board = await readBoard(trx, { kind, quietSince, limit: 2 * MOST_OF_A_KIND });
    const causes = await condition.causes({
      ...{ trx, now, settings, clockRate: deps.config.clockRate, most: MOST_OF_A_KIND },
      known: board.map((alert) => causeKey(alert)),
    });
    if (causes === null) return [];
    return compare(trx, deps, { kind, board, causes, now, quietSince });
  });
  await told;
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
  const former = await lockEndedSince(trx, words.dedupeKey, quietSince);
  if (former === null) return null;
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

async function ended(trx: Transaction, seen: Alert, now: Date): Promise<Happened | null> {
  const alert = await lockVersion(trx, seen);
  // Somebody has just changed it: the next look sees that.
  if (alert === null) return null;
  if (alert.status !== 'RESOLVED')
    return { alert: await resolveByItself(trx, alert, now), change: 'RESOLVED' };
  // Nothing to tell: should it begin again, no quiet time holds it down.
  await noteCauseEnded(trx, alert.id, now);
  return null;
}

/** Mostly nothing changes, so only what does is locked. */
async function lasts(trx: Transaction, seen: Alert, cause: Cause, now: Date): Promise<Happened | null> {
  if (seen.status === 'RESOLVED') return null;
  const words = await wordsOf(trx, wordsFor(seen.kind, cause));
  const severity = seen.escalatedAt === null ? words.severity : seen.severity;
  if (sameWords(seen, { ...words, severity }, cause)) {
    if (now.getTime() - seen.lastSeenAt.getTime() >= SEEN_EVERY) await noteSeen(trx, seen.id, now);
    return null;
  }
  const alert = await lockVersion(trx, seen);
  if (alert === null) return null;
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
