import { BLUE_PLATE_ZONES } from '../../actors/geo/blue-plate-zones.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { ZoneName } from './address-page-models.ts';
import type { FormState } from './form-page-models.ts';
import type { Locale } from './page-models.ts';
import { typedNumber, typedPhone, typedText } from './typed.ts';

type Schemas = components['schemas'];
type Address = Schemas['Address'];

/** Fields that the form names differently from the operation. */
export const ADDRESS_FIELDS: Readonly<Record<string, string>> = {
  contactName: 'name',
  zoneNumber: 'zone',
  streetNumber: 'street',
  buildingNumber: 'building',
  location: 'pin',
};

/** Values of an empty form. */
export const EMPTY_FORM: FormState = { values: {}, faults: {} };

/**
 * The form's values for the operation to validate: an empty field is absent, and text that is not a number becomes NaN.
 */
export function typedAddress(values: Readonly<Record<string, string>>): Schemas['CreateAddressRequest'] {
  const { latitude, longitude } = values;
  const pin = { latitude: Number.parseFloat(latitude ?? ''), longitude: Number.parseFloat(longitude ?? '') };
  const required = {
    contactName: typedText(values.name),
    phone: typedPhone(values.phone),
    zoneNumber: typedNumber(values.zone),
    streetNumber: typedNumber(values.street),
    buildingNumber: typedNumber(values.building),
  };
  const given = Object.entries(required).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as typeof required as Schemas['CreateAddressRequest']),
    label: typedText(values.label) ?? null,
    unit: typedText(values.unit) ?? null,
    floor: typedText(values.floor) ?? null,
    landmark: typedText(values.landmark) ?? null,
    instructions: typedText(values.instructions) ?? null,
    meetAtGate: values.meetAtGate === 'on',
    ...(Number.isFinite(pin.latitude) && Number.isFinite(pin.longitude) ? { location: pin } : {}),
  };
}

/** Whether any field of the address form has been filled in. */
export function hasAddress(values: Readonly<Record<string, string>>): boolean {
  return ['zone', 'street', 'building'].some((name) => typedText(values[name]) !== undefined);
}

/** The form for editing a saved address. */
export function formOf(address: Address): FormState {
  const { location, pinned, zoneNumber, streetNumber, buildingNumber } = address;
  const text = (value: string | null) => value ?? '';
  return {
    values: {
      label: text(address.label),
      name: address.contactName,
      phone: address.phone.slice('+974'.length),
      zone: String(zoneNumber),
      street: String(streetNumber),
      building: String(buildingNumber),
      unit: text(address.unit),
      floor: text(address.floor),
      landmark: text(address.landmark),
      instructions: text(address.instructions),
      meetAtGate: address.meetAtGate ? 'on' : '',
      latitude: pinned ? String(location.latitude) : '',
      longitude: pinned ? String(location.longitude) : '',
    },
    faults: {},
  };
}

const ZONE_NAMES: Record<Locale, ZoneName[]> = {
  en: BLUE_PLATE_ZONES.map(({ number, name }) => ({ number, name: name.en })),
  ar: BLUE_PLATE_ZONES.map(({ number, name }) => ({ number, name: name.ar })),
};

/** Shown so that people can recognise their zone. */
export function zoneNames(locale: Locale): ZoneName[] {
  return ZONE_NAMES[locale];
}
