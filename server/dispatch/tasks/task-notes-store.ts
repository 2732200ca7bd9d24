import type { ExceptionKind } from '../../../actors/order/exceptions.ts';
import type { FailureReason } from '../../../actors/order/failure.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Schemas = components['schemas'];

/** Most notes per kind, so that no kind crowds out another. Marks that must stay are always included. */
const MAX_NOTES_OF_KIND = 5;
const MAX_CONTACTS = 20;

const EXCEPTION = {
  task_id: uuid,
  kind: oneOf<ExceptionKind>(),
  attempt: integer,
  driver_id: uuid,
  failure: nullable(oneOf<FailureReason>()),
  note: nullable(text),
  account_id: nullable(uuid),
  role: oneOf<Schemas['Actor']>(),
  at: timestamptz,
};

export type ExceptionRow = ValuesOf<typeof EXCEPTION>;

/** Exceptions of each task, newest first, by task id. */
export async function readExceptions(
  database: Database,
  tasks: readonly { id: string }[],
): Promise<Map<string, ExceptionRow[]>> {
  const rows = await selectExceptions.all(database, { taskIds: idsOf(tasks), most: MAX_NOTES_OF_KIND });
  return groupBy(rows, (row) => row.task_id);
}

const selectExceptions = statement({
  name: 'tasks.select_exceptions',
  sql: `SELECT task_id, kind, attempt, driver_id, failure, note, account_id, role, at
          FROM (SELECT e.id, task_id, kind, attempt, driver_id, failure, note, account_id, role, at, actor_version,
                       row_number() OVER (PARTITION BY task_id, kind ORDER BY actor_version DESC, id DESC) AS place
                  FROM task_exceptions e WHERE task_id = ANY (:taskIds)) each
         WHERE place <= :most ORDER BY actor_version DESC, id DESC`,
  params: { taskIds: arrayOf(uuid), most: bigint },
  row: EXCEPTION,
});

const CONTACT = {
  id: uuid,
  task_id: uuid,
  party: oneOf<Schemas['ContactParty']>(),
  channel: oneOf<Schemas['ContactChannel']>(),
  outcome: oneOf<Schemas['ContactOutcome']>(),
  note: nullable(text),
  account_id: uuid,
  display_name: nullable(text),
  at: timestamptz,
};
const CONTACT_COLUMNS =
  'c.id, c.task_id, c.party, c.channel, c.outcome, c.note, c.account_id, a.display_name, c.at';

export type ContactRow = ValuesOf<typeof CONTACT>;

/** Latest contacts about each task, newest first, by task id. */
export async function readContacts(
  database: Database,
  tasks: readonly { id: string }[],
): Promise<Map<string, ContactRow[]>> {
  const rows = await selectContacts.all(database, { taskIds: idsOf(tasks), most: MAX_CONTACTS });
  return groupBy(rows, (row) => row.task_id);
}

const selectContacts = statement({
  name: 'tasks.select_contacts',
  sql: `SELECT ${CONTACT_COLUMNS}
          FROM (SELECT id, task_id, party, channel, outcome, note, account_id, at,
                       row_number() OVER (PARTITION BY task_id ORDER BY id DESC) AS place
                  FROM task_contacts WHERE task_id = ANY (:taskIds)) c
          LEFT JOIN accounts a ON a.id = c.account_id
         WHERE c.place <= :most ORDER BY c.id DESC`,
  params: { taskIds: arrayOf(uuid), most: bigint },
  row: CONTACT,
});

export async function findContact(database: Database, id: string): Promise<ContactRow> {
  const contact = await selectContact.first(database, { id });
  if (contact === null) throw new Error(`no contact ${id}`);
  return contact;
}

const selectContact = statement({
  name: 'tasks.find_contact',
  sql: `SELECT ${CONTACT_COLUMNS}
          FROM task_contacts c LEFT JOIN accounts a ON a.id = c.account_id WHERE c.id = :id LIMIT 1`,
  params: { id: uuid },
  row: CONTACT,
});

