import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { changeAlert, enterAlert, resolveByItself, wordsOf } from './alert-book.ts';
import {
  type Alert,
  claimKind,
  lockEndedSince,
  lockVersion,
  noteCauseEnded,
  noteSeen,
  readBoard,
} from './alert-store.ts';
import { gathersOf } from './alert-texts.ts';
import { type AlertChangeDependencies, changingAlerts, type Happened } from './changing-alerts.ts';
import type { Condition } from './condition.ts';
import { type About, gathered } from './gather.ts';
import { type AlertSubjectRow, keysOfSubjects, liveSubjects, setSubjects } from './subjects-store.ts';

export type WatchDependencies = AlertChangeDependencies & {
  clock: Clock;
  settings: Settings;
  config: { clockRate: number };
};

/** Most alerts of a kind on the board; further ones are raised when there is capacity. */
const MAX_ALERTS_OF_KIND = 200;
/** Most cases covered by one alert. */
const MAX_CASES = 1_000;
/** Most alerts raised per run, so that a flood arrives in portions. */
const MAX_RAISED = 50;
/** Domain milliseconds after which "last seen" is updated even without another change. */
const NOTE_SEEN_EVERY_MS = 60_000;

/**
 * Compares a condition's causes with the board in one transaction: raises new ones, updates changed ones, resolves
 * ended ones. Skips the kind if another process is comparing it.
 */
export async function watchCondition(deps: WatchDependencies, condition: Condition): Promise<void> {
  await changingAlerts(deps, async (trx) => {
    if (!(await claimKind(trx, condition.kind))) return [];
    const settings = await deps.settings.values(trx);
    const now = deps.clock.now();
    // Read the board before the causes: a cause missing from the later read ended after its alert was raised.
    const quietSince = new Date(now.getTime() - settings.alertQuietMinutes * 60_000);
    const { kind } = condition;
    const board = await readBoard(trx, { kind, quietSince, limit: 2 * MAX_ALERTS_OF_KIND });
    const causes = await condition.causes({
      ...{ trx, now, settings, clockRate: deps.config.clockRate, most: mostOf(kind) },
      known: await knownCauses(trx, kind, board),
    });
    if (causes === null) return [];
    return compare(trx, deps, { kind, board, found: gathered(kind, causes), now, quietSince });
  });
}

interface Comparison {
  kind: string;
  board: readonly Alert[];
  found: readonly About[];
  now: Date;
  quietSince: Date;
}

async function compare(
  trx: Transaction,
  { ids }: AlertChangeDependencies,
  { kind, board, found, now, quietSince }: Comparison,
): Promise<Happened[]> {
  const byKey = new Map(found.map((about) => [about.dedupeKey, about]));
  const heirs = await causesAfter(trx, board, byKey);
  const onBoard = new Set([...heirs.values()].map(({ dedupeKey }) => dedupeKey));
  const happened: Happened[] = [];
  for (const alert of board) {
    const about = byKey.get(alert.dedupeKey) ?? heirs.get(alert.id);
    if (about === undefined || !isHeldDownBeyond(alert, about)) onBoard.add(alert.dedupeKey);
    const change = about === undefined ? await ended(trx, alert, now) : await lasts(trx, alert, about, now);
    if (change !== null) happened.push(change);
  }
  const fresh = found.filter(({ dedupeKey }) => !onBoard.has(dedupeKey)).slice(0, remainingCapacity(board));
  for (const about of fresh) {
    const change = (await reopened(trx, { kind, about, now, quietSince })) ?? (await entered(about));
    if (change === null) continue;
    if (about.subjects !== null) await setSubjects(trx, change.alert.id, about.subjects, now);
    happened.push(change);
  }
  return happened;

  async function entered({ subjects: _, ...words }: About): Promise<Happened | null> {
    const alert = await enterAlert(trx, { ...words, kind, id: ids.next(), raisedAt: now });
    return alert === null ? null : { alert, change: 'RAISED' };
  }
}

/**
 * If an alert's cause is gone and its cases now have a different cause, the same alert continues with it, so that a
 * changed reason causes no new notification.
 */
async function causesAfter(
  trx: Transaction,
  board: readonly Alert[],
  byKey: ReadonlyMap<string, About>,
): Promise<Map<string, About>> {
  const taken = new Set(board.map(({ dedupeKey }) => dedupeKey));
  const fresh = [...byKey.values()].filter(
    ({ dedupeKey, subjects }) => !taken.has(dedupeKey) && subjects !== null,
  );
  const heirs = new Map<string, About>();
  for (const alert of board) {
    if (fresh.length === 0) break;
    if (alert.status === 'RESOLVED' || byKey.has(alert.dedupeKey)) continue;
    const keys = new Set((await liveSubjects(trx, alert.id)).map(({ key }) => key));
    const at = fresh.findIndex(({ subjects }) => subjects?.some(({ key }) => keys.has(key)) === true);
    const [about] = at < 0 ? [] : fresh.splice(at, 1);
    if (about !== undefined) heirs.set(alert.id, about);
  }
  return heirs;
}

