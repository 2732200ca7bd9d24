import { Navigation } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { orderName } from '../../shared/domain/order-name.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';
import { PlateAddress } from './address.tsx';
import { ContactLinks } from './contact-links.tsx';
import { DoorNotes } from './door-notes.tsx';
import stepStyles from './step.module.css';
import styles from './stop-card.module.css';
import toolsStyles from './tools.module.css';

const NavigateSheet = lazy(async () => ({ default: (await import('./navigate-sheet.tsx')).NavigateSheet }));

type Stop = 'PICKUP' | 'DROPOFF' | 'RETURN';

const TO_STORE: readonly LocalTask['status'][] = ['ASSIGNED', 'ACCEPTED'];

/** The stop the driver has to go to now. */
export function stopOf({ status, allowed }: LocalTask): Stop {
  if (TO_STORE.includes(status)) return 'PICKUP';
  if (
    status === 'RETURNING' ||
    status === 'RETURNED' ||
    (status === 'FAILED' && allowed.includes('return'))
  ) {
    return 'RETURN';
  }
  return 'DROPOFF';
}

const TITLES = { PICKUP: 'task.pickup', DROPOFF: 'task.dropoff', RETURN: 'task.return' } as const;

export function StopCard({ local, stop, brief = false }: { local: LocalTask; stop: Stop; brief?: boolean }) {
  const t = useText();
  const [choosing, setChoosing] = useState(false);
  const { pickup, dropoff } = local.task;
  const store = stop !== 'DROPOFF';
  const name = store ? pickup.name : dropoff.contactName;
  const phone = store ? pickup.phone : dropoff.phone;
  const { address, location } = store ? pickup : dropoff;
  return (
    <section className={styles.stop} aria-label={t(TITLES[stop])}>
      <p className={styles.kind}>{t(TITLES[stop])}</p>
      <p className={stepStyles.name}>
        <bdi>{name}</bdi>
      </p>
      <PlateAddress address={address} />
      {store ? null : <DoorNotes dropoff={dropoff} />}
      {brief ? null : (
        <div className={toolsStyles.tools}>
          <button type="button" className={toolsStyles.tool} onClick={() => setChoosing(true)}>
            <Navigation aria-hidden size={22} />
            {t('task.navigate')}
          </button>
          {phone === null ? null : (
            <ContactLinks
              name={name}
              phone={phone}
              message={t(store ? 'task.messageStore' : 'task.messageBuyer', {
                number: orderName(local.task),
              })}
            />
          )}
        </div>
      )}
      <Suspense>
        {choosing ? (
          <NavigateSheet name={name} location={location} onClose={() => setChoosing(false)} />
        ) : null}
      </Suspense>
    </section>
  );
}
