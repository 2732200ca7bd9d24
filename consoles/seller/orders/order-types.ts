import type { components } from '../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type BoardSnapshot = Schemas['OrderBoard'];
export type BoardGroup = Schemas['OrderBoardGroup'];
export type OrderGroup = Schemas['OrderGroup'];
export type GroupStatus = BoardGroup['status'];
export type SellerInvoice = Schemas['SellerInvoice'];
export type OrderLine = OrderGroup['lines'][number];

/** What a seller does with a group, as the service calls it. */
export const GROUP_ACTIONS = ['accept', 'reject', 'pack', 'ready', 'confirm-return'] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];
