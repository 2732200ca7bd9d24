import { canonicalJson } from '../../../actors/runtime/canonical-json.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, jsonb, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** One case covered by an alert. */
const subject = {
  /** Identifies the case within its kind, so that finding it again updates the same row. */
  key: text,
  subjectType: text,
  subjectId: text,
  data: jsonb<JsonObject>(),
};
export type AlertSubjectRow = ValuesOf<typeof subject>;

/** The cases an alert covers now, the one known longest first. */
export function liveSubjects(trx: Transaction, alertId: string): Promise<AlertSubjectRow[]> {
  return live.all(trx, { alertId });
}

const live = statement({
  name: 'alerts.live_subjects',
  sql: `SELECT key, subject_type AS "subjectType", subject_id AS "subjectId", data
          FROM alert_subjects WHERE alert_id = :alertId AND ended_at IS NULL ORDER BY since, key`,
  params: { alertId: uuid },
  row: subject,
});

/** Keys of the cases these alerts cover. */
export async function keysOfSubjects(trx: Transaction, alertIds: readonly string[]): Promise<string[]> {
  if (alertIds.length === 0) return [];
  return (await keys.all(trx, { alertIds })).map(({ key }) => key);
}

const keys = statement({
  name: 'alerts.keys_of_subjects',
  sql: 'SELECT key FROM alert_subjects WHERE alert_id = ANY (:alertIds) AND ended_at IS NULL ORDER BY since, key',
  params: { alertIds: arrayOf(uuid) },
  row: { key: text },
});

/** Replaces the alert's cases. Cases another alert still covered move to this one. */
export async function setSubjects(
  trx: Transaction,
  alertId: string,
  subjects: readonly AlertSubjectRow[],
  at: Date,
): Promise<void> {
  const known = new Map((await liveSubjects(trx, alertId)).map((each) => [each.key, each]));
  const fresh = subjects.filter(({ key, data }) => {
    const former = known.get(key);
    return former === undefined || canonicalJson(former.data) !== canonicalJson(data);
  });
  if (fresh.length === 0 && known.size === subjects.length) return;
  await endOthers.count(trx, { alertId, keys: subjects.map(({ key }) => key), at });
  for (const each of fresh) await putSubject(trx, alertId, each, { at, word: null });
}

const endOthers = statement({
  name: 'alerts.end_other_subjects',
  sql: `UPDATE alert_subjects SET ended_at = :at
         WHERE ended_at IS NULL
           AND (alert_id = :alertId AND key <> ALL (:keys) OR alert_id <> :alertId AND key = ANY (:keys))`,
  params: { alertId: uuid, keys: arrayOf(text), at: timestamptz },
});

/** Adds a case to the alert. */
export async function putSubject(
  trx: Transaction,
  alertId: string,
  given: AlertSubjectRow,
  { at, word }: { at: Date; word: string | null },
): Promise<void> {
  await put.count(trx, { alertId, ...given, at, word });
}

const put = statement({
  name: 'alerts.put_subject',
  sql: `INSERT INTO alert_subjects AS s (alert_id, key, subject_type, subject_id, data, since, word)
        VALUES (:alertId, :key, :subjectType, :subjectId, :data, :at, :word)
        ON CONFLICT (alert_id, key) DO UPDATE
          SET data = excluded.data, word = coalesce(excluded.word, s.word), ended_at = NULL,
              since = CASE WHEN s.ended_at IS NULL THEN s.since ELSE excluded.since END
          WHERE s.ended_at IS NOT NULL OR s.data <> excluded.data OR excluded.word IS NOT NULL`,
  params: { alertId: uuid, ...subject, at: timestamptz, word: nullable(uuid) },
});

/** Ends one case of the alert. */
export async function endSubject(trx: Transaction, alertId: string, key: string, at: Date): Promise<void> {
  await end.count(trx, { alertId, key, at });
}

const end = statement({
  name: 'alerts.end_subject',
  sql: 'UPDATE alert_subjects SET ended_at = :at WHERE alert_id = :alertId AND key = :key AND ended_at IS NULL',
  params: { alertId: uuid, key: text, at: timestamptz },
});

/** The alert that covers this case now. */
export async function alertOfSubject(trx: Transaction, key: string): Promise<string | null> {
  return (await ofSubject.first(trx, { key }))?.alertId ?? null;
}

const ofSubject = statement({
  name: 'alerts.alert_of_subject',
  sql: 'SELECT alert_id AS "alertId" FROM alert_subjects WHERE key = :key AND ended_at IS NULL',
  params: { key: text },
  row: { alertId: uuid },
});

/** Whether an effect with this id was already processed for a case. */
export async function isWordKnown(trx: Transaction, word: string): Promise<boolean> {
  return (await knownWord.count(trx, { word })) > 0;
}

const knownWord = statement({
  name: 'alerts.is_word_known',
  sql: 'SELECT key FROM alert_subjects WHERE word = :word',
  params: { word: uuid },
  row: { key: text },
});

const shown = {
  subjectType: text,
  subjectId: text,
  name: nullable(text),
  since: timestamptz,
};
export type ShownSubject = ValuesOf<typeof shown>;

/** The cases an alert covers, or covered when it was resolved, with display names; the one known longest first. */
export function shownSubjects(database: Database, alertId: string, limit: number): Promise<ShownSubject[]> {
  return listed.all(database, { alertId, limit });
}

const listed = statement({
  name: 'alerts.shown_subjects',
  sql: `WITH about AS (
          SELECT s.subject_type, s.subject_id, s.since FROM alert_subjects s JOIN alerts a ON a.id = s.alert_id
           WHERE s.alert_id = :alertId AND (s.ended_at IS NULL OR s.ended_at = a.resolved_at)
          UNION ALL
          SELECT a.subject_type, a.subject_id, a.raised_at FROM alerts a
           WHERE a.id = :alertId AND NOT EXISTS (SELECT FROM alert_subjects s WHERE s.alert_id = a.id)
          ORDER BY 3, 2 LIMIT :limit)
        SELECT about.subject_type AS "subjectType", about.subject_id AS "subjectId", about.since,
               coalesce(d.full_name, o.number) AS name
          FROM about
          LEFT JOIN drivers d
            ON d.id = CASE WHEN about.subject_type = 'DRIVER' THEN about.subject_id::uuid END
          LEFT JOIN delivery_tasks t
            ON t.id = CASE WHEN about.subject_type = 'TASK' THEN about.subject_id::uuid END
          LEFT JOIN order_groups g
            ON g.id = CASE WHEN about.subject_type = 'GROUP' THEN about.subject_id::uuid ELSE t.group_id END
          LEFT JOIN orders o
            ON o.id = CASE WHEN about.subject_type = 'ORDER' THEN about.subject_id::uuid ELSE g.order_id END
         ORDER BY about.since, about.subject_id`,
  params: { alertId: uuid, limit: bigint },
  row: shown,
});
