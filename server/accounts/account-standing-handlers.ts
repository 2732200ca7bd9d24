import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { idempotently } from '../kernel/http/idempotency.ts';
import type { Handlers, OperationRequest } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { disableAccount, enableAccount, type StandingChange, unlockAccount } from './account-standing.ts';
import { showAdminAccount } from './admin-account.ts';
import type { DisconnectAccount } from './sessions.ts';

type StandingOperation = 'disableAccount' | 'enableAccount' | 'unlockAccount';

/** Operations by which administrators disable, enable and unlock accounts. */
export function accountStandingHandlers(
  { database }: Pick<Dependencies, 'database'>,
  { disconnectAccount }: { disconnectAccount: DisconnectAccount },
): Pick<Handlers, StandingOperation> {
  const change = async (
    { params, caller, requestId, ip, idempotency }: OperationRequest<StandingOperation>,
    work: (trx: Transaction, change: StandingChange) => Promise<void>,
  ) => {
    const { id: accountId } = params;
    const by = signedIn(caller);
    const { replayed } = await inTransaction(database, (trx) =>
      idempotently(trx, idempotency, async () => {
        await work(trx, { by, accountId, requestId, ip });
        return { status: 200, reference: { accountId } };
      }),
    );
    return { accountId, replayed };
  };
  const answer = async ({ accountId, replayed }: { accountId: string; replayed: boolean }) => ({
    status: 200,
    body: await showAdminAccount(database, accountId),
    replayed,
  });

  return {
    disableAccount: async (request) => {
      const done = await change(request, (trx, it) => disableAccount(trx, it, request.body.reason));
      // Also when the account was already disabled: a process that crashed may not have closed its connections.
      disconnectAccount(done.accountId);
      return answer(done);
    },
    enableAccount: async (request) =>
      answer(await change(request, (trx, it) => enableAccount(trx, it, request.body.reason))),
    unlockAccount: async (request) => answer(await change(request, unlockAccount)),
  };
}
