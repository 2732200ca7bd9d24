import type { ExceptionKind } from '../../../actors/order/exceptions.ts';
import { FAILURE_CONSEQUENCES, type FailureReason } from '../../../actors/order/failure.ts';

import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { TaskRow } from './task-store.ts';

type Schemas = components['schemas'];

/** Of each kind, so that no kind's many hide another's one; a mark that must stay is always among them. */
const MOST_OF_A_KIND = 5;
const MOST_CONTACTS = 20;

export interface ExceptionRow {
  task_id: string;
  kind: ExceptionKind;
  attempt: number;
  driver_id: string;
  failure: FailureReason | null;
  note: string | null;
  account_id: string | null;
  role: Schemas['Actor'];
  at: Date;
}

export interface ContactRow {
  id: string;
  task_id: string;
  party: Schemas['ContactParty'];
  channel: Schemas['ContactChannel'];
  outcome: Schemas['ContactOutcome'];
  note: string | null;
  account_id: string;
  display_name: string | null;
  at: Date;
}

/** What went wrong with each task, newest first, by task id. */
export async function readExceptions(
  database: Database,
  tasks: readonly TaskRow[],
): Promise<Map<string, ExceptionRow[]>> {
  const { rows } = await database.raw<{ rows: ExceptionRow[] }>(
    `SELECT task_id, kind, attempt, driver_id, failure, note, account_id, role, at
       FROM (SELECT e.*, row_number() OVER (PARTITION BY task_id, kind ORDER BY actor_version DESC, id DESC) AS place
               FROM task_exceptions e WHERE task_id = ANY(?::uuid[])) each
      WHERE place <= ? ORDER BY actor_version DESC, id DESC`,
    [tasks.map((task) => task.id), MOST_OF_A_KIND],
  );
  return groupBy(rows, (row) => row.task_id);
}

/** The newest contacts about each task, newest first, by task id. */
export async function readContacts(
  database: Database,
  tasks: readonly TaskRow[],
): Promise<Map<string, ContactRow[]>> {
  const { rows } = await database.raw<{ rows: ContactRow[] }>(
    `SELECT c.*, a.display_name
       FROM (SELECT each.*, row_number() OVER (PARTITION BY task_id ORDER BY id DESC) AS place
               FROM task_contacts each WHERE task_id = ANY(?::uuid[])) c
       LEFT JOIN accounts a ON a.id = c.account_id
      WHERE c.place <= ? ORDER BY c.id DESC`,
    [tasks.map((task) => task.id), MOST_CONTACTS],
  );
  return groupBy(rows, (row) => row.task_id);
}

export async function findContact(database: Database, id: string): Promise<ContactRow> {
  const row = await database('task_contacts as c')
    .leftJoin('accounts as a', 'a.id', 'c.account_id')
    .where('c.id', id)
    .first<ContactRow | undefined>('c.*', 'a.display_name');
  if (row === undefined) throw new Error(`no contact ${id}`);
  return row;
}

/** How the latest failed attempt went wrong; null when none has. */
export function renderFailure(exceptions: readonly ExceptionRow[]): Schemas['TaskFailure'] | null {
  const failed = exceptions.find(({ kind }) => kind === 'FAILED');
  if (failed === undefined || failed.failure === null) return null;
  return {
    reason: failed.failure,
    note: failed.note,
    at: failed.at.toISOString(),
    attempt: failed.attempt,
    next: FAILURE_CONSEQUENCES[failed.failure],
  };
}

export function renderOverride(exceptions: readonly ExceptionRow[]): Schemas['CodeOverride'] | null {
  const overridden = exceptions.find(({ kind }) => kind === 'CODE_OVERRIDDEN');
  if (overridden === undefined) return null;
  const { at, account_id: accountId, note: reason } = overridden;
  return { at: at.toISOString(), accountId, reason };
}

export function renderException(row: ExceptionRow): Schemas['TaskException'] {
  return {
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.role,
    accountId: row.account_id,
    driverId: row.driver_id,
    attempt: row.attempt,
    reason: row.failure,
    note: row.note,
  };
}

export function renderContact(row: ContactRow): Schemas['TaskContact'] {
  return {
    id: row.id,
    at: row.at.toISOString(),
    party: row.party,
    channel: row.channel,
    outcome: row.outcome,
    note: row.note,
    by: { accountId: row.account_id, displayName: row.display_name ?? '' },
  };
}
