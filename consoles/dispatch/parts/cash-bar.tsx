import { useFormats } from '../../shared/i18n/locale.tsx';
import { useCashText } from '../texts/cash-texts.ts';
import styles from './cash-bar.module.css';

export interface CashBarProps {
  onHand: string;
  assigned: string;
  limit: string | null;
}

/** Cash on hand and still to be collected, against the driver's limit. */
export function CashBar({ onHand, assigned, limit }: CashBarProps) {
  const t = useCashText();
  const { money } = useFormats();
  return (
    <div className={styles.bar}>
      <span className={styles.words}>
        {money(onHand)}
        {limit === null ? null : <span className={styles.limit}> / {money(limit)}</span>}
      </span>
      <CashTrack onHand={onHand} assigned={assigned} limit={limit} />
      {Number(assigned) > 0 ? (
        <span className={styles.more}>
          {t('cash.assigned')} {money(assigned)}
        </span>
      ) : null}
    </div>
  );
}

/** The bar without its text. Only widths are computed as numbers: amounts stay decimal strings. */
export function CashTrack({ onHand, assigned, limit }: CashBarProps) {
  const whole = Number(limit ?? 0);
  const share = (amount: string) => (whole <= 0 ? 0 : Math.min(100, (Number(amount) / whole) * 100));
  const held = share(onHand);
  const coming = Math.min(100 - held, share(assigned));
  return (
    <span className={styles.track} aria-hidden>
      <span className={`${styles.held} ${held > 80 ? styles.near : ''}`} style={{ inlineSize: `${held}%` }} />
      <span className={styles.coming} style={{ inlineSize: `${coming}%` }} />
    </span>
  );
}
