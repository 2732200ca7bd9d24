import { useFormats } from '../../../shared/i18n/locale.tsx';
import { qatarDay } from '../../../shared/i18n/qatar-time.ts';
import styles from './task-panel.module.css';

/** The day, above its first line. */
export function DayHead({ at, former }: { at: string; former: string | undefined }) {
  const { day } = useFormats();
  if (former !== undefined && qatarDay(former) === qatarDay(at)) return null;
  return <li className={styles.dayHead}>{day(at)}</li>;
}
