import { WaslError } from '../../../actors/errors.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { newDeviceToken } from '../../kernel/security/device-tokens.ts';
import { type DeviceTokenRow, listTokens, removeToken, replaceToken } from './device-token-store.ts';

type DeviceTokenOperation = 'listDeviceTokens' | 'createDeviceToken' | 'deleteDeviceToken';
type Needed = Pick<Dependencies, 'database' | 'ids' | 'secrets'>;

/** Operations for our own apps that run without a page. */
export function deviceTokenHandlers({
  database,
  ids,
  secrets,
}: Needed): Pick<Handlers, DeviceTokenOperation> {
  const cursors = new Cursors(secrets);
  return {
    async listDeviceTokens({ caller, query }) {
      const { accountId, sessionId } = signedIn(caller);
      const body = await cursors.byId(
        `device-tokens:${accountId}`,
        query,
        (behind, count) => listTokens(database, accountId, behind, count),
        (row) => render(row, sessionId),
      );
      return { status: 200, body };
    },

    // No Idempotency-Key: if the response is lost, the client asks again and the lost token is revoked.
    async createDeviceToken({ caller, body: { purpose, name = null } }) {
      const { sessionId, roles } = signedIn(caller);
      if (purpose === 'POSITIONS' && !roles.has('DRIVER'))
        throw new WaslError('auth.FORBIDDEN', { detail: 'Only drivers can report positions.' });
      const token = newDeviceToken();
      const kept = { id: ids.next(), sessionId, purpose, name };
      const hash = secrets.hash('device-token', token);
      await inTransaction(database, (trx) => replaceToken(trx, { ...kept, hash }));
      const shown = render({ ...kept, createdAt: new Date(), usedAt: null }, sessionId);
      return { status: 201, body: { ...shown, token } };
    },

    async deleteDeviceToken({ caller, params }) {
      const { accountId } = signedIn(caller);
      const had = await inTransaction(database, (trx) => removeToken(trx, accountId, params.id));
      if (!had) throw notFound('device token');
      return { status: 204 };
    },
  };
}

function render(row: DeviceTokenRow, sessionId: string): components['schemas']['DeviceToken'] {
  const { id, purpose, name } = row;
  return {
    id,
    purpose,
    name,
    sessionId: row.sessionId,
    current: row.sessionId === sessionId,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
  };
}
