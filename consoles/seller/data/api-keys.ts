import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type ApiKey = Schemas['ApiKey'];
export type NewApiKey = Schemas['NewApiKey'];
export type ApiScope = Schemas['ApiScope'];

/** Scopes that keys of a shop may have, as they are offered. */
export const SHOP_SCOPES = [
  'orders:read',
  'orders:write',
  'stock:read',
  'stock:write',
  'catalogue:read',
  'catalogue:write',
  'shipping:read',
  'money:read',
] as const satisfies readonly ApiScope[];
export type ShopScope = (typeof SHOP_SCOPES)[number];

/** Milliseconds between polls: keys are used and expire meanwhile. */
const LOOK_AGAIN = 60_000;
const PAGE_SIZE = 50;

export function useApiKeys() {
  const api = useApi();
  return usePages(
    keys.apiKeys,
    (cursor) => dataOf(api.GET('/seller/api-keys', { params: { query: { limit: PAGE_SIZE, ...cursor } } })),
    LOOK_AGAIN,
  );
}
