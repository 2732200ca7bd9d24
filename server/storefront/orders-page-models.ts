import type { components } from '../kernel/http/api-types.ts';
import type { FormState } from './form-page-models.ts';

type Schemas = components['schemas'];

export type OrdersPage =
  | {
      kind: 'orders';
      orders: Schemas['OrderList']['data'];
      /** The address of the next page; null on the last one. */
      next: string | null;
      isFirst: boolean;
    }
  | {
      kind: 'order';
      /** Whose page it is: live events come to its room. */
      accountId: string;
      order: Schemas['Order'];
      parts: OrderPart[];
      cash: CashToHave;
      said: OrderSaid | null;
      /** When it was read, RFC 3339. */
      at: string;
      /** A map style of the operator's; null: the embedded one. */
      mapStyleUrl: string | null;
    }
  | { kind: 'cancel-order'; order: Schemas['Order']; form: FormState }
  | { kind: 'reordered'; order: Schemas['Order']; missing: MissingLine[]; isNothingThere: boolean };

/** One seller's part, with where it is. */
export interface OrderPart {
  group: Schemas['OrderGroup'];
  tracked: Schemas['TrackedGroup'];
  /** From the driver to the door; null while nobody knows or it is nobody's business. */
  metresAway: number | null;
}

/** What is still to be paid at the door: each part comes by itself. */
export interface CashToHave {
  /** QAR; "0.00" when nothing is. */
  total: string;
  parts: { groupId: string; sellerName: string; amount: string; promisedFrom: string; promisedTo: string }[];
}

/** What has just become of the order. */
export type OrderSaid = 'placed' | 'cancelled' | 'partly-cancelled' | 'too-late';

/** What could not be put back into the cart, in whole or in part. */
export interface MissingLine {
  name: string;
  requested: number;
  added: number;
  reason: NonNullable<Schemas['ReorderedLine']['reason']>;
}
