import { createHash } from 'node:crypto';
import type { components } from '../../kernel/http/api-types.ts';
import type { Fact } from '../../kernel/print/bilingual-rows.ts';
import { escaped } from '../../kernel/print/escaped.ts';
import {
  COLUMNS,
  deliveryName,
  headFacts,
  money,
  NOT_CHARGED,
  SELLER_TOTAL,
  SOLD_BY,
  totalFacts,
} from './invoice-texts.ts';

type Schemas = components['schemas'];
type Bilingual = Schemas['LocalizedText'];

const STYLE = `
  body { font: 14px/1.45 system-ui, 'Noto Sans Arabic', sans-serif; color: #111; margin: 2rem auto; max-width: 52rem; }
  header { display: flex; justify-content: space-between; border-bottom: 2px solid #111; }
  h1 { font-size: 1.3rem; margin: 0 0 .4rem; }
  h2 { font-size: 1rem; margin: 1.4rem 0 .2rem; display: flex; justify-content: space-between; }
  table { width: 100%; border-collapse: collapse; margin-top: .6rem; }
  th, td { padding: .3rem .4rem; border-bottom: 1px solid #bbb; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  td.value { text-align: center; font-variant-numeric: tabular-nums; }
  .lines { table-layout: fixed; } .lines th { width: 18%; }
  .lines th:nth-child(1) { width: auto; } .lines th:nth-child(2) { width: 9%; } .lines th:nth-child(4) { width: 11%; }
  td.number, th.number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  [lang=ar] { direction: rtl; } [lang=ar].block { display: block; text-align: right; }
  .void { color: #777; } .void td { text-decoration: line-through; }
  .sum { font-weight: 600; }
  .totals tr:last-child { font-weight: 600; border-top: 2px solid #111; }
  @page { size: A4; margin: 14mm; }
  @media print { body { margin: 0; max-width: none; font-size: 12px; } tr { break-inside: avoid; } }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows the page its own style and nothing else. */
export const INVOICE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A printable invoice; the page is self-contained. */
export function invoicePage(invoice: Schemas['Invoice']): string {
  const { title, number, groups } = invoice;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${title.en} ${number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title.en)}</h1><h1 lang="ar">${escaped(title.ar)}</h1></header>
<table>${headFacts(invoice).map(factRow).join('')}</table>
${groups.map(section).join('\n')}
<table class="totals">${totalFacts(invoice).map(factRow).join('')}</table>
</body>
</html>
`;
}

function section({
  sellerLegalName,
  sellerName,
  charged,
  lines,
  shipping,
  total,
}: Schemas['InvoiceGroup']): string {
  const mark = charged ? '' : ` · ${NOT_CHARGED.en}`;
  const markAr = charged ? '' : ` · ${NOT_CHARGED.ar}`;
  const head = `<h2><span>${escaped(`${SOLD_BY.en}: ${sellerLegalName}${mark}`)}</span><span lang="ar">${escaped(`${SOLD_BY.ar}: ${sellerName.ar}${markAr}`)}</span></h2>`;
  const rows = [
    ...lines.map((line) =>
      cells(line.name, [
        `${line.quantity}`,
        money(line.unitPrice),
        `${line.taxRate} %`,
        money(line.lineTotal),
      ]),
    ),
    cells(deliveryName(shipping), ['1', money(shipping.price), '', money(shipping.price)]),
    cells(SELLER_TOTAL, ['', '', '', money(total)], 'sum'),
  ];
  return `${head}<table class="lines${charged ? '' : ' void'}"><tr>${Object.values(COLUMNS).map(headCell).join('')}</tr>${rows.join('')}</table>`;
}

function headCell(label: Bilingual, index: number): string {
  return `<th${index === 0 ? '' : ' class="number"'}>${both(label)}</th>`;
}

function cells(name: Bilingual, numbers: readonly string[], kind: 'line' | 'sum' = 'line'): string {
  const rest = numbers.map((value) => `<td class="number">${escaped(value)}</td>`);
  return `<tr class="${kind}"><td>${both(name)}</td>${rest.join('')}</tr>`;
}

function both({ en, ar }: Bilingual): string {
  return `${escaped(en)}<span class="block" lang="ar">${escaped(ar)}</span>`;
}

function factRow({ label, value }: Fact): string {
  return `<tr><td>${escaped(label.en)}</td><td class="value" dir="auto">${escaped(value)}</td><th lang="ar">${escaped(label.ar)}</th></tr>`;
}
