import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { readAll } from './read-all.ts';
import { useWhole } from './shop.ts';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookKind = Schemas['WebhookKind'];
export type SellerEventKind = Schemas['SellerEventKind'];
export type ListedDelivery = Schemas['ListedWebhookDelivery'];
export type DeliveryStatus = Schemas['WebhookDeliveryStatus'];
export type Attempt = Schemas['WebhookAttempt'];

/** In the sequence in which they are offered; a missing one does not compile. */
const SHOWN: Record<SellerEventKind, true> = {
  'order.placed': true,
  'order.updated': true,
  'order.cancelled': true,
  'return.received': true,
  'return.confirmed': true,
  'stock.changed': true,
  'stock.low': true,
  'payout.created': true,
};
export const SELLER_EVENT_KINDS = Object.keys(SHOWN) as SellerEventKind[];

/** Milliseconds between polls: a delivery is tried within a second. */
const LOOK_AGAIN = 5_000;
const PAGE_SIZE = 20;

export function useWebhooks() {
  return useWhole(keys.webhooks, (api) =>
    readAll((page) => dataOf(api.GET('/seller/webhooks', { params: { query: page } }))),
  );
}

export function useDeliveries(id: string, status: DeliveryStatus | null) {
  const api = useApi();
  return usePages(
    keys.webhookDeliveries(id, status),
    (cursor) => {
      const query = { limit: PAGE_SIZE, ...cursor, ...(status === null ? {} : { status }) };
      return dataOf(api.GET('/seller/webhooks/{id}/deliveries', { params: { path: { id }, query } }));
    },
    LOOK_AGAIN,
  );
}

/** What people call a webhook: its note, or its host. */
export function nameOf({ url, description }: Webhook): string {
  return description === '' ? new URL(url).host : description;
}
