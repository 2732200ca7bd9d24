import type { Transaction } from '../../../db/database.ts';
import { type AlertWords, changeAlert, enterAlert, resolveByItself, wordsOf } from './alert-book.ts';
import {
  type Alert,
  isKnown,
  lockAlert,
  lockEndedSince,
  lockHeldDown,
  lockUnresolved,
  noteCauseEnded,
  noteSeen,
} from './alert-store.ts';
import type { Happened } from './changing-alerts.ts';
import { type About, aboutAll, alertKey } from './gather.ts';
import { alertOfSubject, endSubject, isWordKnown, liveSubjects, putSubject } from './subjects-store.ts';

/** One case, as reported by an actor or a job. */
export interface RaisedCase extends Omit<AlertWords, 'subjectCount' | 'severity'> {
  /** The same for every delivery of one effect: a repeat raises nothing, even after the alert was resolved. */
  id: string;
  raisedAt: Date;
  /** An alert of the same cause that ended or was resolved after this time is not raised again. */
  quietSince: Date;
  /** The sender knows that this is not the cause a person resolved. */
  isNews?: true;
}

/**
 * Raises an alert or updates the one of its cause. A cause that returns within the quiet time reopens its alert without
 * a notification. An alert that a person resolved stays resolved for the quiet time while its cause persists.
 */
export async function raiseAlert(trx: Transaction, given: RaisedCase): Promise<Happened[]> {
  const { kind, data, subjectType, subjectId, id } = given;
  const key = alertKey(kind, given.dedupeKey, data);
  const gathers = key !== given.dedupeKey;
  if ((await isKnown(trx, id)) || (gathers && (await isWordKnown(trx, id)))) return [];
  const subject = { key: given.dedupeKey, subjectType, subjectId, data };
  const held = given.isNews === true ? null : await lockHeldDown(trx, key, given.quietSince);
  if (held !== null && (!gathers || (await isAbout(trx, held, subject.key)))) {
    if (gathers) await putSubject(trx, held.id, subject, { at: given.raisedAt, word: id });
    return [];
  }
  const left = gathers ? await leaveFormer(trx, given, key) : [];
  const about: About = { dedupeKey: key, subjects: null, subjectCount: 1, subjectType, subjectId, data };
  const entered = (await standing(trx, given, key)) ?? (await entering(trx, given, about));
  if (entered === null) return left;
  const { alert, change } = entered;
  if (!gathers) {
    if (change === 'RAISED') return [entered];
    if (change === 'UPDATED' && alert.lastWord === id) return [];
    return [await said(trx, alert, about, { change, at: given.raisedAt, word: id })];
  }
  await putSubject(trx, alert.id, subject, { at: given.raisedAt, word: id });
  if (change === 'RAISED') return [...left, entered];
  const all = { ...aboutAll(kind, await liveSubjects(trx, alert.id)), dedupeKey: key };
  if (change === 'UPDATED' && (await isUpToDate(trx, alert, all))) {
    await noteSeen(trx, alert.id, given.raisedAt);
    return left;
  }
  return [...left, await said(trx, alert, all, { change, at: given.raisedAt, word: id })];
}

type Standing = { alert: Alert; change: 'RAISED' | 'UPDATED' | 'REOPENED' };

/** The unresolved alert of this cause, or one that ended a moment ago. */
async function standing(
  trx: Transaction,
  { quietSince, isNews }: RaisedCase,
  key: string,
): Promise<Standing | null> {
  const open = await lockUnresolved(trx, key);
  if (open !== null) return { alert: open, change: 'UPDATED' };
  const former = isNews === true ? null : await lockEndedSince(trx, key, quietSince);
  return former === null ? null : { alert: former, change: 'REOPENED' };
}

