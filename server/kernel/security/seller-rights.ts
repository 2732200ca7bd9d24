/** Permissions a seller's owner can grant to staff individually. */
export const SELLER_PERMISSIONS = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'] as const;
export type SellerPermission = (typeof SELLER_PERMISSIONS)[number];

/** OWNER: rights that cannot be granted. */
export type SellerRight = SellerPermission | 'OWNER';

/** Right an operation needs, from `x-permission` in openapi.yaml; ANY: any of the seller's people. */
export const NEEDED_RIGHTS = ['ANY', 'OWNER', ...SELLER_PERMISSIONS] as const;
export type NeededRight = (typeof NEEDED_RIGHTS)[number];

const OWNERS: ReadonlySet<SellerRight> = new Set<SellerRight>(['OWNER', ...SELLER_PERMISSIONS]);
const NONE: ReadonlySet<SellerRight> = new Set();

/** @param permissions Of a staff member; null for others. */
export function sellerRights(owns: boolean, permissions: readonly SellerPermission[] | null) {
  if (owns) return OWNERS;
  return permissions === null ? NONE : (new Set(permissions) as ReadonlySet<SellerRight>);
}
