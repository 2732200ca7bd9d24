import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { readAll } from './read-all.ts';
import { type Seller, type ShopView, useShop } from './shop-context.tsx';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type Warehouse = Schemas['Warehouse'];
export type ShippingMethod = Schemas['SellerShippingMethod'];
export type StaffMember = Schemas['StaffMember'];
export type Invitation = Schemas['StaffInvitation'];
export type OpeningHours = Schemas['OpeningHours'];

/** Milliseconds between polls of data that colleagues may change, too. */
const LOOK_AGAIN = 60_000;
const PAGE_SIZE = 50;

export function useWarehouses() {
  return useWhole(keys.warehouses, readWarehouses);
}

/** All warehouses, including closed ones. */
export function readWarehouses(api: Api): Promise<Warehouse[]> {
  return readAll((page) => dataOf(api.GET('/seller/warehouses', { params: { query: page } })));
}

export function useShippingMethods() {
  return useWhole(keys.shippingMethods, (api) =>
    readAll((page) => dataOf(api.GET('/seller/shipping-methods', { params: { query: page } }))),
  );
}

export function useStaff() {
  return useWhole(keys.staff, (api) =>
    readAll((page) => dataOf(api.GET('/seller/staff', { params: { query: page } }))),
  );
}

/** Reads a short list as a whole; a list that keeps growing is read by pages (`usePages`). */
export function useWhole<T>(queryKey: readonly unknown[], read: (api: Api) => Promise<T[]>) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => read(api),
    refetchInterval: LOOK_AGAIN,
  });
  return { rows: data, error, again: () => void refetch() };
}

export function useInvitations() {
  const api = useApi();
  return usePages(
    keys.invitations,
    (cursor) =>
      dataOf(api.GET('/seller/staff-invitations', { params: { query: { limit: PAGE_SIZE, ...cursor } } })),
    LOOK_AGAIN,
  );
}

/** The shop as cached here, with functions to replace it or read it again. */
export function useShopState() {
  const client = useQueryClient();
  const { seller, rights } = useShop();
  return {
    seller,
    owner: rights.owner,
    changed: (next: Seller) =>
      client.setQueryData<ShopView>(keys.seller, (former) =>
        former === undefined || former.seller === null ? former : { ...former, seller: next },
      ),
    again: () => client.refetchQueries({ queryKey: keys.seller }),
  };
}

/**
 * The version the form was opened with, sent as If-Match so that an edit never overwrites what its author has not seen.
 * After a conflict it is the version read then: sending again confirms having seen it.
 */
export function useSeenVersion(version: number): { match: string; begin(): void; forget(): void } {
  const [seen, setSeen] = useState<number | null>(null);
  return {
    match: `"${seen ?? version}"`,
    begin: () => setSeen((former) => former ?? version),
    forget: () => setSeen(null),
  };
}
