import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  jsonb,
  nothing,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

export type AlertStatus = 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED';
export type AlertSeverity = 'INFO' | 'WARNING' | 'CRITICAL';
export type AlertChangeName = 'RAISED' | 'UPDATED' | 'ESCALATED' | 'ACKNOWLEDGED' | 'RESOLVED' | 'REOPENED';

const ALERT = `
  a.id, a.kind, a.severity, a.dedupe_key AS "dedupeKey", a.subject_type AS "subjectType",
  a.subject_id AS "subjectId", a.message_en AS "messageEn", a.message_ar AS "messageAr", a.data, a.status, a.count,
  a.raised_at AS "raisedAt", a.last_seen_at AS "lastSeenAt", a.last_word AS "lastWord",
  a.escalated_at AS "escalatedAt", a.acknowledged_at AS "acknowledgedAt", a.acknowledged_by AS "acknowledgedBy",
  a.acknowledge_note AS "acknowledgeNote", a.resolved_at AS "resolvedAt", a.resolved_by AS "resolvedBy", a.note,
  a.cause_ended_at AS "causeEndedAt", a.subject_count AS "subjectCount", a.version`;

/** Columns that never change. */
const entered = {
  id: uuid,
  kind: text,
  raisedAt: timestamptz,
};
/** Columns that a change of an alert may write. */
const changing = {
  /** Identifies the cause: at most one unresolved alert per key. */
  dedupeKey: text,
  /** The case that represents all cases of the alert: the one known longest. */
  subjectType: text,
  subjectId: text,
  subjectCount: integer,
  severity: oneOf<AlertSeverity>(),
  messageEn: text,
  messageAr: text,
  data: jsonb<JsonObject>(),
  status: oneOf<AlertStatus>(),
  /** Times it was announced: when raised, and on every change of its sentences. */
  count: integer,
  /** When its cause was last known to hold. */
  lastSeenAt: timestamptz,
  /** Id of the effect processed last. */
  lastWord: nullable(uuid),
  escalatedAt: nullable(timestamptz),
  acknowledgedAt: nullable(timestamptz),
  acknowledgedBy: nullable(uuid),
  acknowledgeNote: nullable(text),
  resolvedAt: nullable(timestamptz),
  /** Null while unresolved, and when the service resolved it because its cause ended. */
  resolvedBy: nullable(uuid),
  note: nullable(text),
};
const alert = {
  ...entered,
  ...changing,
  /** When the cause ended after a person had resolved the alert. */
  causeEndedAt: nullable(timestamptz),
  version: integer,
};

/** Something that needs a dispatcher. At most one unresolved alert per `dedupeKey`. */
export type Alert = ValuesOf<typeof alert>;
export type AlertPatch = Partial<ValuesOf<typeof changing>>;

export type EnteredAlert = ValuesOf<typeof entered> &
  Pick<
    Alert,
    | 'dedupeKey'
    | 'subjectType'
    | 'subjectId'
    | 'subjectCount'
    | 'severity'
    | 'messageEn'
    | 'messageAr'
    | 'data'
  >;

/** Null if its id is known or its key has an unresolved alert. */
export function insertAlert(trx: Transaction, given: EnteredAlert): Promise<Alert | null> {
  return insert.first(trx, given);
}

const { dedupeKey, subjectType, subjectId, subjectCount, severity, messageEn, messageAr, data } = changing;
const insert = statement({
  name: 'alerts.insert',
  sql: `INSERT INTO alerts AS a (id, kind, severity, dedupe_key, subject_type, subject_id, message_en, message_ar,
                                 data, status, raised_at, last_seen_at, last_word, subject_count)
        VALUES (:id, :kind, :severity, :dedupeKey, :subjectType, :subjectId, :messageEn, :messageAr,
                :data, 'OPEN', :raisedAt, :raisedAt, :id, :subjectCount)
        ON CONFLICT DO NOTHING RETURNING ${ALERT}`,
  params: {
    ...entered,
    dedupeKey,
    subjectType,
    subjectId,
    subjectCount,
    severity,
    messageEn,
    messageAr,
    data,
  },
  row: alert,
});

/** Updates an alert that the caller has locked and increments its version. */
export async function updateAlert(trx: Transaction, current: Alert, patch: AlertPatch): Promise<Alert> {
  const changed = await update.first(trx, { ...current, ...patch });
  if (changed === null) throw new Error(`alert ${current.id} does not exist`);
  return changed;
}

