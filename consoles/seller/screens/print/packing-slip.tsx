import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { OrderGroup } from '../../orders/order-types.ts';
import { unitsOf } from '../../print/papers.ts';
import { Both } from './both.tsx';
import styles from './print.module.css';
import { QrCode } from './qr-code.tsx';

/** What goes into the parcel, to be ticked while it is packed. */
export function PackingSlip({ group }: { group: OrderGroup }) {
  const { day, dayAndTime, list, number } = useFormats();
  const { orderNumber, sellerName, sale, shipping, lines, toGather = [] } = group;
  return (
    <article className={`${styles.sheet} ${styles.slip}`} data-paper="slip" aria-label={orderNumber}>
      <header className={styles.head}>
        <div>
          <p className={styles.shop}>
            <bdi>{sellerName}</bdi>
          </p>
          <h2 className={styles.kind}>
            <Both of="slip" />
          </h2>
          <p className={styles.number}>
            <bdi className="unbroken">{orderNumber}</bdi>
          </p>
        </div>
        <QrCode className={styles.smallCode} text={group.id} label={orderNumber} />
      </header>
      <dl className={styles.facts}>
        {sale === undefined ? null : (
          <>
            <dt>
              <Both of="buyer" />
            </dt>
            <dd>
              <bdi>{sale.buyerName}</bdi>
            </dd>
            <dt>
              <Both of="placed" />
            </dt>
            <dd>{dayAndTime(sale.placedAt)}</dd>
          </>
        )}
        <dt>
          <Both of="shipping" />
        </dt>
        <dd>{shipping.name}</dd>
        <dt>
          <Both of="promised" />
        </dt>
        <dd>{day(`${shipping.promisedTo}T12:00:00Z`)}</dd>
      </dl>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" aria-hidden className={styles.tick} />
            <th scope="col">
              <Both of="quantity" />
            </th>
            <th scope="col">
              <Both of="product" />
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, name, sku, quantity, optionTexts }) => {
            const options = list(Object.values(optionTexts).map(({ value }) => value));
            const elsewhere = toGather.filter(({ lineId }) => lineId === id);
            return (
              <tr key={id}>
                <td className={styles.tick}>
                  <span className={styles.box} />
                </td>
                <td className={styles.quantity}>{number(quantity)}</td>
                <td>
                  <bdi>{name}</bdi>
                  {options === '' ? null : <span className={styles.small}>{options}</span>}
                  <span className={styles.small}>
                    <bdi className="id">{sku}</bdi>
                  </span>
                  {elsewhere.map(({ fromWarehouse, quantity: units }) => (
                    <span key={fromWarehouse.id} className={styles.small}>
                      <Both of="gather" /> <bdi>{fromWarehouse.name}</bdi>: {number(units)}
                    </span>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td className={styles.tick} />
            <td className={styles.quantity}>{number(unitsOf(group))}</td>
            <th scope="row">
              <Both of="units" />
            </th>
          </tr>
        </tfoot>
      </table>
      <p className={styles.sign}>
        <Both of="packed" />
      </p>
    </article>
  );
}
