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

/** A statement or payout as it is drawn: a head, a table with an order in each row, sums, notes. */
export interface MoneyPaper {
  title: Bilingual;
  /** At the foot of each page where there are several. */
  number: string;
  /** RFC 3339: when it was made; domain time. */
  at: string;
  head: Fact[];
  /** Headings: the first column takes what the others leave. */
  heading: readonly [Bilingual, ...Bilingual[]];
  rows: { item: Bilingual; numbers: (string | Bilingual)[] }[];
  sums: Fact[];
  notes: Bilingual[];
}

/** Points: gross, commission, net, and the state where there is one. */
const WIDTHS = [80, 100, 80, 95] as const;
const OMISSIONS: Bilingual = {
  en: '[?]: letters that this file cannot show. The table as CSV has them.',
  ar: '[?]: أحرف لا يمكن عرضها في هذا الملف، وتظهر في جدول CSV.',
};

/** The paper as a PDF, A4, with Arabic and English side by side. */
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
  const widths = WIDTHS.slice(0, columns.length);
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
