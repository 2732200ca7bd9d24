import type { components } from '../../../server/kernel/http/api-types.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './address.module.css';

type Address = components['schemas']['StreetAddress'];

/** As on the blue plate beside a door: zone, street, building. Its numbers are never mirrored. */
export function PlateAddress({ address }: { address: Address }) {
  const t = useText();
  const { zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } = address;
  const plate = [
    [t('task.zone'), zoneNumber],
    [t('task.street'), streetNumber],
    [t('task.building'), buildingNumber],
  ] as const;
  const rest = [
    unit === null ? null : t('task.unit', { unit }),
    floor === null ? null : t('task.floor', { floor }),
  ].filter((part) => part !== null);
  return (
    <div className={styles.address}>
      <dl className={styles.plate} data-testid="plate">
        {plate.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rest.length === 0 ? null : <p className={styles.rest}>{rest.join(' · ')}</p>}
      {landmark === null ? null : <p className={styles.landmark}>{landmark}</p>}
    </div>
  );
}