const update = statement({
  name: 'alerts.update',
  sql: `UPDATE alerts a
           SET dedupe_key = :dedupeKey, subject_type = :subjectType, subject_id = :subjectId, subject_count = :subjectCount,
               severity = :severity, message_en = :messageEn, message_ar = :messageAr, data = :data,
               status = :status, count = :count, last_seen_at = :lastSeenAt, last_word = :lastWord,
               escalated_at = :escalatedAt, acknowledged_at = :acknowledgedAt, acknowledged_by = :acknowledgedBy,
               acknowledge_note = :acknowledgeNote, resolved_at = :resolvedAt, resolved_by = :resolvedBy,
               note = :note, version = a.version + 1
         WHERE a.id = :id RETURNING ${ALERT}`,
  params: { id: uuid, ...changing },
  row: alert,
});

export function findAlert(database: Database, id: string): Promise<Alert | null> {
  return find.first(database, { id });
}

export function lockAlert(trx: Transaction, id: string): Promise<Alert | null> {
  return lock.first(trx, { id });
}

const byId = (name: string, end: string) =>
  statement({
    name,
    sql: `SELECT ${ALERT} FROM alerts a WHERE a.id = :id ${end}`,
    params: { id: uuid },
    row: alert,
  });
const find = byId('alerts.find', '');
const lock = byId('alerts.lock', 'FOR UPDATE');

/** Null if it has changed since this version was read. */
export function lockVersion(
  trx: Transaction,
  { id, version }: Pick<Alert, 'id' | 'version'>,
): Promise<Alert | null> {
  return ofVersion.first(trx, { id, version });
}

const ofVersion = statement({
  name: 'alerts.lock_version',
  sql: `SELECT ${ALERT} FROM alerts a WHERE a.id = :id AND a.version = :version FOR UPDATE`,
  params: { id: uuid, version: integer },
  row: alert,
});

export function lockUnresolved(trx: Transaction, dedupeKey: string): Promise<Alert | null> {
  return unresolved.first(trx, { dedupeKey });
}

const unresolved = statement({
  name: 'alerts.lock_unresolved',
  sql: `SELECT ${ALERT} FROM alerts a WHERE a.dedupe_key = :dedupeKey AND a.status <> 'RESOLVED' FOR UPDATE`,
  params: { dedupeKey: text },
  row: alert,
});

/** The alert with this key that most recently ended with its cause, if after `since`. */
export function lockEndedSince(trx: Transaction, dedupeKey: string, since: Date): Promise<Alert | null> {
  return endedSince.first(trx, { dedupeKey, since });
}

const endedSince = statement({
  name: 'alerts.lock_ended_since',
  sql: `SELECT ${ALERT} FROM alerts a
         WHERE a.dedupe_key = :dedupeKey AND a.status = 'RESOLVED' AND a.resolved_by IS NULL
           AND a.resolved_at > :since
         ORDER BY a.resolved_at DESC LIMIT 1 FOR UPDATE`,
  params: { dedupeKey: text, since: timestamptz },
  row: alert,
});

/** The alert with this key that a person most recently resolved while its cause persists, if after `since`. */
export function lockHeldDown(trx: Transaction, dedupeKey: string, since: Date): Promise<Alert | null> {
  return heldDown.first(trx, { dedupeKey, since });
}

const heldDown = statement({
  name: 'alerts.lock_held_down',
  sql: `SELECT ${ALERT} FROM alerts a
         WHERE a.dedupe_key = :dedupeKey AND a.status = 'RESOLVED' AND a.resolved_by IS NOT NULL
           AND a.cause_ended_at IS NULL AND a.resolved_at > :since
         ORDER BY a.resolved_at DESC LIMIT 1 FOR UPDATE`,
  params: { dedupeKey: text, since: timestamptz },
  row: alert,
});

/** Unacknowledged warnings of these kinds raised before the given time, skipping those locked by another worker. */
export function lockOverdue(
  trx: Transaction,
  terms: { kinds: readonly string[]; raisedUntil: Date; limit: number },
): Promise<Alert[]> {
  return overdue.all(trx, terms);
}

