import { createHash } from 'node:crypto';
import { qatarDayAndClock } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { escaped } from '../../kernel/print/escaped.ts';

type Receipt = components['schemas']['Receipt'];

const STYLE = `
  body { font: 14px/1.45 system-ui, 'Noto Sans Arabic', sans-serif; color: #111; margin: 2rem auto; max-width: 42rem; }
  header { display: flex; justify-content: space-between; border-bottom: 2px solid #111; }
  h1 { font-size: 1.3rem; margin: 0 0 .4rem; }
  table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
  th, td { padding: .3rem .4rem; border-bottom: 1px solid #bbb; text-align: start; }
  th:last-child { text-align: end; }
  td.value { text-align: center; font-variant-numeric: tabular-nums; }
  .sign { display: flex; gap: 3rem; margin-top: 3rem; }
  .sign div { flex: 1; border-top: 1px solid #111; padding-top: .3rem; text-align: center; }
  @page { size: A5; margin: 12mm; }
  @media print { body { margin: 0; max-width: none; font-size: 12px; } tr { break-inside: avoid; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing but its own style may be loaded or run by the page. */
export const RECEIPT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`;

/** A receipt to print: everything is in the page itself. */
export function receiptPage(receipt: Receipt): string {
  const { title, number, lines, denominations, collections } = receipt;
  const counted = (denominations ?? []).map(({ value, count, amount }) =>
    row(`QAR ${value} × ${count}`, amount.amount, `${value} ر.ق × ${count}`),
  );
  const orders = collections.map(({ orderNumber, recordedAt, amount }) =>
    row(orderNumber, amount.amount, qatarDayAndClock(new Date(recordedAt))),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${title.en} ${number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title.en)}</h1><h1 lang="ar" dir="rtl">${escaped(title.ar)}</h1></header>
<table>${lines.map(({ label, value }) => row(label.en, value, label.ar)).join('')}</table>
${section({ en: 'Notes and coins', ar: 'الأوراق والعملات' }, counted)}
${section({ en: 'Orders', ar: 'الطلبات' }, orders)}
<div class="sign"><div>Driver · <span lang="ar">السائق</span></div><div>Dispatcher · <span lang="ar">الموزّع</span></div></div>
</body>
</html>
`;
}

function section({ en, ar }: { en: string; ar: string }, rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<table>${row(en, '', ar, 'th')}${rows.join('')}</table>`;
}

function row(start: string, value: string, end: string, cell: 'td' | 'th' = 'td'): string {
  return `<tr><${cell}>${escaped(start)}</${cell}><td class="value">${escaped(value)}</td><th lang="ar" dir="rtl">${escaped(end)}</th></tr>`;
}
