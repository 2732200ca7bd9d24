import type { components } from '../kernel/http/api-types.ts';
import type { FormState } from './form-page-models.ts';

type Schemas = components['schemas'];

export type OrdersPage =
  | {
      kind: 'orders';
      orders: Schemas['OrderList']['data'];
      /** URL of the next page; null on the last page. */
      next: string | null;
      isFirst: boolean;
    }
  | {
      kind: 'order';
      /** The page's account, whose room gets live events. */
      accountId: string;
      order: Schemas['Order'];
      /** Whether there is one, or is one on request. */
      hasInvoice: boolean;
      parts: OrderPart[];
      cash: CashToHave;
      said: OrderSaid | null;
      /** When it was read, RFC 3339. */
      at: string;
      /** The operator's map style; null: the built-in one. */
      mapStyleUrl: string | null;
    }
  | { kind: 'cancel-order'; order: Schemas['Order']; form: FormState }
  | { kind: 'reordered'; order: Schemas['Order']; missing: MissingLine[]; isNothingThere: boolean };

/** One seller's part of the order, with its tracking. */
export interface OrderPart {
  group: Schemas['OrderGroup'];
  tracked: Schemas['TrackedGroup'];
  /** From the driver to the door; null if unknown, or not shown to the buyer. */
  metresAway: number | null;
}

/** Cash still to be paid at the door; each part is delivered separately. */
export interface CashToHave {
  /** QAR; "0.00" if nothing is due. */
  total: string;
  parts: { groupId: string; sellerName: string; amount: string; promisedFrom: string; promisedTo: string }[];
}

/** What has just been done to the order. */
export type OrderSaid = 'placed' | 'cancelled' | 'partly-cancelled' | 'too-late';

/** An order line that could not be put back into the cart completely. */
export interface MissingLine {
  name: string;
  requested: number;
  added: number;
  reason: NonNullable<Schemas['ReorderedLine']['reason']>;
}
