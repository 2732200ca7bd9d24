import { arrayOf, double, nullable, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { unmistakablePattern, wordPattern } from '../../kernel/personal-data/word-pattern.ts';

/** Null matches alerts about anyone; otherwise only those about the driver. */
const WORDS = { words: nullable(text), driverId: nullable(text) };
const ABOUT = "(:driverId::text IS NULL OR subject_id = :driverId OR data ->> 'driverId' = :driverId)";

const eraseAlerts = statement({
  name: 'alerts.erase_names',
  sql: `UPDATE alerts
           SET message_en = without_words(message_en, :words::text), message_ar = without_words(message_ar, :words::text),
               note = without_words(note, :words::text),
               acknowledge_note = without_words(acknowledge_note, :words::text),
               data = without_person(data, :words::text, '{}', '{}')
         WHERE concat_ws(' ', message_en, message_ar, note, acknowledge_note, data::text) ~* :words
           AND ${ABOUT}`,
  params: WORDS,
});
// An alert's data may contain the delivery's address.
const eraseDoors = statement({
  name: 'alerts.erase_doors',
  sql: `UPDATE alerts SET data = without_person(data, NULL, :doors::double precision[], :tasks::text[])
         WHERE subject_type = 'TASK' AND subject_id = ANY(:tasks::text[])`,
  params: { doors: arrayOf(double), tasks: arrayOf(text) },
});
const eraseDoorsOfSubjects = statement({
  name: 'alerts.erase_doors_of_subjects',
  sql: `UPDATE alert_subjects SET data = without_person(data, NULL, :doors::double precision[], :tasks::text[])
         WHERE subject_type = 'TASK' AND subject_id = ANY(:tasks::text[])`,
  params: { doors: arrayOf(double), tasks: arrayOf(text) },
});
const eraseSubjects = statement({
  name: 'alerts.erase_names_in_subjects',
  sql: `UPDATE alert_subjects SET data = without_person(data, :words::text, '{}', '{}')
         WHERE data::text ~* :words AND ${ABOUT}`,
  params: WORDS,
});
const eraseChanges = statement({
  name: 'alerts.erase_names_in_changes',
  sql: `UPDATE alert_changes c
           SET message_en = without_words(message_en, :words::text), message_ar = without_words(message_ar, :words::text),
               note = without_words(note, :words::text)
         WHERE concat_ws(' ', message_en, message_ar, note) ~* :words
           AND EXISTS (SELECT FROM alerts a WHERE a.id = c.alert_id AND ${ABOUT})`,
  params: WORDS,
});

/** Alerts name drivers, and dispatchers note whom they spoke to. */
export const alertData: PersonalData = {
  owner: 'dispatch/alerts',
  erase: async (trx, person) => {
    const { driverId, taskIds } = person;
    const doors = person.doors.flatMap(({ latitude, longitude }) => [latitude, longitude]);
    if (doors.length > 0) {
      await eraseDoors.count(trx, { doors, tasks: taskIds });
      await eraseDoorsOfSubjects.count(trx, { doors, tasks: taskIds });
    }
    const everywhere = { words: unmistakablePattern(person), driverId: null };
    const ofDriver = { words: wordPattern(person), driverId };
    for (const search of driverId === null ? [everywhere] : [everywhere, ofDriver]) {
      if (search.words === null) continue;
      await eraseAlerts.count(trx, search);
      await eraseSubjects.count(trx, search);
      await eraseChanges.count(trx, search);
    }
  },
};
