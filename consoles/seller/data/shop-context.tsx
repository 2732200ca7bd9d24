import { createContext, useContext } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';

export type Seller = components['schemas']['Seller'];
export type SellerRights = components['schemas']['SellerRights'];
export type Permission = SellerRights['permissions'][number];

/**
 * The shop the signed-in person works for, and their permissions there. `rights` is null for a rejected application;
 * `seller` is null, too, for someone who never applied.
 */
export type ShopView = { seller: Seller; rights: SellerRights } | { seller: Seller | null; rights: null };

const ShopContext = createContext<ShopView | null>(null);
export const ShopProvider = ShopContext.Provider;

/** The shop; only for components shown to its owner and staff. */
export function useShop(): { seller: Seller; rights: SellerRights } {
  const view = useContext(ShopContext);
  if (view === null || view.rights === null) throw new Error('ShopProvider is missing');
  return view;
}

/** Whether the signed-in person has a permission; owners have all. */
export function useMay(permission: Permission): boolean {
  return useShop().rights.permissions.includes(permission);
}
