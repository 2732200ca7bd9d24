import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently, type Remembered } from '../../kernel/http/idempotency.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Caller, IdempotencyKey } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import type { IfMatch } from '../../kernel/http/preconditions.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import { OutsideAddresses } from '../../kernel/security/outside-address.ts';
import { type DeliveryStatus, readDeliveries, readDelivery } from './delivery-list-store.ts';
import { type Endpoint, type Owner, readEndpoint, readEndpoints } from './endpoint-store.ts';
import {
  addEndpoint,
  changeEndpoint,
  dropEndpoint,
  type EndpointChange,
  type EndpointContext,
  type EndpointFields,
  queueTest,
  rotateSecret,
} from './endpoints.ts';
import { renderDelivery, renderEndpoint, renderListed } from './render-webhook.ts';
import { replayMessage, replaySince } from './replay.ts';
import { openSecret, readSealed } from './secret-store.ts';

type Needed = Pick<Dependencies, 'config' | 'database' | 'ids' | 'clock' | 'secrets'>;
type Schemas = components['schemas'];

/** What every operation reads of its request. */
interface Asked {
  caller: Caller;
  requestId: string;
  ip: string;
}
interface OfOne extends Asked {
  params: { id: string };
}
interface OfMessage extends Asked {
  params: { id: string; messageId: string };
}
interface Repeatable {
  idempotency: IdempotencyKey | null;
}
interface Paged {
  query: { limit?: number; cursor?: string };
}

/**
 * The operations on webhooks, the same for a seller's and the platform's.
 * @param ownerOf Whose webhooks the caller's operation is about; throws if the caller has none.
 */
