import type { components } from '../kernel/http/api-types.ts';
import type { ZoneName } from './address-page-models.ts';
import type { FormState } from './form-page-models.ts';

type Schemas = components['schemas'];

export type CheckoutPage = CheckoutStartPage | OpenCheckoutPage | EndedCheckoutPage;

/** Recipient and address; nothing is reserved yet. */
export type CheckoutStartPage = {
  kind: 'checkout-start';
  /** A guest also enters e-mail and password, to register. */
  isGuest: boolean;
  cart: Schemas['Cart'];
  addresses: Schemas['Address'][];
  /** The preselected saved address; null: a new one. */
  addressId: string | null;
  form: FormState;
  zones: ZoneName[];
  /** For a new buyer's password. */
  minPasswordLength: number;
  trouble: CheckoutTrouble | null;
};

/** The goods are reserved: choose delivery and payment, and place the order. */
export type OpenCheckoutPage = {
  kind: 'checkout';
  checkout: Schemas['Checkout'];
  shops: CheckoutShop[];
  addresses: Schemas['Address'][];
  /** The saved address that was chosen or attempted, if it is unchanged; null: none. */
  addressId: string | null;
  /** Form for another address. */
  form: FormState;
  zones: ZoneName[];
  trouble: CheckoutTrouble | null;
  said: CheckoutSaid | null;
};

export type EndedCheckoutPage = { kind: 'checkout-ended'; why: 'EXPIRED' | 'CANCELLED' };

/** One shop's part of the order. */
export interface CheckoutShop {
  id: string;
  name: string;
  lines: Schemas['CheckoutLine'][];
  /** Empty without an address, or if not all shops deliver to it. */
  methods: Schemas['ShippingMethod'][];
  /** The chosen delivery, with the price and days shown at that time. */
  chosen: Schemas['CheckoutShipping'] | null;
}

/** Why the checkout cannot continue; the page shows each with what to do. */
export type CheckoutTrouble =
  | { why: 'unavailable'; lines: Schemas['ProblemLine'][] }
  | { why: 'prices'; lines: Schemas['ProblemLine'][]; shipping: Schemas['ProblemShipping'][] }
  | { why: 'unserviceable'; sellers: { sellerId: string; name: string; reason: string }[] }
  | { why: 'cash' }
  | { why: 'total' }
  | { why: 'delivery' }
  | { why: 'limited'; seconds: number }
  | { why: 'busy' };

/** What has just been done to the checkout. */
export type CheckoutSaid = 'address' | 'delivery' | 'prices' | 'left-out';
