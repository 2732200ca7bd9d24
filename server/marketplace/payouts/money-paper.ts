import { BilingualDocument } from '../../kernel/print/bilingual-document.ts';
import {
  type Bilingual,
  drawFact,
  drawPair,
  drawRow,
  type Fact,
  GAP,
  SMALL,
  STRONG,
  TITLE,
} from '../../kernel/print/bilingual-rows.ts';

/** Contents of a statement or payout document: header, table with one order per row, sums, notes. */
export interface MoneyPaper {
  title: Bilingual;
  /** Printed at the foot of each page if there are several. */
  number: string;
  /** RFC 3339 creation time, domain time. */
  at: string;
  head: Fact[];
  /** Column headings; the first column takes the remaining width. */
  heading: readonly [Bilingual, ...Bilingual[]];
  rows: { item: Bilingual; numbers: (string | Bilingual)[] }[];
  sums: Fact[];
  notes: Bilingual[];
}

/** Points: gross, commission, net, and the state if shown. */
const COLUMN_WIDTHS = [80, 100, 80, 95] as const;
const OMISSIONS: Bilingual = {
  en: '[?]: letters that this file cannot show. The CSV contains them.',
  ar: '[?]: أحرف لا يمكن عرضها في هذا الملف، وتظهر في جدول CSV.',
};

/** The document as an A4 PDF, with Arabic and English side by side. */
export async function moneyPdf(paper: MoneyPaper): Promise<Buffer> {
  const { title, number, head, heading, rows, sums, notes } = paper;
  const document = new BilingualDocument({
    title: `${title.en} ${number}`,
    number,
    at: new Date(paper.at),
  });
  drawPair(document, title, TITLE);
  document.rule(1.5);
  for (const fact of head) drawFact(document, fact, SMALL);
  document.y += GAP;
  const [item, ...columns] = heading;
  const widths = COLUMN_WIDTHS.slice(0, columns.length);
  drawRow(document, item, columns, STRONG, widths);
  for (const { item: name, numbers } of rows) drawRow(document, name, numbers, SMALL, widths);
  document.y += GAP;
  document.need(90);
  document.rule(1.5);
  sums.forEach((fact, index) => {
    drawFact(document, fact, index === sums.length - 1 ? STRONG : SMALL);
  });
  for (const note of document.omitted ? [...notes, OMISSIONS] : notes) {
    document.y += GAP / 2;
    document.need(40);
    drawPair(document, note, SMALL);
  }
  return document.finish();
}