/** A person resolved it as a warning and it is critical now, which is announced at once. */
function isHeldDownBeyond(alert: Alert, { severity }: About): boolean {
  return alert.status === 'RESOLVED' && severity === 'CRITICAL' && alert.severity !== 'CRITICAL';
}

async function knownCauses(trx: Transaction, kind: string, board: readonly Alert[]): Promise<string[]> {
  const own = (key: string) => key.slice(kind.length + 1);
  if (gathersOf(kind) === undefined) return board.map(({ dedupeKey }) => own(dedupeKey));
  const keys = await keysOfSubjects(
    trx,
    board.map(({ id }) => id),
  );
  return keys.map(own);
}

/**
 * Reopens an alert whose cause returned shortly after ending, e.g. a driver passing a tunnel, instead of notifying
 * everyone of a new one. Its acknowledgement is kept.
 */
async function reopened(
  trx: Transaction,
  { kind, about, now, quietSince }: { kind: string; about: About; now: Date; quietSince: Date },
): Promise<Happened | null> {
  const former = await lockEndedSince(trx, about.dedupeKey, quietSince);
  if (former === null) return null;
  const worded = await wordsOf(trx, { ...about, kind });
  const severity = former.escalatedAt === null ? worded.severity : former.severity;
  const status = former.acknowledgedAt === null ? ('OPEN' as const) : ('ACKNOWLEDGED' as const);
  const seen = { status, resolvedAt: null, count: former.count + 1, lastSeenAt: now };
  const worse = severity === 'CRITICAL' && former.severity !== 'CRITICAL';
  const change = worse ? 'ESCALATED' : 'REOPENED';
  const patch = { ...worded, ...casesOf(about), severity, ...seen };
  return { alert: await changeAlert(trx, former, patch, { change, at: now }), change };
}

function remainingCapacity(board: readonly Alert[]): number {
  return Math.max(0, Math.min(MAX_RAISED, MAX_ALERTS_OF_KIND - board.length));
}

async function ended(trx: Transaction, seen: Alert, now: Date): Promise<Happened | null> {
  const alert = await lockVersion(trx, seen);
  // It was changed in the meantime; the next comparison sees that.
  if (alert === null) return null;
  if (alert.status !== 'RESOLVED')
    return { alert: await resolveByItself(trx, alert, now), change: 'RESOLVED' };
  // No announcement. The quiet time must not suppress the alert if the cause begins again.
  await noteCauseEnded(trx, alert.id, now);
  return null;
}

/** Usually nothing changed, so the row is locked only when something did. */
async function lasts(trx: Transaction, seen: Alert, found: About, now: Date): Promise<Happened | null> {
  const about = withLead(found, seen);
  if (about.subjects !== null && !isHeldDownBeyond(seen, about))
    await setSubjects(trx, seen.id, about.subjects, now);
  if (seen.status === 'RESOLVED') return null;
  const words = await wordsOf(trx, { ...about, kind: seen.kind });
  const severity = seen.escalatedAt === null ? words.severity : seen.severity;
  if (sameWords(seen, { ...words, severity }, about)) {
    if (now.getTime() - seen.lastSeenAt.getTime() >= NOTE_SEEN_EVERY_MS) await noteSeen(trx, seen.id, now);
    return null;
  }
  const alert = await lockVersion(trx, seen);
  if (alert === null) return null;
  const patch = { ...words, ...casesOf(about), severity, count: alert.count + 1, lastSeenAt: now };
  const worse = severity === 'CRITICAL' && alert.severity !== 'CRITICAL';
  const change = worse ? 'ESCALATED' : 'UPDATED';
  return { alert: await changeAlert(trx, alert, patch, { change, at: now }), change };
}

function sameWords(
  alert: Alert,
  words: Pick<Alert, 'severity' | 'messageEn' | 'messageAr'>,
  { data, subjectId, subjectCount }: About,
): boolean {
  return (
    alert.subjectId === subjectId &&
    alert.subjectCount === subjectCount &&
    alert.severity === words.severity &&
    alert.messageEn === words.messageEn &&
    alert.messageAr === words.messageAr &&
    canonicalJson(alert.data) === canonicalJson(data)
  );
}

function casesOf({ dedupeKey, subjectType, subjectId, subjectCount, data }: About) {
  return { dedupeKey, subjectType, subjectId, subjectCount, data };
}

/** Keeps the representing case while that case persists. */
function withLead(about: About, { subjectType, subjectId }: Alert): About {
  const isSame = (each: AlertSubjectRow) => each.subjectType === subjectType && each.subjectId === subjectId;
  return about.subjects?.some(isSame) === true ? { ...about, subjectType, subjectId } : about;
}

function mostOf(kind: string): number {
  return gathersOf(kind) === undefined ? MAX_ALERTS_OF_KIND : MAX_CASES;
}
