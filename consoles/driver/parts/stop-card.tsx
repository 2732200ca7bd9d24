import { MessageSquare, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import type { LocalTask } from '../tasks/local-task.ts';
import { useText } from '../texts/driver-texts.ts';
import { PlateAddress } from './address.tsx';
import { DoorNotes } from './door-notes.tsx';
import { Sheet } from './sheet.tsx';
import stepStyles from './step.module.css';
import styles from './stop-card.module.css';
import toolsStyles from './tools.module.css';

type Stop = 'PICKUP' | 'DROPOFF' | 'RETURN';

const TO_STORE: readonly LocalTask['status'][] = ['ASSIGNED', 'ACCEPTED'];

/** Where the task takes the driver now. */
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
            <>
              <a className={toolsStyles.tool} href={`tel:${phone}`} aria-label={t('task.callName', { name })}>
                <Phone aria-hidden size={22} />
                {t('task.call')}
              </a>
              <a
                className={toolsStyles.tool}
                href={`sms:${phone}`}
                aria-label={t('task.messageName', { name })}
              >
                <MessageSquare aria-hidden size={22} />
                {t('task.message')}
              </a>
            </>
          )}
        </div>
      )}
      {choosing ? <NavigateSheet name={name} location={location} onClose={() => setChoosing(false)} /> : null}
    </section>
  );
}

interface NavigateSheetProps {
  name: string;
  location: { latitude: number; longitude: number };
  onClose(): void;
}

function NavigateSheet({ name, location: { latitude, longitude }, onClose }: NavigateSheetProps) {
  const t = useText();
  const at = `${latitude},${longitude}`;
  const ways = [
    ['geo', `geo:${at}?q=${at}(${encodeURIComponent(name)})`],
    ['google', `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${at}`],
    ['apple', `https://maps.apple.com/?dirflg=d&daddr=${at}`],
    ['waze', `https://waze.com/ul?navigate=yes&ll=${at}`],
  ] as const;
  return (
    <Sheet title={t('task.navigate.title')} onClose={onClose}>
      <ul className={toolsStyles.ways}>
        {ways.map(([way, href]) => (
          <li key={way}>
            <a
              className={toolsStyles.way}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
            >
              {t(`task.navigate.${way}`)}
            </a>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
