import type { components } from '../kernel/http/api-types.ts';
import type { FormState } from './form-page-models.ts';

type Address = components['schemas']['Address'];

export interface ZoneName {
  number: number;
  /** What lies in it; may be empty. */
  name: string;
}

export type AddressPage = AddressBookPage | AddressFormPage;

export type AddressBookPage = { kind: 'addresses'; addresses: Address[]; said: AddressSaid | null };

/** A new address, or one that is changed. */
export type AddressFormPage = {
  kind: 'address-form';
  /** Null: a new one. */
  id: string | null;
  form: FormState;
  zones: ZoneName[];
  /** Where to go on when it is saved: a place within the shop. */
  next: string;
};

/** What has just become of the addresses. */
export type AddressSaid = 'saved' | 'removed' | 'default';
