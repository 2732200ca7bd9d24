import { WaslError } from '../../../actors/errors.ts';
import {
  PLATFORM_EVENT_KINDS,
  type PublishedKind,
  SELLER_EVENT_KINDS,
} from '../../../actors/kinds/published-kinds.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { type OutsideAddresses, OutsideRefused } from '../../kernel/security/outside-address.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { admitWork } from '../../marketplace/sellers/sellers.ts';
import {
  type Endpoint,
  hastenDeliveries,
  insertEndpoint,
  lockEndpoint,
  lockOwner,
  type Owner,
  removeEndpoint,
  TEST_KIND,
  touchEndpoint,
  updateEndpoint,
} from './endpoint-store.ts';
import { storeTest } from './message-store.ts';
import { bodyOf } from './publish-consumer.ts';
import { dropSecrets, endSecrets, keepSecret, newSecret } from './secret-store.ts';

export interface EndpointContext {
  ids: Ids;
  clock: Clock;
  secrets: Secrets;
  addresses: OutsideAddresses;
  owner: Owner;
  by: SignedIn;
  requestId: string;
  ip: string;
}

export interface EndpointFields {
  url: string;
  description?: string;
  kinds: readonly string[];
}
export type EndpointChange = Partial<EndpointFields> & { status?: 'ACTIVE' | 'PAUSED' };

const MAX_ENDPOINTS = { seller: 5, platform: 10 };
const MAX_URL_LENGTH = 1_024;
/** Secrets that sign at the same time; each makes every request longer. */
const MAX_SECRETS = 4;

/**
 * Returns the ids of the endpoint and its secret. Throws common.VALIDATION_FAILED for an address that is not outside or
 * kinds of the other owner, common.CONFLICT beyond the limit or for an address that has an endpoint already,
 * seller.INVALID_STATE.
 */
export async function addEndpoint(
  trx: Transaction,
  context: EndpointContext,
  { url: text, description = '', kinds: chosen }: EndpointFields,
): Promise<{ endpointId: string; secretId: string }> {
  const { ids, owner, by } = context;
  await admit(trx, owner);
  const url = readAddress(context.addresses, text);
  const kinds = readKinds(owner, chosen);
  const { count, known } = await lockOwner(trx, owner, url);
  refuseMore(owner, count, known);
  const endpointId = ids.next();
  await insertEndpoint(trx, { id: endpointId, owner, url, description, kinds, createdBy: by.accountId });
  const secretId = await makeSecret(trx, context, endpointId);
  await record(trx, context, 'createWebhook', endpointId, { host: new URL(url).host, kinds: [...kinds] });
  return { endpointId, secretId };
}

/** Throws common.NOT_FOUND also for another owner's, the errors of If-Match, and what `addEndpoint` throws. */
export async function changeEndpoint(
  trx: Transaction,
  context: EndpointContext,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
  change: EndpointChange,
): Promise<void> {
  const { owner, clock } = context;
  await admit(trx, owner);
  const text = change.url;
  const moved = text === undefined ? null : readAddress(context.addresses, text);
  if (moved !== null) await lockOwner(trx, owner, moved);
  const before = await lockOwn(trx, owner, id);
  requireVersion(ifMatch, before.version);
  const url = moved ?? before.url;
  if (url !== before.url) {
    const { known } = await lockOwner(trx, owner, url);
    if (known) throw knownAddress();
  }
  const kinds = change.kinds === undefined ? before.kinds : readKinds(owner, change.kinds);
  const { description = before.description, status = before.status } = change;
  const afresh = url !== before.url || (status === 'ACTIVE' && before.status !== 'ACTIVE');
  await updateEndpoint(trx, { id, url, description, kinds, status, afresh });
  if (afresh) await hastenDeliveries(trx, id, clock.now());
  const data = { host: new URL(url).host, kinds: [...kinds], status };
  await record(trx, context, 'updateWebhook', id, data);
}

/** Throws common.NOT_FOUND, the errors of If-Match. */
export async function dropEndpoint(
  trx: Transaction,
  context: EndpointContext,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
): Promise<void> {
  const { version, url } = await lockOwn(trx, context.owner, id);
  requireVersion(ifMatch, version);
  await dropSecrets(trx, id);
  await removeEndpoint(trx, id);
  await record(trx, context, 'deleteWebhook', id, { host: new URL(url).host });
}

