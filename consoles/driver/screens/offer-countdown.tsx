import { useFormats } from '../../shared/i18n/locale.tsx';
import { useOfferText } from '../texts/offer-texts.ts';
import styles from './offer-sheet.module.css';

/** An offer's usual lifetime in seconds, at which the ring is full. */
const USUAL = 90;
const RADIUS = 28;
const CIRCLE = 2 * Math.PI * RADIUS;

export function OfferCountdown({ left }: { left: number }) {
  const t = useOfferText();
  const { countdown } = useFormats();
  const seconds = Math.ceil(left);
  const share = Math.min(1, left / USUAL);
  return (
    <div className={styles.countdown} data-testid="countdown">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle className={styles.track} cx="32" cy="32" r={RADIUS} />
        <circle
          className={styles.left}
          data-tone={left < 15 ? 'bad' : undefined}
          cx="32"
          cy="32"
          r={RADIUS}
          strokeDasharray={CIRCLE}
          strokeDashoffset={CIRCLE * (1 - share)}
        />
      </svg>
      <p className={styles.seconds} aria-hidden="true" dir="ltr">
        {seconds}
      </p>
      {/* Announced at intervals, not every second. */}
      <p
        className="visually-hidden"
        role="timer"
        aria-live={seconds % 30 === 0 || seconds === 10 ? 'polite' : 'off'}
      >
        {seconds === 0 ? t('offer.over.title') : t('offer.left', { left: countdown(seconds) })}
      </p>
    </div>
  );
}
