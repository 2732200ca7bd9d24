import { useSharedText } from '../i18n/shared-texts.ts';
import styles from './skeleton.module.css';

/** Placeholder lines while content loads. Announced once, however many there are. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useSharedText();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <div key={line} className={styles.line} aria-hidden />
      ))}
    </div>
  );
}
