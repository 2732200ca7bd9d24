import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import { idempotently } from '../kernel/http/idempotency.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { readAccount, readAccounts } from './account-store.ts';
import { showAdminAccount } from './admin-account.ts';
import { renderAccount } from './render-account.ts';
import { grantRole, revokeRole } from './roles.ts';

type AccountAdminOperation = 'listAccounts' | 'getAccount' | 'grantRole' | 'revokeRole';

export function accountAdminHandlers(
  deps: Pick<Dependencies, 'config' | 'database' | 'secrets'>,
): Pick<Handlers, AccountAdminOperation> {
  const cursors = new Cursors(deps.secrets);

  const show = async (id: string): Promise<components['schemas']['Account']> => {
    const row = await readAccount(deps.database, id);
    if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
    return renderAccount(row);
  };

  return {
    listAccounts: async ({ query }) => {
      const { q, role, limit = DEFAULT_LIMIT } = query;
      const scope = `accounts:${JSON.stringify([q, role])}`;
      const before = lastId(cursors.decode(scope, query.cursor));
      const rows = await readAccounts(deps.database, { q, role }, before, limit + 1);
      return { status: 200, body: cursors.page(scope, rows, limit, (row) => [row.id], renderAccount) };
    },
    getAccount: async ({ params }) => ({
      status: 200,
      body: await showAdminAccount(deps.database, params.id),
    }),
    grantRole: async ({ params, body, caller, requestId, ip, idempotency }) => {
      const change = { by: signedIn(caller), accountId: params.id, role: body.role, requestId, ip };
      const { replayed } = await inTransaction(deps.database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await grantRole(trx, deps.config, change);
          return { status: 200, reference: { accountId: params.id } };
        }),
      );
      return { status: 200, body: await show(params.id), replayed };
    },
    revokeRole: async ({ params, caller, requestId, ip }) => {
      const change = { by: signedIn(caller), accountId: params.id, role: params.role, requestId, ip };
      await inTransaction(deps.database, (trx) => revokeRole(trx, change));
      return { status: 200, body: await show(params.id) };
    },
  };
}

function lastId(values: readonly (string | number)[] | null): string | null {
  return values === null ? null : String(values[0]);
}
