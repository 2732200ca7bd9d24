import type { Consumer } from '../../actors/runtime/relay.ts';
import type { Database } from '../../db/database.ts';
import { giveRole, takeRole } from './account-store.ts';

/** Consumer `role`: grants the role an actor decided on. Idempotent. */
export function roleConsumer({ database }: { database: Database }): Consumer<'role'> {
  return async ({ accountId, role, grant }) => {
    await (grant ? giveRole : takeRole)(database, accountId, role);
  };
}
