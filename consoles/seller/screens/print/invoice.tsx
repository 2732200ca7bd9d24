import type { ReactNode } from 'react';
import { formats } from '../../../shared/i18n/formats.ts';
import type { SellerInvoice } from '../../orders/order-types.ts';
import { PAPER_WORDS } from '../../texts/print-texts.ts';
import styles from './print.module.css';

/** The digits and signs of both languages' readers. */
const { money, number, date } = formats('en');

/** The seller's invoice of an order: English on the left, Arabic on the right, in either language of the console. */
export function Invoice({ invoice }: { invoice: SellerInvoice }) {
  const { sellerAddress, sellerLegalName, sellerName, lines, shipping, totals, cashDue, charged } = invoice;
  const { zoneNumber, streetNumber, buildingNumber, unit } = sellerAddress;
  const plate = [zoneNumber, streetNumber, buildingNumber, ...(unit === null ? [] : [unit])].join(' / ');
  return (
    <article
      className={`${styles.sheet} ${styles.invoice}`}
      data-paper="invoice"
      dir="ltr"
      lang="en"
      aria-label={invoice.number}
    >
      <header className={styles.head}>
        <h2 className={styles.kind}>{PAPER_WORDS.invoice.en}</h2>
        <h2 className={styles.kind} lang="ar" dir="rtl">
          {PAPER_WORDS.invoice.ar}
        </h2>
      </header>
      {charged ? null : <Pair of="notCharged" className={styles.notCharged} />}
      <table className={styles.pairs}>
        <tbody>
          <Fact of="invoiceNumber">
            <span className="unbroken">{invoice.number}</span>
          </Fact>
          <Fact of="issued">{date(invoice.issuedAt)}</Fact>
          <Fact of="seller">
            <bdi>{sellerLegalName}</bdi>
            <bdi className={styles.small} lang="ar">
              {sellerName.ar}
            </bdi>
          </Fact>
          <Fact of={unit === null ? 'address' : 'addressUnit'}>{plate}</Fact>
          <Fact of="invoicedTo">
            <bdi>{invoice.buyerName}</bdi>
          </Fact>
          <Fact of="order">
            <span className="unbroken">{invoice.orderNumber}</span>
          </Fact>
          <Fact of="placed">{date(invoice.placedAt)}</Fact>
        </tbody>
      </table>
      <table className={styles.sold}>
        <thead>
          <tr>
            <Head of="product" />
            <Head of="quantity" />
            <Head of="price" />
            <Head of="sum" />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ sku, name, quantity, unitPrice, lineTotal }) => (
            <tr key={sku}>
              <Item name={name} below={sku} />
              <td>{number(quantity)}</td>
              <td>{money(unitPrice.amount)}</td>
              <td>{money(lineTotal.amount)}</td>
            </tr>
          ))}
          <tr>
            <Item
              name={{
                en: `${PAPER_WORDS.shipping.en}: ${shipping.name.en}`,
                ar: `${PAPER_WORDS.shipping.ar}: ${shipping.name.ar}`,
              }}
            />
            <td />
            <td />
            <td>{money(shipping.price.amount)}</td>
          </tr>
        </tbody>
      </table>
      <table className={`${styles.pairs} ${styles.sums}`}>
        <tbody>
          <Fact of="tax">{money(totals.tax.amount)}</Fact>
          <Fact of="total">{money(totals.total.amount)}</Fact>
          {charged ? <Fact of="cash">{money(cashDue.amount)}</Fact> : null}
        </tbody>
      </table>
    </article>
  );
}

type Word = keyof typeof PAPER_WORDS;

/** A value between its two labels. */
function Fact({ of, children }: { of: Word; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{PAPER_WORDS[of].en}</th>
      <td>{children}</td>
      <th scope="row" lang="ar" dir="rtl">
        {PAPER_WORDS[of].ar}
      </th>
    </tr>
  );
}

function Head({ of }: { of: Word }) {
  const { en, ar } = PAPER_WORDS[of];
  return (
    <th scope="col">
      {en}{' '}
      <bdi lang="ar" className={styles.word}>
        {ar}
      </bdi>
    </th>
  );
}

/** What was sold, in both languages side by side. */
function Item({ name: { en, ar }, below }: { name: { en: string; ar: string }; below?: string }) {
  return (
    <td>
      <span className={styles.both}>
        <bdi>{en}</bdi>
        <span lang="ar" dir="rtl">
          {ar}
        </span>
      </span>
      {below === undefined ? null : (
        <span className={styles.small}>
          <bdi className="id">{below}</bdi>
        </span>
      )}
    </td>
  );
}

function Pair({ of, className }: { of: Word; className: string | undefined }) {
  const { en, ar } = PAPER_WORDS[of];
  return (
    <p className={className}>
      <span>{en}</span>
      <span lang="ar" dir="rtl">
        {ar}
      </span>
    </p>
  );
}
