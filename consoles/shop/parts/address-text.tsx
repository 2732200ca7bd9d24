import type { components } from '../../../server/kernel/http/api-types.ts';
import { PhoneNumber } from './phone-number.tsx';
import { useShop } from './shop-context.tsx';

type Address = Pick<
  components['schemas']['Address'],
  | ('contactName' | 'phone' | 'zoneNumber' | 'streetNumber' | 'buildingNumber')
  | ('unit' | 'floor' | 'landmark')
> & { instructions?: string | null; meetAtGate?: boolean };

/** An address as people write it, on a few short lines. */
export function AddressText({ address }: { address: Address }) {
  const { t } = useShop();
  const { zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } = address;
  const { instructions, meetAtGate, contactName, phone } = address;
  const within = [
    unit === null ? null : t('address.plainUnit', { unit }),
    floor === null ? null : t('address.plainFloor', { floor }),
  ].filter((part) => part !== null);
  const notes = [landmark, instructions ?? null, meetAtGate === true ? t('address.meetAtGate') : null];
  const plate = { zone: zoneNumber, street: streetNumber, building: buildingNumber };
  return (
    <span className="address-text">
      <span className="digits">
        {t('address.plain', {
          zone: String(plate.zone),
          street: String(plate.street),
          building: String(plate.building),
        })}
        {within.length === 0 ? null : ` · ${within.join(' · ')}`}
      </span>
      <span className="muted">
        <bdi>{contactName}</bdi> · <PhoneNumber phone={phone} />
      </span>
      {notes
        .filter((note) => note !== null)
        .map((note) => (
          <span key={note} className="muted" dir="auto">
            {note}
          </span>
        ))}
    </span>
  );
}
