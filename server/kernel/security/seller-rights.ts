/** What the owner of a seller gives its staff, one by one. */
export const SELLER_PERMISSIONS = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'] as const;
export type SellerPermission = (typeof SELLER_PERMISSIONS)[number];

/** OWNER: what the owner gives to nobody. */
export type SellerRight = SellerPermission | 'OWNER';

/** What an operation needs, as `x-permission` in openapi.yaml says; ANY: to be one of the seller's people. */
export const NEEDED_RIGHTS = ['ANY', 'OWNER', ...SELLER_PERMISSIONS] as const;
export type NeededRight = (typeof NEEDED_RIGHTS)[number];

const OWNERS: ReadonlySet<SellerRight> = new Set<SellerRight>(['OWNER', ...SELLER_PERMISSIONS]);
const NONE: ReadonlySet<SellerRight> = new Set();

/** @param permissions Of somebody on the staff; null for others. */
export function sellerRights(owns: boolean, permissions: readonly SellerPermission[] | null) {
  if (owns) return OWNERS;
  return permissions === null ? NONE : (new Set(permissions) as ReadonlySet<SellerRight>);
}
