import type { components } from '../../kernel/http/api-types.ts';
import { BilingualDocument } from '../../kernel/print/bilingual-document.ts';
import { drawFact, drawPair, GAP, SMALL, STRONG, TITLE } from '../../kernel/print/bilingual-rows.ts';
import { drawDelivery, drawHeading, drawLines } from './invoice-rows.ts';
import {
  NOT_CHARGED,
  SELLER_OMISSIONS,
  sellerHeadFacts,
  sellerTotalFacts,
  TITLE_TEXT,
} from './invoice-texts.ts';

type SellerInvoice = components['schemas']['SellerInvoice'];

/** A seller's invoices as one A4 PDF, each beginning on a new page. @param invoices At least one. */
export async function sellerInvoicePdf(invoices: readonly SellerInvoice[]): Promise<Buffer> {
  const [first] = invoices;
  if (first === undefined) throw new Error('a file needs at least one invoice');
  const numbers = invoices.length === 1 ? first.number : `${first.number} – ${invoices.at(-1)?.number}`;
  const document = new BilingualDocument({
    title: `${TITLE_TEXT.en} ${numbers}`,
    number: first.number,
    at: new Date(first.issuedAt),
  });
  for (const invoice of invoices) {
    if (invoice !== first) document.nextPart(invoice.number);
    drawInvoice(document, invoice);
  }
  return document.finish();
}

function drawInvoice(document: BilingualDocument, invoice: SellerInvoice): void {
  const { charged, lines, shipping } = invoice;
  drawPair(document, TITLE_TEXT, TITLE);
  if (!charged) drawPair(document, NOT_CHARGED, STRONG);
  document.rule(1.5);
  for (const fact of sellerHeadFacts(invoice)) drawFact(document, fact, SMALL);
  document.y += GAP;
  drawHeading(document, STRONG);
  drawLines(document, lines, SMALL);
  drawDelivery(document, shipping, SMALL);
  document.y += GAP;
  document.need(90);
  document.rule(1.5);
  sellerTotalFacts(invoice).forEach((fact, index, { length }) => {
    drawFact(document, fact, index === length - 1 ? STRONG : SMALL);
  });
  if (!document.omitted) return;
  document.y += GAP;
  document.need(40);
  drawPair(document, SELLER_OMISSIONS, SMALL);
}
