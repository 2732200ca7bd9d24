import type { components } from '../kernel/http/api-types.ts';
import type { ZoneName } from './address-page-models.ts';
import type { FormState } from './form-page-models.ts';

type Schemas = components['schemas'];

export type CheckoutPage = CheckoutStartPage | OpenCheckoutPage | EndedCheckoutPage;

/** Who it goes to and where; nothing is reserved yet. */
export type CheckoutStartPage = {
  kind: 'checkout-start';
  /** A new buyer gives e-mail and password with the address. */
  isGuest: boolean;
  cart: Schemas['Cart'];
  addresses: Schemas['Address'][];
  /** The saved address that is marked; null: a new one. */
  addressId: string | null;
  form: FormState;
  zones: ZoneName[];
  /** Of a new buyer's password. */
  minPasswordLength: number;
  trouble: CheckoutTrouble | null;
};

/** Goods are reserved: delivery, payment, and the order. */
export type OpenCheckoutPage = {
  kind: 'checkout';
  checkout: Schemas['Checkout'];
  shops: CheckoutShop[];
  addresses: Schemas['Address'][];
  /** The saved address that was chosen or tried, as long as it is the same; null: none, or it was changed since. */
  addressId: string | null;
  /** Of another address. */
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
  /** Empty while there is no address, or none that all shops deliver to. */
  methods: Schemas['ShippingMethod'][];
  /** Its delivery as it was chosen, with the price and the days that were shown then. */
  chosen: Schemas['CheckoutShipping'] | null;
}

/** Why it does not go on yet; each is shown with what to do. */
export type CheckoutTrouble =
  | { why: 'unavailable'; lines: Schemas['ProblemLine'][] }
  | { why: 'prices'; lines: Schemas['ProblemLine'][]; shipping: Schemas['ProblemShipping'][] }
  | { why: 'unserviceable'; sellers: { sellerId: string; name: string; reason: string }[] }
  | { why: 'cash' }
  | { why: 'total' }
  | { why: 'delivery' }
  | { why: 'limited'; seconds: number }
  | { why: 'busy' };

/** What has just become of it. */
export type CheckoutSaid = 'address' | 'delivery' | 'prices' | 'left-out';
