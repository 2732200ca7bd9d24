import { createHash } from 'node:crypto';
import { qatarDayAndClock } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { escaped } from '../../kernel/print/escaped.ts';
import { formatAmount } from './receipt.ts';

type Receipt = components['schemas']['Receipt'];

const STYLE = `
  body { font: 14px/1.45 system-ui, 'Noto Sans Arabic', sans-serif; color: #111; margin: 2rem auto; max-width: 42rem; }
  header { display: flex; justify-content: space-between; border-bottom: 2px solid #111; }
  h1 { font-size: 1.3rem; margin: 0 0 .4rem; }
  table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
  th, td { padding: .3rem .4rem; border-bottom: 1px solid #bbb; text-align: start; }
  th:last-child, .amounts td:last-child { text-align: end; }
  .amounts td { font-variant-numeric: tabular-nums; }
  td.value { text-align: center; font-variant-numeric: tabular-nums; }
  .sign { display: flex; gap: 3rem; margin-top: 3rem; }
  .sign div { flex: 1; border-top: 1px solid #111; padding-top: .3rem; text-align: center; }
  @page { size: A5; margin: 12mm; }
  @media print { body { margin: 0; max-width: none; font-size: 12px; } tr { break-inside: avoid; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows the page its own style and nothing else. */
export const RECEIPT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A printable receipt; the page is self-contained. */
export function receiptPage(receipt: Receipt): string {
  const { company, title, number, lines, denominations, collections, counted, expected } = receipt;
  const notes = (denominations ?? []).map(({ count, amount, label }) => [
    both(label),
    escaped(String(count)),
    escaped(formatAmount(amount)),
  ]);
  const orders = collections.map(({ orderNumber, recordedAt, amount }) => [
    escaped(orderNumber),
    escaped(qatarDayAndClock(new Date(recordedAt))),
    escaped(formatAmount(amount)),
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${title.en} ${number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(company.en)}<br>${escaped(title.en)}</h1><h1 lang="ar" dir="rtl">${escaped(company.ar)}<br>${escaped(title.ar)}</h1></header>
<table>${lines.map(({ label, value }) => line(label, value)).join('')}</table>
${table([NOTE, COUNT, AMOUNT], notes, counted)}
${table([ORDER, WHEN, AMOUNT], orders, expected)}
<div class="sign"><div>${both(DRIVER)}</div><div>${both(DISPATCHER)}</div></div>
</body>
</html>
`;
}

type Bilingual = Receipt['title'];

const NOTE: Bilingual = { en: 'Note or coin', ar: 'الفئة' };
const COUNT: Bilingual = { en: 'Count', ar: 'العدد' };
const AMOUNT: Bilingual = { en: 'Amount', ar: 'المبلغ' };
const ORDER: Bilingual = { en: 'Order', ar: 'الطلب' };
const WHEN: Bilingual = { en: 'Collected', ar: 'وقت التحصيل' };
const TOTAL: Bilingual = { en: 'Total', ar: 'المجموع' };
const DRIVER: Bilingual = { en: 'Driver', ar: 'السائق' };
const DISPATCHER: Bilingual = { en: 'Dispatcher', ar: 'منسّق التوصيل' };

/** Each language in its own direction: digits next to the other script would be reordered. */
function both({ en, ar }: Bilingual): string {
  return `<bdi>${escaped(en)}</bdi> · <bdi lang="ar" dir="rtl">${escaped(ar)}</bdi>`;
}

function line({ en, ar }: Bilingual, value: string): string {
  return `<tr><td>${escaped(en)}</td><td class="value"><bdi>${escaped(value)}</bdi></td><th lang="ar" dir="rtl">${escaped(ar)}</th></tr>`;
}

/** Cells are HTML. The sum stands below the last column. */
function table(heads: readonly Bilingual[], rows: readonly string[][], total: Receipt['counted']): string {
  if (rows.length === 0) return '';
  const head = heads.map((each) => `<th>${both(each)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  const foot = `<tr><th colspan="${heads.length - 1}">${both(TOTAL)}</th><th>${escaped(formatAmount(total))}</th></tr>`;
  return `<table class="amounts"><thead><tr>${head}</tr></thead><tbody>${body}</tbody><tfoot>${foot}</tfoot></table>`;
}
