import { DoorOpen, MapPinOff } from 'lucide-react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './door-notes.module.css';

/** A task stored on the phone by an earlier version has none of these. */
type Door = Partial<Pick<components['schemas']['DropoffStop'], 'instructions' | 'meetAtGate' | 'pinned'>>;

/** The buyer's instructions, and whether the pin can be trusted. */
export function DoorNotes({ dropoff: { instructions = null, meetAtGate, pinned } }: { dropoff: Door }) {
  const t = useText();
  if (instructions === null && meetAtGate !== true && pinned !== false) return null;
  return (
    <div className={styles.notes}>
      {meetAtGate === true ? (
        <p className={styles.gate}>
          <DoorOpen aria-hidden size={22} />
          {t('task.meetAtGate')}
        </p>
      ) : null}
      {instructions === null ? null : (
        <p dir="auto">
          <span className={styles.label}>{t('task.buyersNote')}</span> {instructions}
        </p>
      )}
      {pinned === false ? (
        <p className={styles.gate}>
          <MapPinOff aria-hidden size={22} />
          {t('task.notPinned')}
        </p>
      ) : null}
    </div>
  );
}
