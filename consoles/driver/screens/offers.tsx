import { Package } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useDriver, useOffers, useServerNow } from '../data/driver-context.tsx';
import { type AsideOffer, offerId } from '../tasks/offer-desk.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './offers.module.css';

const loadSheet = () => import('./offer-sheet.tsx');
const OfferSheet = lazy(async () => ({ default: (await loadSheet()).OfferSheet }));

/** The open offer, on top of every screen. */
export function OpenOffer() {
  const { open, over, queued } = useOffers();
  useEffect(() => {
    // Preloaded before the first offer comes, so that no offer waits for its sheet.
    loadSheet().catch(() => undefined);
  }, []);
  if (open === null) return null;
  return (
    <Suspense>
      <OfferSheet key={offerId(open)} local={open} over={over} queued={queued.length} />
    </Suspense>
  );
}

/** Offers put aside, on every screen: each with its amount, remaining time and order. */
export function AsideOffers() {
  const { aside } = useOffers();
  const t = useText();
  if (aside.length === 0) return null;
  return (
    <ul className={styles.aside} aria-label={t('offer.aside')}>
      {aside.map((each) => (
        <li key={offerId(each.local)}>
          <AsideLine offer={each} />
        </li>
      ))}
    </ul>
  );
}

function AsideLine({ offer: { local, over } }: { offer: AsideOffer }) {
  const t = useText();
  const { money, countdown } = useFormats();
  const { offers } = useDriver();
  const now = useServerNow(1_000);
  const { offer, cashDue } = local.task;
  const id = offerId(local);
  const left = offer?.expiresAt == null ? null : (Date.parse(offer.expiresAt) - now) / 1_000;
  const ranOut = over || (left !== null && left <= 0);
  return (
    <button
      type="button"
      className={styles.line}
      data-over={ranOut}
      onClick={() => (over ? offers.forget(id) : offers.reopen(id))}
    >
      <Package aria-hidden size={22} />
      <span className={styles.what}>
        <span className={styles.amount}>{money(cashDue.amount)}</span>
        <span>
          <bdi>{orderName(local.task)}</bdi>
        </span>
      </span>
      <span className={styles.left}>
        {ranOut
          ? t('offer.ranOut')
          : left === null
            ? t('task.open')
            : t('offer.leftShort', { left: countdown(left) })}
      </span>
    </button>
  );
}