const overdue = statement({
  name: 'alerts.lock_overdue',
  sql: `SELECT ${ALERT} FROM alerts a
         WHERE a.status = 'OPEN' AND a.severity = 'WARNING' AND a.kind = ANY (:kinds)
           AND a.raised_at <= :raisedUntil
         ORDER BY a.raised_at LIMIT :limit FOR UPDATE SKIP LOCKED`,
  params: { kinds: arrayOf(text), raisedUntil: timestamptz, limit: bigint },
  row: alert,
});

/** Whether an alert was ever raised with this id. */
export async function isKnown(trx: Transaction, id: string): Promise<boolean> {
  return (await known.count(trx, { id })) > 0;
}

const known = statement({
  name: 'alerts.is_known',
  sql: 'SELECT id FROM alerts WHERE id = :id',
  params: { id: uuid },
  row: { id: uuid },
});

/** Records that the cause of a resolved alert has ended. Notifies no one. */
export async function noteCauseEnded(trx: Transaction, id: string, at: Date): Promise<void> {
  await causeEnded.count(trx, { id, at });
}

/** Records that the cause still holds. Notifies no one. */
export async function noteSeen(trx: Transaction, id: string, at: Date): Promise<void> {
  await seen.count(trx, { id, at });
}

const causeEnded = statement({
  name: 'alerts.note_cause_ended',
  sql: 'UPDATE alerts SET cause_ended_at = :at WHERE id = :id',
  params: { id: uuid, at: timestamptz },
});
const seen = statement({
  name: 'alerts.note_seen',
  sql: 'UPDATE alerts SET last_seen_at = :at WHERE id = :id',
  params: { id: uuid, at: timestamptz },
});

/** Serializes comparisons of a kind until the transaction ends. False if another process is comparing it. */
export async function claimKind(trx: Transaction, kind: string): Promise<boolean> {
  return (await claim.first(trx, { name: `watch:${kind}` }))?.claimed === true;
}

const claim = statement({
  name: 'alerts.claim_kind',
  sql: 'SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0)) AS claimed',
  params: { name: text },
  row: { claimed: boolean },
});

/**
 * Serializes effects about one case until the transaction ends. Otherwise the effect that ends a case could overtake
 * the one that raises it, which may be waiting for the shared alert's lock, and would find nothing to end.
 */
export async function lockCase(trx: Transaction, key: string): Promise<void> {
  await caseLock.count(trx, { name: `alert:${key}` });
}

const caseLock = statement({
  name: 'alerts.lock_case',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))',
  params: { name: text },
  row: { pg_advisory_xact_lock: nothing },
});

/** Unresolved alerts of a kind, and those a person resolved since `quietSince` whose cause persists. */
export function readBoard(
  trx: Transaction,
  terms: { kind: string; quietSince: Date; limit: number },
): Promise<Alert[]> {
  return board.all(trx, terms);
}

const board = statement({
  name: 'alerts.read_board',
  sql: `SELECT ${ALERT} FROM alerts a
         WHERE a.kind = :kind
           AND (a.status <> 'RESOLVED'
                OR a.resolved_by IS NOT NULL AND a.cause_ended_at IS NULL AND a.resolved_at > :quietSince)
         ORDER BY a.raised_at LIMIT :limit`,
  params: { kind: text, quietSince: timestamptz, limit: bigint },
  row: alert,
});

export interface AlertFilter {
  status?: AlertStatus;
  unresolved?: boolean;
  kind?: string;
  severity?: AlertSeverity;
  subjectType?: string;
  subjectId?: string;
}

export interface AlertPosition {
  raisedAt: Date;
  id: string;
}

/** Alerts after `position`, newest first. */
export function listAlerts(
  database: Database,
  filter: AlertFilter,
  position: AlertPosition | null,
  limit: number,
): Promise<Alert[]> {
  return list.all(database, {
    status: filter.status ?? null,
    unresolved: filter.unresolved === true,
    kind: filter.kind ?? null,
    severity: filter.severity ?? null,
    subjectType: filter.subjectType ?? null,
    subjectId: filter.subjectId ?? null,
    afterAt: position?.raisedAt ?? null,
    afterId: position?.id ?? null,
    limit,
  });
}