export function webhookOperations(deps: Needed, ownerOf: (caller: Caller) => Owner) {
  const { config, database, secrets } = deps;
  const cursors = new Cursors(secrets);
  const addresses = new OutsideAddresses(config.outside);
  const context = ({ caller, requestId, ip }: Asked): EndpointContext => ({
    ...{ ids: deps.ids, clock: deps.clock, secrets, addresses, requestId, ip },
    owner: ownerOf(caller),
    by: signedIn(caller),
  });
  const once = (request: Repeatable, work: (trx: Transaction) => Promise<Remembered>) =>
    inTransaction(database, (trx) => idempotently(trx, request.idempotency, () => work(trx)));
  const answer = (endpoint: Endpoint) => ({
    status: 200,
    body: renderEndpoint(endpoint),
    etag: endpoint.version,
  });
  const withSecret = async (
    owner: Owner,
    reference: Remembered['reference'],
    status: number,
    replayed: boolean,
  ) => {
    const webhook = renderEndpoint(
      await requireEndpoint(database, owner, referencedId(reference, 'endpointId')),
    );
    const secretId = referencedId(reference, 'secretId');
    const sealed = await readSealed(database, webhook.id, secretId);
    const secret = sealed === null ? null : openSecret(secrets, secretId, sealed);
    return { status, body: { webhook, secret }, etag: webhook.version, replayed };
  };

  return {
    list: async ({ caller, query }: Asked & Paged) => {
      const owner = ownerOf(caller);
      const read = (before: string | null, count: number) => readEndpoints(database, owner, before, count);
      const body = await cursors.byId(`webhooks:${owner}`, query, read, renderEndpoint);
      return { status: 200, body };
    },

    create: async (request: Asked & Repeatable & { body: EndpointFields }) => {
      const within = context(request);
      const { status, reference, replayed } = await once(request, async (trx) => ({
        status: 201,
        reference: await addEndpoint(trx, within, request.body),
      }));
      return withSecret(within.owner, reference, status, replayed);
    },

    get: async ({ caller, params }: OfOne) =>
      answer(await requireEndpoint(database, ownerOf(caller), params.id)),

    update: async (request: OfOne & { ifMatch: IfMatch; body: EndpointChange }) => {
      const within = context(request);
      const which = { id: request.params.id, ifMatch: request.ifMatch };
      await inTransaction(database, (trx) => changeEndpoint(trx, within, which, request.body));
      return answer(await requireEndpoint(database, within.owner, which.id));
    },

    remove: async (request: OfOne & { ifMatch: IfMatch }) => {
      const which = { id: request.params.id, ifMatch: request.ifMatch };
      await inTransaction(database, (trx) => dropEndpoint(trx, context(request), which));
      return { status: 204 };
    },

    rotate: async (request: OfOne & Repeatable & { body: { formerHours: number } }) => {
      const within = context(request);
      const { id: endpointId } = request.params;
      const { reference, replayed } = await once(request, async (trx) => ({
        status: 200,
        reference: {
          endpointId,
          secretId: await rotateSecret(trx, within, endpointId, request.body.formerHours),
        },
      }));
      return withSecret(within.owner, reference, 200, replayed);
    },

    test: async (request: OfOne & Repeatable) => {
      const { reference, replayed } = await once(request, async (trx) => ({
        status: 202,
        reference: { messageId: await queueTest(trx, context(request), request.params.id) },
      }));
      return { status: 202, body: { messageId: referencedId(reference, 'messageId') }, replayed };
    },

    replay: async (request: OfOne & Repeatable & { body: Schemas['ReplayWebhookRequest'] }) => {
      const { id } = request.params;
      const { since, next } = request.body;
      const scope = `webhook-replay:${id}:${new Date(since).toISOString()}`;
      const [at, messageId] = cursors.decode(scope, next) ?? [since, null];
      const from =
        messageId === null
          ? new Date(since)
          : {
              happenedAt: new Date(at ?? since),
              messageId: messageId === undefined ? null : String(messageId),
            };
      const { reference, replayed } = await once(request, async (trx) => {
        const done = await replaySince(trx, context(request), id, from);
        const place = done.next;
        const cursor =
          place === null
            ? {}
            : { next: cursors.encode(scope, [place.happenedAt.toISOString(), place.messageId ?? '']) };
        return { status: 200, reference: { queued: String(done.queued), ...cursor } };
      });
      const body = { queued: Number(reference.queued), next: reference.next ?? null };
      return { status: 200, body, replayed };
    },

    listDeliveries: async ({
      caller,
      params,
      query,
    }: OfOne & { query: Paged['query'] & { status?: DeliveryStatus } }) => {
      const { id } = await requireEndpoint(database, ownerOf(caller), params.id);
      const { limit = DEFAULT_LIMIT, cursor, status = null } = query;
      const scope = `webhook-deliveries:${id}:${status}`;
      const place = cursors.decode(scope, cursor)?.[0];
      const before = place === undefined ? null : Number(place);
      const rows = await readDeliveries(database, { endpointId: id, status, before, limit: limit + 1 });
      return { status: 200, body: cursors.page(scope, rows, limit, ({ seq }) => [seq], renderListed) };
    },

    getDelivery: async ({ caller, params }: OfMessage) => {
      const { id } = await requireEndpoint(database, ownerOf(caller), params.id);
      return { status: 200, body: await requireDelivery(database, id, params.messageId) };
    },

    replayDelivery: async (request: OfMessage & Repeatable) => {
      const { id, messageId } = request.params;
      const { replayed } = await once(request, async (trx) => {
        await replayMessage(trx, context(request), id, messageId);
        return { status: 200, reference: { messageId } };
      });
      return { status: 200, body: await requireDelivery(database, id, messageId), replayed };
    },
  };
}

/** Throws common.NOT_FOUND, also for another owner's. */
async function requireEndpoint(database: Database, owner: Owner, id: string): Promise<Endpoint> {
  const endpoint = await readEndpoint(database, owner, id);
  if (endpoint === null) throw notFound('webhook');
  return endpoint;
}

async function requireDelivery(database: Database, endpointId: string, messageId: string) {
  const delivery = await readDelivery(database, endpointId, messageId);
  if (delivery === null) throw notFound('delivery of this webhook');
  return renderDelivery(delivery);
}
