import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { arrayOf, double, jsonb, nullable, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../personal-data/personal-data.ts';
import { wordPattern } from '../personal-data/word-pattern.ts';

const shown = statement({
  name: 'audit.export',
  sql: `SELECT jsonb_build_object('at', at, 'action', action, 'subjectType', subject_type, 'subjectId', subject_id,
                                  'ip', ip) AS record
          FROM audit_log WHERE account_id = :accountId ORDER BY at, id`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});

// Staff with power over others remain accountable for the retention period, so their client addresses stay.
const forgetAddresses = statement({
  name: 'audit.forget_addresses',
  sql: `UPDATE audit_log SET ip = NULL
         WHERE (account_id = :accountId OR (account_id IS NULL AND subject_id = :accountId::uuid::text))
           AND ip IS NOT NULL AND role IS DISTINCT FROM 'ADMIN'
           AND role IS DISTINCT FROM 'DISPATCHER'`,
  params: { accountId: uuid },
});
const eraseWords = statement({
  name: 'audit.erase_words',
  sql: `UPDATE audit_log
           SET reason = without_words(reason, :words::text),
               data = without_person(data, :words::text, :doors::double precision[], :tasks::text[]),
               before = without_person(before, :words::text, :doors::double precision[], :tasks::text[]),
               after = without_person(after, :words::text, :doors::double precision[], :tasks::text[])
         WHERE account_id = :accountId OR subject_id = ANY(:subjectIds::text[])`,
  params: {
    ...{ accountId: uuid, subjectIds: arrayOf(text), words: nullable(text), doors: arrayOf(double) },
    tasks: arrayOf(text),
  },
});

/** Entries stay, but name people by their ids only. */
export const auditData: PersonalData = {
  owner: 'kernel/audit',
  export: async (executor, accountId) => ({
    acts: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, person) => {
    const { accountId, driverId, orderIds, taskIds } = person;
    await forgetAddresses.count(trx, { accountId });
    const subjectIds = [accountId, ...(driverId === null ? [] : [driverId]), ...orderIds, ...taskIds];
    const doors = person.doors.flatMap(({ latitude, longitude }) => [latitude, longitude]);
    await eraseWords.count(trx, { accountId, subjectIds, words: wordPattern(person), doors, tasks: taskIds });
  },
};