async function entering(trx: Transaction, given: RaisedCase, about: About): Promise<Standing | null> {
  const { kind, id, raisedAt } = given;
  const { subjects: _, ...words } = about;
  const alert = await enterAlert(trx, { ...words, kind, id, raisedAt });
  if (alert !== null) return { alert, change: 'RAISED' };
  // Another process raised it in the meantime.
  const open = await lockUnresolved(trx, about.dedupeKey);
  return open === null ? null : { alert: open, change: 'UPDATED' };
}

async function isAbout(trx: Transaction, alert: Alert, key: string): Promise<boolean> {
  return (await liveSubjects(trx, alert.id)).some((subject) => subject.key === key);
}

/** Removes the case from its previous alert, if its cause has changed or that alert is resolved. */
async function leaveFormer(trx: Transaction, given: RaisedCase, key: string): Promise<Happened[]> {
  const alertId = await alertOfSubject(trx, given.dedupeKey);
  if (alertId === null) return [];
  const former = await lockAlert(trx, alertId);
  if (former === null || (former.dedupeKey === key && former.status !== 'RESOLVED')) return [];
  return endOf(trx, former, given.dedupeKey, given.raisedAt);
}

/** Whether the alert already has these sentences and counts. */
async function isUpToDate(trx: Transaction, alert: Alert, about: About): Promise<boolean> {
  const words = await wordsOf(trx, { ...about, kind: alert.kind });
  return (
    alert.subjectCount === about.subjectCount &&
    alert.subjectId === about.subjectId &&
    alert.messageEn === words.messageEn &&
    alert.messageAr === words.messageAr
  );
}

interface Saying {
  change: 'UPDATED' | 'REOPENED';
  at: Date;
  word: string | null;
}

async function said(
  trx: Transaction,
  alert: Alert,
  { subjectType, subjectId, subjectCount, data }: About,
  { change, at, word }: Saying,
): Promise<Happened> {
  const about = { subjectType, subjectId, subjectCount, data };
  const words = await wordsOf(trx, { ...about, kind: alert.kind });
  const severity = alert.escalatedAt === null ? words.severity : alert.severity;
  const seen = { count: alert.count + 1, lastSeenAt: at, lastWord: word ?? alert.lastWord };
  const status = alert.acknowledgedAt === null ? ('OPEN' as const) : ('ACKNOWLEDGED' as const);
  const back = change === 'REOPENED' ? { status, resolvedAt: null } : {};
  const patch = { ...words, ...about, severity, ...seen, ...back };
  return { alert: await changeAlert(trx, alert, patch, { change, at }), change };
}

/** Ends a case: its alert is resolved, or covers one case fewer. */
export async function closeAlert(trx: Transaction, caseKey: string, at: Date): Promise<Happened[]> {
  const own = await lockUnresolved(trx, caseKey);
  if (own !== null) return [{ alert: await resolveByItself(trx, own, at), change: 'RESOLVED' }];
  const alertId = await alertOfSubject(trx, caseKey);
  const alert = alertId === null ? null : await lockAlert(trx, alertId);
  if (alert !== null) return endOf(trx, alert, caseKey, at);
  const held = await lockHeldDown(trx, caseKey, new Date(0));
  // The quiet time must not suppress the alert if the cause begins again.
  if (held !== null) await noteCauseEnded(trx, held.id, at);
  return [];
}

/** The caller has locked the alert. */
async function endOf(trx: Transaction, alert: Alert, caseKey: string, at: Date): Promise<Happened[]> {
  const left = (await liveSubjects(trx, alert.id)).filter(({ key }) => key !== caseKey);
  // The last case stays recorded as what the resolved alert was about.
  await endSubject(trx, alert.id, caseKey, at);
  if (alert.status === 'RESOLVED') {
    if (left.length === 0) await noteCauseEnded(trx, alert.id, at);
    return [];
  }
  if (left.length === 0) return [{ alert: await resolveByItself(trx, alert, at), change: 'RESOLVED' }];
  const about = { ...aboutAll(alert.kind, left), dedupeKey: alert.dedupeKey };
  return [await said(trx, alert, about, { change: 'UPDATED', at, word: null })];
}
