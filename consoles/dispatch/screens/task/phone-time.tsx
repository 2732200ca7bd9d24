import { useFormats } from '../../../shared/i18n/locale.tsx';
import { qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import styles from './task-panel.module.css';

/** Milliseconds up to which two times count as equal: a message's delay and the clocks' difference. */
const ALIKE = 60_000;

/** When something was done: the phone's time beside the service's, if it was recorded without a connection. */
export function PhoneTime({ at, occurredAt }: { at: string; occurredAt: string | null }) {
  const t = usePanelText();
  const { time, dayAndTime } = useFormats();
  if (occurredAt === null || Math.abs(Date.parse(at) - Date.parse(occurredAt)) < ALIKE) {
    return <time dateTime={at}>{time(occurredAt ?? at)}</time>;
  }
  const received = qatarDay(at) === qatarDay(occurredAt) ? time(at) : dayAndTime(at);
  return (
    <time dateTime={occurredAt} className={styles.phoneTime} data-testid="phone-time">
      {t('phone.time', { phone: time(occurredAt), received })}
    </time>
  );
}
