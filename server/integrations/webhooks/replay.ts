import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import { type EndpointContext, lockOwn, recordWebhookChange } from './endpoints.ts';
import { type Place, replayMany, replayOne } from './replay-store.ts';

/** Messages that one request queues again at most. */
export const MAX_REPLAYED = 500;

export interface Replayed {
  /** How many were queued; those still pending were not. */
  queued: number;
  /** Where the next request goes on; null: that was all. */
  next: Place | null;
}

/**
 * Queues a page of what has happened since a moment again, with the same ids and in the same sequence per subject: also
 * what was delivered, and what the endpoint was never told because it was switched off or did not exist yet. Throws
 * common.NOT_FOUND.
 */
export async function replaySince(
  trx: Transaction,
  context: EndpointContext,
  id: string,
  since: Date | Place,
): Promise<Replayed> {
  const { kinds } = await lockOwn(trx, context.owner, id);
  const from = since instanceof Date ? { happenedAt: since, messageId: null } : since;
  const { queued, read, last } = await replayMany(trx, {
    ...{ endpointId: id, owner: context.owner, kinds, from, now: context.clock.now(), limit: MAX_REPLAYED },
  });
  await recordWebhookChange(trx, context, 'replayWebhook', id, { messages: queued });
  return { queued, next: read < MAX_REPLAYED ? null : last };
}

/** Queues one message again. Throws common.NOT_FOUND. */
export async function replayMessage(
  trx: Transaction,
  context: EndpointContext,
  id: string,
  messageId: string,
): Promise<void> {
  await lockOwn(trx, context.owner, id);
  if (!(await replayOne(trx, { endpointId: id, messageId, now: context.clock.now() })))
    throw notFound('delivery of this webhook');
  await recordWebhookChange(trx, context, 'replayWebhookDelivery', id, { messages: 1 });
}
