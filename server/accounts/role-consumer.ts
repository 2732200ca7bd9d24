import type { Role } from '../../actors/runtime/machine.ts';
import type { Consumer } from '../../actors/runtime/relay.ts';
import type { Database } from '../../db/database.ts';
import { giveRole, takeRole } from './account-store.ts';

interface RolePayload {
  accountId: string;
  role: Exclude<Role, 'SYSTEM'>;
  grant: boolean;
}

/** Consumer `role`: grants the role an actor decided on. Idempotent. */
export function roleConsumer({ database }: { database: Database }): Consumer {
  return async (payload) => {
    const { accountId, role, grant } = payload as unknown as RolePayload;
    await (grant ? giveRole : takeRole)(database, accountId, role);
  };
}
