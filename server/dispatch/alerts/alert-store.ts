import type { Transaction } from '../../../db/database.ts';
import { Alert } from '../../../db/models/alert.ts';
import { type AlertWords, changeAlert, enterAlert, wordsOf } from './alert-book.ts';

export interface NewAlert extends AlertWords {
  /** The same for every delivery of one word: a repeat raises nothing, even after the alert was resolved. */
  id: string;
  raisedAt: Date;
}

/** What a word did to the board; null: nothing, it was known. */
export type Raised = { change: 'RAISED' | 'UPDATED'; alert: Alert } | null;

/** Raises an alert, or brings the unresolved one of its key up to date. */
export async function raiseAlert(trx: Transaction, alert: NewAlert): Promise<Raised> {
  const entered = await enterAlert(trx, alert);
  if (entered !== null) return { change: 'RAISED', alert: entered };
  const open = await lockUnresolved(trx, alert.dedupeKey);
  if (open === undefined || open.lastWord === alert.id || (await isKnown(trx, alert.id))) return null;
  const words = await wordsOf(trx, alert);
  const severity = open.escalatedAt === null ? words.severity : open.severity;
  const seen = { count: open.count + 1, lastSeenAt: alert.raisedAt, lastWord: alert.id };
  const patch = { ...words, severity, data: alert.data, ...seen };
  const changed = await changeAlert(trx, open, patch, { change: 'UPDATED', at: alert.raisedAt });
  return { change: 'UPDATED', alert: changed };
}

/** A former alert was raised by this very word. */
async function isKnown(trx: Transaction, id: string): Promise<boolean> {
  return (await trx('alerts').where({ id }).first('id')) !== undefined;
}

/** Resolves the unresolved alert of this key, because what it says is over. Null when there is none. */
export async function closeAlert(trx: Transaction, dedupeKey: string, at: Date): Promise<Alert | null> {
  const open = await lockUnresolved(trx, dedupeKey);
  return open === undefined ? null : resolveByItself(trx, open, at);
}

export function resolveByItself(trx: Transaction, alert: Alert, at: Date): Promise<Alert> {
  return changeAlert(trx, alert, { status: 'RESOLVED', resolvedAt: at }, { change: 'RESOLVED', at });
}

function lockUnresolved(trx: Transaction, dedupeKey: string): Promise<Alert | undefined> {
  return Alert.query(trx)
    .findOne('dedupe_key', dedupeKey)
    .whereNot('status', 'RESOLVED')
    .forUpdate()
    .execute();
}