const list = statement({
  name: 'alerts.list',
  sql: `SELECT ${ALERT} FROM alerts a
         WHERE (:status::text IS NULL OR a.status = :status)
           AND (NOT :unresolved::boolean OR a.status <> 'RESOLVED')
           AND (:kind::text IS NULL OR a.kind = :kind)
           AND (:severity::text IS NULL OR a.severity = :severity)
           AND (:subjectType::text IS NULL AND :subjectId::text IS NULL
                OR (:subjectType::text IS NULL OR a.subject_type = :subjectType)
                   AND (:subjectId::text IS NULL OR a.subject_id = :subjectId)
                OR EXISTS (SELECT FROM alert_subjects s
                            WHERE s.alert_id = a.id AND (s.ended_at IS NULL OR s.ended_at = a.resolved_at)
                              AND (:subjectType::text IS NULL OR s.subject_type = :subjectType)
                              AND (:subjectId::text IS NULL OR s.subject_id = :subjectId)))
           AND (:afterAt::timestamptz IS NULL OR (a.raised_at, a.id) < (:afterAt, :afterId))
         ORDER BY a.raised_at DESC, a.id DESC LIMIT :limit`,
  params: {
    status: nullable(oneOf<AlertStatus>()),
    unresolved: boolean,
    kind: nullable(text),
    severity: nullable(oneOf<AlertSeverity>()),
    subjectType: nullable(text),
    subjectId: nullable(text),
    afterAt: nullable(timestamptz),
    afterId: nullable(uuid),
    limit: bigint,
  },
  row: alert,
});

const kindCount = { kind: text, open: bigint, acknowledged: bigint, critical: bigint };
export type KindCount = ValuesOf<typeof kindCount>;

/** Number of unresolved alerts per kind. */
export function countAlerts(database: Database): Promise<KindCount[]> {
  return countByKind.all(database, {});
}

const countByKind = statement({
  name: 'alerts.count_by_kind',
  sql: `SELECT kind, count(*) FILTER (WHERE status = 'OPEN') AS open,
               count(*) FILTER (WHERE status = 'ACKNOWLEDGED') AS acknowledged,
               count(*) FILTER (WHERE severity = 'CRITICAL') AS critical
          FROM alerts WHERE status <> 'RESOLVED' GROUP BY kind ORDER BY kind`,
  row: kindCount,
});

/** Deletes alerts resolved before the given time with their history, at most `limit`. Returns how many. */
export function deleteResolved(database: Database, before: Date, limit: number): Promise<number> {
  return purge.count(database, { before, limit });
}

const purge = statement({
  name: 'alerts.delete_resolved',
  sql: `DELETE FROM alerts
         WHERE id IN (SELECT id FROM alerts WHERE status = 'RESOLVED' AND resolved_at < :before
                       ORDER BY resolved_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { before: timestamptz, limit: bigint },
});

const change = {
  version: integer,
  change: oneOf<AlertChangeName>(),
  status: oneOf<AlertStatus>(),
  severity: oneOf<AlertSeverity>(),
  message_en: text,
  message_ar: text,
  at: timestamptz,
  account_id: nullable(uuid),
  note: nullable(text),
};
export type AlertChangeRow = ValuesOf<typeof change>;

export async function insertChange(
  trx: Transaction,
  given: AlertChangeRow & { alertId: string; requestId: string | null },
): Promise<void> {
  await changed.count(trx, given);
}

const changed = statement({
  name: 'alerts.insert_change',
  sql: `INSERT INTO alert_changes (alert_id, version, change, status, severity, message_en, message_ar, at,
                                   account_id, note, request_id)
        VALUES (:alertId, :version, :change, :status, :severity, :message_en, :message_ar, :at,
                :account_id, :note, :requestId)`,
  params: { alertId: uuid, ...change, requestId: nullable(text) },
});

const MAX_CHANGES = 100;

/** The latest history entries of an alert, oldest first. */
export async function readChanges(database: Database, alertId: string): Promise<AlertChangeRow[]> {
  return changesOf.all(database, { alertId, limit: MAX_CHANGES });
}

const changesOf = statement({
  name: 'alerts.changes_of_alert',
  // With many cases, most entries are count changes; they must not push out who raised and who acknowledged it.
  sql: `SELECT * FROM (
          SELECT version, change, status, severity, message_en, message_ar, at, account_id, note
            FROM alert_changes WHERE alert_id = :alertId
           ORDER BY change = 'UPDATED', version DESC LIMIT :limit) AS shown
         ORDER BY version`,
  params: { alertId: uuid, limit: bigint },
  row: change,
});
