import type { JsonObject } from '../../actors/runtime/machine.ts';
import { arrayOf, jsonb, nullable, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { PersonalData } from '../kernel/personal-data/personal-data.ts';
import { unmistakablePattern, wordPattern } from '../kernel/personal-data/word-pattern.ts';
import { deletePreferences } from './preference-store.ts';
import { eraseSubscriptions } from './push/push-subscription-store.ts';

const THEIRS = `(n.account_id = :accountId OR lower(n.recipient_email) = ANY(:emails::text[])
                 OR n.recipient_phone = ANY(:phones::text[]))`;
const PARAMS = { accountId: uuid, emails: arrayOf(text), phones: arrayOf(text) };

const shown = statement({
  name: 'notifications.export',
  sql: `SELECT jsonb_build_object('id', id, 'kind', kind, 'title', jsonb_build_object('en', title_en, 'ar', title_ar),
                                  'body', jsonb_build_object('en', body_en, 'ar', body_ar), 'data', data,
                                  'createdAt', created_at, 'readAt', read_at) AS record
          FROM notifications WHERE account_id = :accountId ORDER BY created_at DESC, id DESC`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});

const shownPreferences = statement({
  name: 'notifications.export_preferences',
  sql: `SELECT to_jsonb(p) - 'account_id' AS record FROM notification_preferences p WHERE account_id = :accountId`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});

const dropDeliveries = statement({
  name: 'notifications.drop_deliveries',
  sql: `DELETE FROM notification_deliveries d USING notifications n WHERE n.id = d.notification_id AND ${THEIRS}`,
  params: PARAMS,
});
const drop = statement({
  name: 'notifications.drop',
  sql: `DELETE FROM notifications n WHERE ${THEIRS}`,
  params: PARAMS,
});

const eraseMentions = statement({
  name: 'notifications.erase_mentions',
  sql: `UPDATE notifications
           SET title_en = without_words(title_en, :words::text), title_ar = without_words(title_ar, :words::text),
               body_en = without_words(body_en, :words::text), body_ar = without_words(body_ar, :words::text),
               data = without_person(data, :words::text, '{}', '{}')
         WHERE kind IN ('ALERT', 'DEADLINE_MISSED', 'HAND_OVER')
           AND (body_en ~* :words OR body_ar ~* :words OR title_en ~* :words OR title_ar ~* :words OR data::text ~* :words)
           AND (:driverId::text IS NULL OR data ->> 'driverId' = :driverId OR data ->> 'subjectId' = :driverId)`,
  params: { words: nullable(text), driverId: nullable(text) },
});

/** An account's notifications, and those about a driver, since alerts name drivers. */
export const notificationData: PersonalData = {
  owner: 'notifications',
  export: async (executor, accountId) => ({
    preferences: (await shownPreferences.all(executor, { accountId })).map(({ record }) => record),
    notifications: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, person) => {
    const { accountId, words, driverId } = person;
    const emails = words.filter((word) => word.includes('@')).map((word) => word.toLowerCase());
    const theirs = { accountId, emails, phones: words.filter((word) => word.startsWith('+')) };
    await dropDeliveries.count(trx, theirs);
    await drop.count(trx, theirs);
    await deletePreferences(trx, accountId);
    await eraseSubscriptions(trx, accountId);
    if (driverId === null) return;
    await eraseMentions.count(trx, { words: unmistakablePattern(person), driverId: null });
    await eraseMentions.count(trx, { words: wordPattern(person), driverId });
  },
};