export type NewContact = Parameters<typeof insertOneContact.count>[1];

export async function insertContact(trx: Transaction, contact: NewContact): Promise<void> {
  await insertOneContact.count(trx, contact);
}

const insertOneContact = statement({
  name: 'tasks.insert_contact',
  sql: `INSERT INTO task_contacts (id, task_id, party, channel, outcome, note, account_id, at)
        VALUES (:id, :taskId, :party, :channel, :outcome, :note, :accountId, :at)`,
  params: {
    ...{ id: uuid, taskId: uuid, party: CONTACT.party, channel: CONTACT.channel, outcome: CONTACT.outcome },
    ...{ note: nullable(text), accountId: uuid, at: timestamptz },
  },
});

const PHOTO = {
  id: uuid,
  task_id: uuid,
  driver_id: uuid,
  file: text,
  width: integer,
  height: integer,
  occurred_at: nullable(timestamptz),
  at: timestamptz,
};
const PHOTO_COLUMNS = 'id, task_id, driver_id, file, width, height, occurred_at, at';

export type PhotoRow = ValuesOf<typeof PHOTO>;

/** Photos of each task, oldest first, by task id. */
export async function readPhotos(
  database: Database,
  tasks: readonly { id: string }[],
): Promise<Map<string, PhotoRow[]>> {
  const rows = await selectPhotos.all(database, { taskIds: idsOf(tasks) });
  return groupBy(rows, (row) => row.task_id);
}

const selectPhotos = statement({
  name: 'tasks.select_photos',
  sql: `SELECT ${PHOTO_COLUMNS} FROM task_photos WHERE task_id = ANY (:taskIds) ORDER BY id`,
  params: { taskIds: arrayOf(uuid) },
  row: PHOTO,
});

export async function findPhoto(database: Database, id: string | undefined): Promise<PhotoRow> {
  const photo = id === undefined ? null : await selectPhoto.first(database, { id });
  if (photo === null) throw new Error(`no photo ${id}`);
  return photo;
}

const selectPhoto = statement({
  name: 'tasks.find_photo',
  sql: `SELECT ${PHOTO_COLUMNS} FROM task_photos WHERE id = :id`,
  params: { id: uuid },
  row: PHOTO,
});

/** Number of photos of a task. Locks the task, so that concurrent callers count one after the other. */
export async function lockAndCountPhotos(trx: Transaction, taskId: string): Promise<number> {
  await lockPhotos.first(trx, { taskId });
  return (await countPhotos.first(trx, { taskId }))?.count ?? 0;
}

const lockPhotos = statement({
  name: 'tasks.lock_photos',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('task-photos:' || :taskId, 0))`,
  params: { taskId: text },
  row: { locked: boolean },
});

const countPhotos = statement({
  name: 'tasks.count_photos',
  sql: 'SELECT count(id) AS count FROM task_photos WHERE task_id = :taskId',
  params: { taskId: uuid },
  row: { count: bigint },
});

export type NewPhoto = Parameters<typeof insertOnePhoto.count>[1];

export async function insertPhoto(trx: Transaction, photo: NewPhoto): Promise<void> {
  await insertOnePhoto.count(trx, photo);
}

const insertOnePhoto = statement({
  name: 'tasks.insert_photo',
  sql: `INSERT INTO task_photos (id, task_id, driver_id, file, content_type, bytes, width, height, occurred_at, at)
        VALUES (:id, :taskId, :driverId, :file, :contentType, :bytes, :width, :height, :occurredAt, :at)`,
  params: {
    ...{ id: uuid, taskId: uuid, driverId: uuid, file: text, contentType: text },
    ...{
      bytes: integer,
      width: integer,
      height: integer,
      occurredAt: nullable(timestamptz),
      at: timestamptz,
    },
  },
});

function idsOf(tasks: readonly { id: string }[]): string[] {
  return tasks.map(({ id }) => id);
}
