import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { OrderGroup } from '../../orders/order-types.ts';
import { unitsOf } from '../../print/papers.ts';
import { Both } from './both.tsx';
import styles from './print.module.css';
import { QrCode } from './qr-code.tsx';

/** What is stuck on the parcel: whose it is, and a code that finds it when it is scanned into the search. */
export function ParcelLabel({ group }: { group: OrderGroup }) {
  const { day, money, number } = useFormats();
  const { orderNumber, sellerName, sale, shipping, payment } = group;
  return (
    <article className={`${styles.sheet} ${styles.label}`} data-paper="label" aria-label={orderNumber}>
      <p className={styles.shop}>
        <bdi>{sellerName}</bdi>
      </p>
      <QrCode className={styles.code} text={group.id} label={orderNumber} />
      <p className={styles.largeNumber}>
        <bdi className="unbroken">{orderNumber}</bdi>
      </p>
      <dl className={styles.facts}>
        {sale === undefined ? null : (
          <>
            <dt>
              <Both of="buyer" />
            </dt>
            <dd className={styles.strong}>
              <bdi>{sale.buyerName}</bdi>
            </dd>
          </>
        )}
        <dt>
          <Both of="shipping" />
        </dt>
        <dd>{shipping.name}</dd>
        <dt>
          <Both of="promised" />
        </dt>
        <dd className={styles.strong}>{day(`${shipping.promisedTo}T12:00:00Z`)}</dd>
        <dt>
          <Both of="units" />
        </dt>
        <dd>{number(unitsOf(group))}</dd>
        {payment.status === 'VOID' ? null : (
          <>
            <dt>
              <Both of="cash" />
            </dt>
            <dd className={styles.strong}>{money(payment.amountDue.amount)}</dd>
          </>
        )}
      </dl>
    </article>
  );
}
