import { amountOf } from '../../../actors/driver/denominations.ts';
import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { qatarDayAndClock } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { namesOf, readSettledCollections, type SettlementRow } from './settlement-store.ts';

type Receipt = components['schemas']['Receipt'];
type Bilingual = { en: string; ar: string };

const QAR = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'QAR', minimumFractionDigits: 2 });

/** "QAR 1,925.00", as in the consoles. Formats the decimal string without converting it to a number. */
export function formatAmount({ amount }: Receipt['expected']): string {
  return QAR.format(amount as Intl.StringNumericLiteral);
}

/** The driver's receipt for a hand-in. Throws cash.INVALID_STATE while it awaits approval. */
export async function receiptOf(
  database: Database,
  settlement: SettlementRow,
  company: Bilingual,
): Promise<Receipt> {
  const { receipt_number: number, closed_at: closedAt, status } = settlement;
  if (status !== 'CLOSED' || number === null || closedAt === null) {
    throw new WaslError('cash.INVALID_STATE', {
      detail: 'The receipt is available once a second dispatcher has approved the hand-in.',
      extension: { currentState: status, allowedCommands: ['approve-settlement'] },
    });
  }
  const { created_by, approved_by, driver_id, driver_name, note } = settlement;
  const collections = await readSettledCollections(database, settlement.id);
  const names = await namesOf(database, approved_by === null ? [created_by] : [created_by, approved_by]);
  const person = (id: string) => ({ id, name: names.get(id) ?? '?' });
  const receipt: Omit<Receipt, 'lines'> = {
    number,
    settlementId: settlement.id,
    company,
    title: { en: 'Cash receipt', ar: 'إيصال تسليم نقد' },
    issuedAt: closedAt.toISOString(),
    driver: { id: driver_id, name: driver_name },
    countedBy: person(created_by),
    approvedBy: approved_by === null ? null : person(approved_by),
    expected: qar(settlement.expected),
    counted: qar(settlement.counted),
    difference: qar(settlement.difference),
    note,
    denominations: renderDenominations(settlement),
    collections: collections.map(({ task_id: taskId, order_number: orderNumber, recorded_at, amount }) => ({
      taskId,
      orderNumber,
      recordedAt: recorded_at.toISOString(),
      amount: qar(amount),
    })),
  };
  return { ...receipt, lines: linesOf(receipt) };
}

function renderDenominations({ denominations }: SettlementRow): Receipt['denominations'] {
  if (denominations === null) return null;
  return denominations.map((one) => ({
    ...one,
    amount: qar(amountOf(one)),
    label: { en: `QAR ${one.value}`, ar: `${one.value} ر.ق` },
  }));
}

function linesOf(receipt: Omit<Receipt, 'lines'>): Receipt['lines'] {
  const { number, issuedAt, driver, countedBy, approvedBy, expected, counted, difference, note } = receipt;
  const line = (label: Bilingual, value: string) => ({ label, value });
  return [
    line({ en: 'Receipt number', ar: 'رقم الإيصال' }, number),
    line({ en: 'Date and time', ar: 'التاريخ والوقت' }, qatarDayAndClock(new Date(issuedAt))),
    line({ en: 'Driver', ar: 'السائق' }, driver.name),
    line({ en: 'Counted by', ar: 'قام بالعدّ' }, countedBy.name),
    ...(approvedBy === null ? [] : [line({ en: 'Approved by', ar: 'اعتمده' }, approvedBy.name)]),
    line({ en: 'Expected', ar: 'المتوقع' }, formatAmount(expected)),
    line({ en: 'Counted', ar: 'المعدود' }, formatAmount(counted)),
    line({ en: 'Difference', ar: 'الفرق' }, formatAmount(difference)),
    ...(note === null ? [] : [line({ en: 'Note', ar: 'ملاحظة' }, note)]),
  ];
}
