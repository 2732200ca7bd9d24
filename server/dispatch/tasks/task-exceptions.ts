import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { ContactRow, ExceptionRow } from './task-notes-store.ts';

type Schemas = components['schemas'];

/** How the latest failed attempt failed; null if none has. */
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
