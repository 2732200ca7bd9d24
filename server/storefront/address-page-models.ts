import type { components } from '../kernel/http/api-types.ts';
import type { FormState } from './form-page-models.ts';

type Address = components['schemas']['Address'];

export interface ZoneName {
  number: number;
  /** The districts in the zone; may be empty. */
  name: string;
}

export type AddressPage = AddressBookPage | AddressFormPage;

export type AddressBookPage = { kind: 'addresses'; addresses: Address[]; said: AddressSaid | null };

/** To add or edit an address. */
export type AddressFormPage = {
  kind: 'address-form';
  /** Null: a new address. */
  id: string | null;
  form: FormState;
  zones: ZoneName[];
  /** Path to continue at after saving, within the shop. */
  next: string;
};

/** What has just been done to the addresses. */
export type AddressSaid = 'saved' | 'removed' | 'default';
