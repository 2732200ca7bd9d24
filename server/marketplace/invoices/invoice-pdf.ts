import type { components } from '../../kernel/http/api-types.ts';
import { BilingualDocument } from '../../kernel/print/bilingual-document.ts';
import { drawFact, drawPair, GAP, SMALL, STRONG, TITLE } from '../../kernel/print/bilingual-rows.ts';
import { drawDelivery, drawHeading, drawInvoiceRow, drawLines } from './invoice-rows.ts';
import {
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

/** The invoice as an A4 PDF, with Arabic and English side by side. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const { title, number, issuedAt } = invoice;
  const document = new BilingualDocument({ title: `${title.en} ${number}`, number, at: new Date(issuedAt) });
  drawPair(document, title, TITLE);
  document.rule(1.5);
  for (const fact of headFacts(invoice)) drawFact(document, fact, SMALL);
  for (const group of invoice.groups) section(document, group);
  document.y += GAP;
  document.need(90);
  document.rule(1.5);
  const totals = totalFacts(invoice);
  totals.forEach((fact, index) => {
    drawFact(document, fact, index === totals.length - 1 ? STRONG : SMALL);
  });
  if (document.omitted) {
    document.y += GAP;
    document.need(40);
    drawPair(document, OMISSIONS, SMALL);
  }
  return document.finish();
}

function section(document: BilingualDocument, group: Schemas['InvoiceGroup']): void {
  const { sellerLegalName, sellerName, charged, lines, shipping, total } = group;
  document.y += GAP;
  // Keeps a seller's name from standing alone at the foot of a page.
  document.need(90);
  drawPair(document, marked({ en: sellerLegalName, ar: sellerName.ar }, charged), STRONG);
  const plain = { ...SMALL, faint: !charged };
  const strong = { ...STRONG, faint: !charged };
  drawHeading(document, strong);
  drawLines(document, lines, plain);
  drawDelivery(document, shipping, plain);
  drawInvoiceRow(document, SELLER_TOTAL, ['', '', '', money(total)], strong);
}

function marked({ en, ar }: Bilingual, charged: boolean): Bilingual {
  const names = { en: `${SOLD_BY.en}: ${en}`, ar: `${SOLD_BY.ar}: ${ar}` };
  return charged ? names : { en: `${names.en} · ${NOT_CHARGED.en}`, ar: `${names.ar} · ${NOT_CHARGED.ar}` };
}
