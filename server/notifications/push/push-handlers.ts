import { WaslError } from '../../../actors/errors.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import { OutsideAddresses, OutsideRefused } from '../../kernel/security/outside-address.ts';
import { areReceiverKeys, type ReceiverKeys } from './encrypt-push.ts';
import {
  keepSubscription,
  listSubscriptions,
  readSubscription,
  removeSubscription,
  type SubscriptionRow,
} from './push-subscription-store.ts';
import { Vapid } from './vapid.ts';

type PushOperation =
  | 'getPushKey'
  | 'listPushSubscriptions'
  | 'createPushSubscription'
  | 'deletePushSubscription';
type Needed = Pick<Dependencies, 'config' | 'database' | 'ids' | 'secrets'>;
type NewSubscription = components['schemas']['CreatePushSubscriptionRequest'];

/** As stored: characters outside ASCII become longer than they were in the request. */
const MAX_ENDPOINT_LENGTH = 1_024;

/** The caller's own devices that receive push messages. */
export function pushHandlers({ config, database, ids, secrets }: Needed): Pick<Handlers, PushOperation> {
  const cursors = new Cursors(secrets);
  const addresses = new OutsideAddresses(config.outside);
  const publicKey = config.push.driver === 'none' ? null : new Vapid(config.push.vapid).publicKey;
  return {
    getPushKey: async () => ({ status: 200, body: { publicKey } }),

    async listPushSubscriptions({ caller, query }) {
      const { accountId, sessionId } = signedIn(caller);
      const body = await cursors.byId(
        `push-subscriptions:${accountId}`,
        query,
        (behind, count) => listSubscriptions(database, accountId, behind, count),
        (row) => render(row, sessionId),
      );
      return { status: 200, body };
    },

    async createPushSubscription({ caller, body, idempotency }) {
      const { accountId, sessionId } = signedIn(caller);
      const endpoint = readEndpoint(addresses, body);
      const keys = readKeys(body);
      return inTransaction(database, async (trx) => {
        const { status, reference, replayed } = await idempotently(trx, idempotency, async () => {
          const fresh = { id: ids.next(), accountId, sessionId, endpoint, ...keys };
          const id = await keepSubscription(trx, fresh);
          return { status: id === fresh.id ? 201 : 200, reference: { id } };
        });
        // Read in the same transaction, because a concurrent registration of the account may displace it.
        const kept = await readSubscription(trx, accountId, referencedId(reference, 'id'));
        if (kept === null) throw notFound('push subscription');
        return { status, body: render(kept, sessionId), replayed };
      });
    },

    async deletePushSubscription({ caller, params }) {
      const { accountId } = signedIn(caller);
      const had = await inTransaction(database, (trx) => removeSubscription(trx, accountId, params.id));
      if (!had) throw notFound('push subscription');
      return { status: 204 };
    },
  };
}

/** Normalised to the form used for connecting, so that two spellings of an address are the same endpoint. */
function readEndpoint(addresses: OutsideAddresses, { endpoint }: NewSubscription): string {
  try {
    const { href } = addresses.read(endpoint);
    if (href.length > MAX_ENDPOINT_LENGTH)
      throw new OutsideRefused(`must not be longer than ${MAX_ENDPOINT_LENGTH} characters`);
    return href;
  } catch (error) {
    if (error instanceof OutsideRefused) throw invalid('/endpoint', `${error.message}.`);
    throw error;
  }
}

function readKeys({ keys }: NewSubscription): ReceiverKeys {
  const read = { p256dh: Buffer.from(keys.p256dh, 'base64url'), auth: Buffer.from(keys.auth, 'base64url') };
  if (!areReceiverKeys(read))
    throw invalid('/keys', 'must hold a public key of P-256 and 16 bytes of secret, in base64url.');
  return read;
}

function invalid(pointer: string, message: string): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The subscription cannot be used: ${pointer} ${message}`,
    errors: [{ pointer, code: 'invalid', message }],
  });
}

/** Shows only the endpoint's host, since anyone who knows the endpoint could have it removed. */
function render(row: SubscriptionRow, sessionId: string): components['schemas']['PushSubscription'] {
  return {
    id: row.id,
    service: new URL(row.endpoint).host,
    sessionId: row.sessionId,
    current: row.sessionId === sessionId,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    reachedAt: row.reachedAt?.toISOString() ?? null,
  };
}
