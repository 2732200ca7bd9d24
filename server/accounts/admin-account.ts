import { WaslError } from '../../actors/errors.ts';
import type { Database } from '../../db/database.ts';
import type { components } from '../kernel/http/api-types.ts';
import { readAccount } from './account-store.ts';
import { emailKey } from './create-account.ts';
import { renderAccount } from './render-account.ts';
import { countOpenSessions } from './session-store.ts';
import { readGuardState } from './sign-in-guard-store.ts';

/** An account as administrators see it. Throws common.NOT_FOUND. */
export async function showAdminAccount(
  database: Database,
  id: string,
): Promise<components['schemas']['AdminAccount']> {
  const row = await readAccount(database, id);
  if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  const [guard, openSessions] = await Promise.all([
    readGuardState(database, emailKey(row.email)),
    countOpenSessions(database, id),
  ]);
  return {
    ...renderAccount(row),
    failedSignIns: guard?.failures ?? 0,
    lockedUntil: guard?.locked_until?.toISOString() ?? null,
    openSessions,
  };
}
