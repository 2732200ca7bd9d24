import type { Consumers } from '../../actors/runtime/relay.ts';
import type { Database } from '../../db/database.ts';
import { untilPurged } from '../kernel/jobs/in-batches.ts';
import { MINUTE } from '../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../kernel/jobs/scheduled-job.ts';
import { accountAdminHandlers } from './account-admin-handlers.ts';
import { accountHandlers } from './account-handlers.ts';
import { accountStandingHandlers } from './account-standing-handlers.ts';
import { type CodeConsumerDependencies, codeConsumer, lockConsumer } from './code-consumers.ts';
import { codeHandlers } from './code-handlers.ts';
import { deviceTokenHandlers } from './device-tokens/device-token-handlers.ts';
import { purgeCodeGuards, purgeCodes } from './one-time-code-store.ts';
import { ownSessionHandlers } from './own-session-handlers.ts';
import { roleConsumer } from './role-consumer.ts';
import { sealedFactors } from './sealed-factor-store.ts';
import { purgeSessions } from './session-store.ts';
import { purgeSignInGuards } from './sign-in-guard-store.ts';

export { giveRole, lockAccount, takeRole } from './account-store.ts';
export { CallerResolver } from './caller.ts';
export { refuseWrongFactor } from './closing-factor.ts';
export { createAccount, emailKey } from './create-account.ts';
export { createSuperAdmin, type SuperAdmin } from './create-super-admin.ts';
export { demoAccounts, refuseDemoAccounts } from './demo-guard.ts';
export { eraseTokens as eraseDeviceTokens } from './device-tokens/device-token-store.ts';
export { countHashesBefore, endHashesBefore } from './former-hashes-store.ts';
export { accountData } from './personal-data-store.ts';
export { proveOwner } from './prove-owner.ts';
export { insertConfirmedFactor } from './second-factor-store.ts';
export type { DisconnectAccount } from './sessions.ts';

type HandlerDependencies = Parameters<typeof accountHandlers>[0] &
  Parameters<typeof codeHandlers>[0] &
  Parameters<typeof accountAdminHandlers>[0] &
  Parameters<typeof accountStandingHandlers>[0];

type AccountConsumer = 'role' | 'one-time-code' | 'sign-in-locked';

/** Accounts, roles, passwords, second factors and sessions. */
export const accountsSlice = {
  handlers: (deps: HandlerDependencies, links: Parameters<typeof accountHandlers>[1]) => ({
    ...accountHandlers(deps, links),
    ...codeHandlers(deps, links),
    ...ownSessionHandlers(deps, links),
    ...accountAdminHandlers(deps),
    ...accountStandingHandlers(deps, links),
    ...deviceTokenHandlers(deps),
  }),
  consumers: (deps: CodeConsumerDependencies): Pick<Consumers, AccountConsumer> => ({
    role: roleConsumer(deps),
    'one-time-code': codeConsumer(deps),
    'sign-in-locked': lockConsumer(deps),
  }),
  jobs: ({ database }: { database: Database }): ScheduledJob[] => [
    { name: 'sessions', every: MINUTE, run: untilPurged((limit) => purgeSessions(database, limit)) },
    { name: 'one-time-codes', every: MINUTE, run: untilPurged((limit) => purgeCodes(database, limit)) },
    { name: 'code-guards', every: MINUTE, run: untilPurged((limit) => purgeCodeGuards(database, limit)) },
    {
      name: 'sign-in-guards',
      every: MINUTE,
      run: untilPurged((limit) => purgeSignInGuards(database, limit)),
    },
  ],
  sealed: sealedFactors,
};
