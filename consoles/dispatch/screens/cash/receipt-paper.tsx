import type { ReactNode } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { formats } from '../../../shared/i18n/formats.ts';
import { qatarClock, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { cashTexts } from '../../texts/cash-texts.ts';
import styles from './receipt.module.css';

type Receipt = components['schemas']['Receipt'];
type Bilingual = Receipt['title'];

/** Both languages share the figures, so they are written once, in a form that both can read. */
const { money, number } = formats('en');

/** A receipt as printed. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { company, title, lines, counted, expected, collections } = receipt;
  const denominations = receipt.denominations ?? [];
  const signed: [Bilingual, { id: string; name: string }][] = [
    [cashTexts['receipt.driver'], receipt.driver],
    [cashTexts['receipt.countedBy'], receipt.countedBy],
  ];
  if (receipt.approvedBy !== null) signed.push([cashTexts['receipt.approvedBy'], receipt.approvedBy]);
  return (
    <article className={styles.receipt} data-testid="receipt" dir="ltr">
      <header className={styles.header}>
        <div>
          <p className={styles.company}>{company.en}</p>
          <h3>{title.en}</h3>
        </div>
        <div lang="ar" dir="rtl">
          <p className={styles.company}>{company.ar}</p>
          <h3>{title.ar}</h3>
        </div>
      </header>
      <dl className={styles.lines}>
        {lines.map(({ label, value }) => (
          <div key={label.en}>
            <dt>{label.en}</dt>
            <dd dir="auto">{value}</dd>
            <dt lang="ar" dir="rtl">
              {label.ar}
            </dt>
          </div>
        ))}
      </dl>
      {denominations.length === 0 ? null : (
        <Table
          heads={['receipt.note', 'receipt.count', 'receipt.amount']}
          total={money(counted.amount)}
          rows={denominations.map(({ value, count, amount, label }) => ({
            key: value,
            cells: [<Both key="note" of={label} />, number(count), money(amount.amount)],
          }))}
        />
      )}
      <Table
        heads={['receipt.order', 'receipt.collected', 'receipt.amount']}
        total={money(expected.amount)}
        rows={collections.map(({ taskId, orderNumber, recordedAt, amount }) => ({
          key: taskId,
          cells: [orderNumber, `${qatarDay(recordedAt)} ${qatarClock(recordedAt)}`, money(amount.amount)],
        }))}
      />
      <footer className={styles.sign}>
        {signed.map(([role, { id, name }]) => (
          <div key={id}>
            <span className={styles.line} />
            <bdi>{name}</bdi>
            <span className={styles.role}>
              <Both of={role} />
            </span>
          </div>
        ))}
      </footer>
    </article>
  );
}

interface TableProps {
  heads: readonly (
    | 'receipt.note'
    | 'receipt.count'
    | 'receipt.amount'
    | 'receipt.order'
    | 'receipt.collected'
  )[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  total: string;
}

/** The last column contains money; its sum is below it. */
function Table({ heads, rows, total }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              <Both of={cashTexts[head]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={heads.length - 1}>
            <Both of={cashTexts['receipt.total']} />
          </th>
          <td>{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Each language in its own direction: otherwise its digits would be reordered beside the other's letters. */
function Both({ of: { en, ar } }: { of: Bilingual }) {
  return (
    <>
      <bdi>{en}</bdi> <span className={styles.dot}>· </span>
      <bdi lang="ar" dir="rtl">
        {ar}
      </bdi>
    </>
  );
}
