import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components';
import { useFormats } from '../i18n/locale.tsx';
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  label: string;
  /** 0 to 1; null if the duration is unknown. */
  share: number | null;
}

/** For everything that takes longer than a second. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const { percent } = useFormats();
  return (
    <AriaProgressBar
      className={styles.whole ?? ''}
      isIndeterminate={share === null}
      {...(share === null ? {} : { value: share * 100, valueLabel: percent(share) })}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {share === null ? null : <span className={styles.value}>{percent(share)}</span>}
      <progress className={styles.bar} aria-hidden max={1} {...(share === null ? {} : { value: share })} />
    </AriaProgressBar>
  );
}
