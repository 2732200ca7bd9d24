import type { SellerPermission, SellerRight } from './seller-rights.ts';

/** What a scope of API keys stands for. */
interface ScopeMeaning {
  /** Whose keys may have it: a seller's, or the platform's. */
  of: 'SELLER' | 'PLATFORM';
  /** For a seller's: the permission that it stands for, of those that the owner grants to staff. */
  permission?: SellerPermission;
  /** For docs/integrations.md. */
  does: string;
}

/**
 * Scopes of API keys: a group of operations, and whether they read or write. Which operations a scope covers is stated
 * by the contract (`x-scope`). Nothing that needs a second factor has a scope: bank accounts, staff, keys.
 */
export const API_SCOPES = {
  'orders:read': {
    of: 'SELLER',
    permission: 'ORDERS',
    does: 'order groups and their invoices; live events of orders',
  },
  'orders:write': {
    of: 'SELLER',
    permission: 'ORDERS',
    does: 'accept, reject, pack, make ready; confirm returned goods',
  },
  'catalogue:read': { of: 'SELLER', permission: 'CATALOGUE', does: 'products, variants and offers' },
  'catalogue:write': {
    of: 'SELLER',
    permission: 'CATALOGUE',
    does: 'products, variants, pictures, offers and prices',
  },
  'stock:read': { of: 'SELLER', permission: 'STOCK', does: 'warehouses, stock levels and movements' },
  'stock:write': { of: 'SELLER', permission: 'STOCK', does: 'counts of stock' },
  'shipping:read': { of: 'SELLER', permission: 'SHIPPING', does: 'shipping methods' },
  'money:read': { of: 'SELLER', permission: 'FINANCE', does: 'payouts, statements and what is owed' },
  'tasks:read': { of: 'PLATFORM', does: 'delivery tasks and their history' },
  'tasks:write': { of: 'PLATFORM', does: 'assign, reassign, unassign, retry and cancel tasks' },
  'drivers:read': { of: 'PLATFORM', does: 'drivers and their shifts' },
  'cash:read': { of: 'PLATFORM', does: 'cash with drivers, hand-ins and the report' },
  'alerts:read': { of: 'PLATFORM', does: 'alerts' },
  'zones:read': { of: 'PLATFORM', does: 'delivery zones' },
  'board:read': {
    of: 'PLATFORM',
    does: "the dispatcher's board, routes and figures; live events of dispatching",
  },
} as const satisfies Record<string, ScopeMeaning>;

export type ApiScope = keyof typeof API_SCOPES;
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as [ApiScope, ...ApiScope[]];

/** Scopes with which a key may open the live channel, and what it then hears. */
export const LIVE_SCOPES = { SELLER: 'orders:read', PLATFORM: 'board:read' } as const;

export function meaningOf(scope: ApiScope): ScopeMeaning {
  return API_SCOPES[scope];
}

/** `read` or `write`. */
function accessOf(scope: ApiScope): string {
  return scope.slice(scope.indexOf(':') + 1);
}

/**
 * The permissions in which a key performs an operation of this scope. A scope for reading adds none to an operation that
 * writes: with `catalogue:write` and `stock:read`, a grid of offers may set prices but not counts.
 */
export function rightsFor(scope: ApiScope, scopes: ReadonlySet<ApiScope>): ReadonlySet<SellerRight> {
  const same = [...scopes].filter((each) => accessOf(each) === accessOf(scope));
  return new Set(same.flatMap((each) => meaningOf(each).permission ?? []));
}