/**
 * Makes a new secret; the former ones sign as well for so many hours, so that the receiver can change over without
 * losing a message. Returns the new one's id. Throws common.NOT_FOUND, common.CONFLICT while too many secrets sign.
 */
export async function rotateSecret(
  trx: Transaction,
  context: EndpointContext,
  id: string,
  formerHours: number,
): Promise<string> {
  await admit(trx, context.owner);
  await lockOwn(trx, context.owner, id);
  const left = await endSecrets(trx, id, formerHours);
  if (left >= MAX_SECRETS)
    throw new WaslError('common.CONFLICT', {
      detail: `At most ${MAX_SECRETS} secrets can sign at the same time. Wait until a former one ends, or end them at once.`,
    });
  const secretId = await makeSecret(trx, context, id);
  await touchEndpoint(trx, id);
  await record(trx, context, 'rotateWebhookSecret', id, { formerHours });
  return secretId;
}

/** Queues a test, which is also sent to a paused endpoint, once. Returns the message's id. Throws common.NOT_FOUND. */
export async function queueTest(trx: Transaction, context: EndpointContext, id: string): Promise<string> {
  const { ids, clock, owner } = context;
  await lockOwn(trx, owner, id);
  const now = clock.now();
  const at = now.toISOString();
  const messageId = ids.next();
  const body = bodyOf({ kind: TEST_KIND, at, data: { endpointId: id } });
  const about = { subject_id: messageId, subject_version: 1, happened_at: at };
  await storeTest(trx, id, { id: messageId, seller_id: owner, kind: TEST_KIND, body, ...about }, now);
  return messageId;
}

/** Locks it. Throws common.NOT_FOUND also for another owner's. */
export async function lockOwn(trx: Transaction, owner: Owner, id: string): Promise<Endpoint> {
  const endpoint = await lockEndpoint(trx, owner, id);
  if (endpoint === null) throw notFound('webhook');
  return endpoint;
}

async function makeSecret(
  trx: Transaction,
  { ids, secrets }: EndpointContext,
  endpointId: string,
): Promise<string> {
  const id = ids.next();
  await keepSecret(trx, secrets, { id, endpointId, secret: newSecret() });
  return id;
}

async function admit(trx: Transaction, owner: Owner): Promise<void> {
  if (owner !== null) await admitWork(trx, owner, 'edit-webhooks');
}

function refuseMore(owner: Owner, count: number, known: boolean): void {
  if (known) throw knownAddress();
  const most = owner === null ? MAX_ENDPOINTS.platform : MAX_ENDPOINTS.seller;
  if (count >= most)
    throw new WaslError('common.CONFLICT', {
      detail: `There can be at most ${most} webhooks. Remove one first.`,
    });
}

function knownAddress(): WaslError {
  return new WaslError('common.CONFLICT', {
    detail: 'Another webhook has this address. Add the kinds of events to that one.',
  });
}

/** Normalised to the form used for connecting, so that two spellings of an address are the same. */
function readAddress(addresses: OutsideAddresses, text: string): string {
  try {
    const url = addresses.read(text);
    url.hash = '';
    if (url.href.length > MAX_URL_LENGTH)
      throw new OutsideRefused(`must not be longer than ${MAX_URL_LENGTH} characters`);
    return url.href;
  } catch (error) {
    if (error instanceof OutsideRefused) throw invalid('/url', `${error.message}.`);
    throw error;
  }
}

function readKinds(owner: Owner, chosen: readonly string[]): PublishedKind[] {
  const known: readonly string[] = owner === null ? PLATFORM_EVENT_KINDS : SELLER_EVENT_KINDS;
  const strange = chosen.findIndex((kind) => !known.includes(kind));
  if (strange >= 0) throw invalid(`/kinds/${strange}`, 'is not a kind of event that this owner can choose.');
  return [...new Set(chosen)] as PublishedKind[];
}

function invalid(pointer: string, message: string): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The webhook cannot be used: ${pointer} ${message}`,
    errors: [{ pointer, code: 'invalid', message }],
  });
}

function record(
  trx: Transaction,
  { by, requestId, ip }: EndpointContext,
  action: string,
  subjectId: string,
  data: { host?: string; kinds?: string[]; status?: string; formerHours?: number; messages?: number },
): Promise<void> {
  return recordAudit(trx, { by, action, subjectType: 'WEBHOOK', subjectId, requestId, ip, data });
}

export { record as recordWebhookChange };
