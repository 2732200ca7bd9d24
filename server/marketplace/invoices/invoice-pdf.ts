import type { components } from '../../kernel/http/api-types.ts';
import { BilingualDocument, type Box, type TextStyle } from '../../kernel/print/bilingual-document.ts';
import {
  COLUMNS,
  deliveryName,
  type Fact,
  headFacts,
  money,
  NOT_CHARGED,
  OMISSIONS,
  SELLER_TOTAL,
  SOLD_BY,
  totalFacts,
} from './invoice-texts.ts';

type Schemas = components['schemas'];
type Invoice = Schemas['Invoice'];
type Bilingual = Schemas['LocalizedText'];

const SMALL: TextStyle = { size: 9, weight: 'regular', direction: 'ltr' };
const STRONG: TextStyle = { ...SMALL, weight: 'bold' };
const TITLE: TextStyle = { size: 17, weight: 'bold', direction: 'ltr' };
const PADDING = 4;
const GAP = 14;
/** Widths of the columns after the item's, which takes the rest. */
const NUMBERS = [45, 90, 55, 95] as const;

/** The invoice as a file, A4, with Arabic and English side by side. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const { title, number, issuedAt } = invoice;
  const document = new BilingualDocument({ title: `${title.en} ${number}`, number, at: new Date(issuedAt) });
  pair(document, title, TITLE);
  document.rule(1.5);
  for (const fact of headFacts(invoice)) factRow(document, fact, SMALL);
  for (const group of invoice.groups) section(document, group);
  document.y += GAP;
  document.need(90);
  document.rule(1.5);
  const totals = totalFacts(invoice);
  totals.forEach((fact, index) => {
    factRow(document, fact, index === totals.length - 1 ? STRONG : SMALL);
  });
  if (document.omitted) {
    document.y += GAP;
    document.need(40);
    pair(document, OMISSIONS, SMALL);
  }
  return document.finish();
}

function section(document: BilingualDocument, group: Schemas['InvoiceGroup']): void {
  const { sellerLegalName, sellerName, charged, lines, shipping, total } = group;
  document.y += GAP;
  // A seller's name never stands alone at the foot of a page.
  document.need(90);
  pair(document, marked({ en: sellerLegalName, ar: sellerName.ar }, charged), STRONG);
  const plain = { ...SMALL, faint: !charged };
  const strong = { ...STRONG, faint: !charged };
  row(document, COLUMNS.item, [COLUMNS.quantity, COLUMNS.unitPrice, COLUMNS.tax, COLUMNS.lineTotal], strong);
  for (const { name, quantity, unitPrice, taxRate, lineTotal } of lines) {
    row(document, name, [`${quantity}`, money(unitPrice), `${taxRate} %`, money(lineTotal)], plain);
  }
  row(document, deliveryName(shipping), ['1', money(shipping.price), '', money(shipping.price)], plain);
  row(document, SELLER_TOTAL, ['', '', '', money(total)], strong);
}

function marked({ en, ar }: Bilingual, charged: boolean): Bilingual {
  const names = { en: `${SOLD_BY.en}: ${en}`, ar: `${SOLD_BY.ar}: ${ar}` };
  return charged ? names : { en: `${names.en} · ${NOT_CHARGED.en}`, ar: `${names.ar} · ${NOT_CHARGED.ar}` };
}

/** English at the left, Arabic at the right. */
function pair(document: BilingualDocument, { en, ar }: Bilingual, style: TextStyle): void {
  const half = (document.width - GAP) / 2;
  const left = document.text(en, { x: document.left, width: half }, style);
  const box = { x: document.left + half + GAP, width: half };
  const right = document.text(ar, box, { ...style, direction: 'rtl' });
  document.y += Math.max(left, right) + PADDING;
}

function factRow(document: BilingualDocument, { label, value }: Fact, style: TextStyle): void {
  const third = document.width / 3;
  const box = (column: number): Box => ({ x: document.left + column * third, width: third });
  const right: TextStyle = { ...style, direction: 'rtl' };
  const height = Math.max(
    document.height(label.en, third, style),
    document.height(value, third, style),
    document.height(label.ar, third, right),
  );
  document.need(height + 2 * PADDING);
  document.text(label.en, box(0), style, PADDING);
  document.text(value, box(1), { ...style, align: 'center' }, PADDING);
  document.text(label.ar, box(2), right, PADDING);
  document.y += height + 2 * PADDING;
  document.rule();
}

/** One line of a table: what it is, Arabic below English, and its numbers. A heading is bilingual in every column. */
function row(
  document: BilingualDocument,
  item: Bilingual,
  numbers: readonly (string | Bilingual)[],
  style: TextStyle,
): void {
  const width = document.width - NUMBERS.reduce((sum, column) => sum + column, 0);
  const first = { x: document.left, width };
  const arabic: TextStyle = { ...style, direction: 'rtl' };
  const english = document.height(item.en, width, style);
  const height = english + document.height(item.ar, width, arabic);
  document.need(height + 2 * PADDING);
  document.text(item.en, first, style, PADDING);
  document.text(item.ar, first, arabic, PADDING + english);
  let x = document.left + width;
  numbers.forEach((value, index) => {
    const box = { x, width: NUMBERS[index] ?? 0 };
    const [top, below] = typeof value === 'string' ? [value, ''] : [value.en, value.ar];
    document.text(top, box, { ...style, align: 'end' }, PADDING);
    document.text(below, box, arabic, PADDING + english);
    x += box.width;
  });
  document.y += height + 2 * PADDING;
  document.rule();
}
