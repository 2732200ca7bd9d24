import { useMemo } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { OrderGroup } from '../../orders/order-types.ts';
import { pickList } from '../../print/papers.ts';
import { Both } from './both.tsx';
import styles from './print.module.css';

/** What is fetched from the shelves for all orders in one walk. */
export function PickSheet({ groups }: { groups: readonly OrderGroup[] }) {
  const { dayAndTime, list, number } = useFormats();
  const shelves = useMemo(() => pickList(groups), [groups]);
  return (
    <article className={styles.sheet} data-paper="picks">
      <header className={styles.head}>
        <div>
          <p className={styles.shop}>
            <bdi>{groups[0]?.sellerName}</bdi>
          </p>
          <h2 className={styles.kind}>
            <Both of="picks" />
          </h2>
        </div>
        <p>
          {dayAndTime(Date.now())}
          <br />
          <Both of="orders" />: {number(groups.length)}
        </p>
      </header>
      {shelves.map(({ warehouse, picks, units }) => (
        <section key={warehouse?.id ?? ''}>
          {warehouse === null ? null : (
            <h3 className={styles.shelf}>
              <Both of="gather" /> <bdi>{warehouse.name}</bdi>
            </h3>
          )}
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
                <th scope="col">
                  <Both of="orders" />
                </th>
              </tr>
            </thead>
            <tbody>
              {picks.map(({ variantId, line, quantity, orders }) => {
                const options = list(Object.values(line.optionTexts).map(({ value }) => value));
                return (
                  <tr key={variantId} data-pick={line.sku}>
                    <td className={styles.tick}>
                      <span className={styles.box} />
                    </td>
                    <td className={styles.quantity}>{number(quantity)}</td>
                    <td>
                      <bdi>{line.name}</bdi>
                      {options === '' ? null : <span className={styles.small}>{options}</span>}
                      <span className={styles.small}>
                        <bdi className="id">{line.sku}</bdi>
                      </span>
                    </td>
                    <td className={styles.small}>
                      {orders.map(({ orderNumber, quantity: units }) => (
                        <span key={orderNumber} className={styles.forOrder}>
                          <bdi className="unbroken">{orderNumber}</bdi>
                          {units === 1 ? null : ` × ${number(units)}`}
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
                <td className={styles.quantity}>{number(units)}</td>
                <th scope="row" colSpan={2}>
                  <Both of="units" />
                </th>
              </tr>
            </tfoot>
          </table>
        </section>
      ))}
    </article>
  );
}
