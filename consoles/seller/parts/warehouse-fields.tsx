import type { components } from '../../../server/kernel/http/api-types.ts';
import { qatariNumber } from '../../shared/domain/qatari-number.ts';
import type { FieldsOf, SayError } from '../../shared/forms/field-errors.ts';
import { useFormText } from '../../shared/forms/use-form-text.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { Warehouse } from '../data/shop.ts';
import { useShopText } from '../texts/shop-texts.ts';
import styles from './warehouse-fields.module.css';

export type WarehouseField =
  | 'name'
  | 'phone'
  | 'zone'
  | 'street'
  | 'building'
  | 'unit'
  | 'landmark'
  | 'location';
/** A warehouse as typed, before validation. */
export type TypedWarehouse = { [F in WarehouseField]: string };
type Faults = Partial<Record<WarehouseField, string>>;

export const WAREHOUSE_PLACES: FieldsOf<WarehouseField> = {
  ...{ '/name': 'name', '/phone': 'phone', '/zoneNumber': 'zone', '/streetNumber': 'street' },
  ...{ '/buildingNumber': 'building', '/unit': 'unit', '/landmark': 'landmark', '/location': 'location' },
};

const NEEDED = ['name', 'zone', 'street', 'building', 'location'] as const;

/** Null: a new warehouse. */
export function typedWarehouse(warehouse: Warehouse | null): TypedWarehouse {
  const { latitude, longitude } = warehouse?.location ?? {};
  return {
    name: warehouse?.name ?? '',
    phone: warehouse?.phone ?? '',
    zone: String(warehouse?.zoneNumber ?? ''),
    street: String(warehouse?.streetNumber ?? ''),
    building: String(warehouse?.buildingNumber ?? ''),
    unit: warehouse?.unit ?? '',
    landmark: warehouse?.landmark ?? '',
    location: latitude === undefined || longitude === undefined ? '' : `${latitude}, ${longitude}`,
  };
}

/** Latitude and longitude, as maps copy them; null if the text is not a position. */
export function pointOf(text: string): { latitude: number; longitude: number } | null {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*[,،\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  return found === null ? null : { latitude: Number(found[1]), longitude: Number(found[2]) };
}

/** The request body, once `useWarehouseChecks` has found no error. */
export function warehouseBody(typed: TypedWarehouse): components['schemas']['CreateWarehouseRequest'] {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  return {
    ...{ name: typed.name.trim(), phone: qatariNumber(typed.phone) ?? text(typed.phone) },
    ...{ zoneNumber: Number(typed.zone), streetNumber: Number(typed.street) },
    ...{ buildingNumber: Number(typed.building), unit: text(typed.unit), landmark: text(typed.landmark) },
    location: pointOf(typed.location) ?? { latitude: Number.NaN, longitude: Number.NaN },
  };
}

/** Errors that can be found before sending, and texts for the service's refusals of these fields. */
export function useWarehouseChecks(): {
  faultsOf(typed: TypedWarehouse): Faults;
  say: SayError<WarehouseField>;
} {
  const t = useShopText();
  const form = useFormText();
  return {
    faultsOf: (typed) => {
      const faults: Faults = {};
      for (const field of NEEDED) if (typed[field].trim() === '') faults[field] = form('fault.needed');
      if (faults.location === undefined && pointOf(typed.location) === null)
        faults.location = t('warehouses.fault.location');
      if (typed.phone.trim() !== '' && qatariNumber(typed.phone) === null) faults.phone = form('fault.phone');
      return faults;
    },
    say: (_, field) =>
      field === 'phone' ? form('fault.phone') : field === 'location' ? t('warehouses.fault.location') : null,
  };
}

export interface WarehouseFieldsProps {
  typed: TypedWarehouse;
  faults: Faults;
  onType(field: WarehouseField, text: string): void;
}

/** The fields of a warehouse's address. */
export function WarehouseFields({ typed, faults, onType }: WarehouseFieldsProps) {
  const t = useShopText();
  const field = (name: WarehouseField) => ({
    ...{ label: t(`warehouses.${name}`), name, value: typed[name], error: faults[name] },
    onChange: (text: string) => onType(name, text),
  });
  const number = { inputMode: 'numeric', leftToRight: true, maxLength: 4 } as const;
  return (
    <>
      <TextField {...field('name')} maxLength={120} />
      <div className={styles.pair}>
        <TextField {...field('zone')} {...number} />
        <TextField {...field('street')} {...number} />
        <TextField {...field('building')} {...number} />
        <TextField {...field('unit')} maxLength={20} />
      </div>
      <TextField {...field('landmark')} maxLength={200} />
      <TextField {...field('location')} leftToRight description={t('warehouses.location.hint')} />
      <TextField {...field('phone')} type="tel" leftToRight />
    </>
  );
}
