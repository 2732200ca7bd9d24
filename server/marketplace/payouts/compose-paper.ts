import { qatarDay, qatarDayAndClock } from '../../kernel/calendar/qatar-time.ts';
import type { Bilingual, Fact } from '../../kernel/print/bilingual-rows.ts';
import type { MoneyPaper } from './money-paper.ts';
import type { PayoutRow } from './payout-store.ts';
import type { MoneyGroupRow } from './seller-money-store.ts';
import type { MoneyState, StatementGroupRow, StatementTotals } from './seller-statement-store.ts';
import type { Period } from './statements.ts';

/** The document's recipient and issuer. */
export interface PaperParties {
  company: Bilingual;
  legalName: string;
  displayName: Bilingual;
}

const STATE: Record<MoneyState, Bilingual> = {
  AWAITING_CASH: { en: 'Cash with driver', ar: 'النقد مع السائق' },
  PAYABLE: { en: 'Payable', ar: 'مستحق الدفع' },
  PAID: { en: 'Paid', ar: 'مدفوع' },
};
const GROSS: Bilingual = { en: 'Goods', ar: 'البضائع' };
const COMMISSION: Bilingual = { en: 'Commission', ar: 'العمولة' };
const NET: Bilingual = { en: 'Net', ar: 'الصافي' };
const ORDER: Bilingual = { en: 'Order, delivered on', ar: 'الطلب وتاريخ التسليم' };
const DELIVERY_NOTE: Bilingual = {
  en: 'Commission is charged on the goods only, at the rate on the day of the order. The buyer pays the delivery fee at the door; it belongs to the platform and is not included in these amounts.',
  ar: 'تُحسب العمولة على البضائع وحدها بالنسبة السارية يوم الطلب. يدفع المشتري رسوم التوصيل عند الباب، وهي للمنصة ولا تدخل في هذه المبالغ.',
};

/** A payout with its orders. */
export function payoutPaper(
  payout: PayoutRow,
  groups: readonly MoneyGroupRow[],
  sums: { gross: string; commission: string },
  parties: PaperParties,
): MoneyPaper {
  const { number, created_at: at, bank_reference: reference } = payout;
  return {
    title: { en: 'Payout', ar: 'دفعة' },
    number,
    at: at.toISOString(),
    head: [
      fact('Payout number', 'رقم الدفعة', number),
      fact('Made on', 'تاريخ الدفعة', qatarDayAndClock(at)),
      ...parted(parties),
      fact('Account holder', 'صاحب الحساب', payout.account_holder),
      fact('Bank account', 'الحساب المصرفي', `${payout.bank_code} · ···· ${payout.last_four}`),
      ...(reference === null ? [] : [fact('Bank reference', 'مرجع التحويل', reference)]),
      fact('Orders', 'الطلبات', String(payout.group_count)),
    ],
    heading: [ORDER, GROSS, COMMISSION, NET],
    rows: groups.map((group) => ({
      item: orderItem(group.order_number, group.ended_at ?? group.placed_at),
      numbers: amounts(group),
    })),
    sums: [...earned(sums), fact('Paid', 'المدفوع', qar(payout.amount))],
    notes: [DELIVERY_NOTE],
  };
}

/** @param groups The latest of the month that fit; the sums cover the whole month. */
export function statementPaper(
  { month }: Period,
  totals: StatementTotals,
  groups: readonly StatementGroupRow[],
  parties: PaperParties,
  now: Date,
): MoneyPaper {
  const cut: Bilingual[] =
    groups.length === totals.groups
      ? []
      : [
          {
            en: `The latest ${groups.length} of ${totals.groups} orders. The sums cover all of them; the CSV contains every order.`,
            ar: `تظهر هنا أحدث ${groups.length} من أصل ${totals.groups} طلب. المجاميع لجميعها، ويضم جدول CSV كل الطلبات.`,
          },
        ];
  return {
    title: { en: 'Statement', ar: 'كشف حساب' },
    number: month,
    at: now.toISOString(),
    head: [
      fact('Month', 'الشهر', month),
      fact('As of', 'حتى تاريخ', qatarDayAndClock(now)),
      ...parted(parties),
      fact('Orders delivered', 'الطلبات المسلّمة', String(totals.groups)),
    ],
    heading: [ORDER, GROSS, COMMISSION, NET, { en: 'State', ar: 'الحالة' }],
    rows: groups.map((group) => ({
      item: orderItem(group.order_number, group.delivered_at),
      numbers: [...amounts(group), group.payout_number ?? STATE[group.state]],
    })),
    sums: [
      fact('Cash with drivers', 'النقد مع السائقين', qar(totals.awaiting_cash)),
      fact('Payable', 'مستحق الدفع', qar(totals.payable)),
      fact('Paid', 'مدفوع', qar(totals.paid)),
      ...earned(totals),
      fact('Net', 'الصافي', qar(totals.net)),
    ],
    notes: [...cut, DELIVERY_NOTE],
  };
}

function parted({ company, legalName, displayName }: PaperParties): Fact[] {
  return [
    fact('Seller', 'البائع', legalName),
    fact('Shop', 'المتجر', `${displayName.en} · ${displayName.ar}`),
    fact('Made out by', 'صادر عن', `${company.en} · ${company.ar}`),
  ];
}

function earned({ gross, commission }: { gross: string; commission: string }): Fact[] {
  return [fact('Goods', 'البضائع', qar(gross)), fact('Commission', 'العمولة', less(commission))];
}

function orderItem(number: string, at: Date): Bilingual {
  return { en: `${number} · ${qatarDay(at)}`, ar: '' };
}

function amounts({
  gross,
  commission,
  commission_rate: rate,
  net,
}: Pick<MoneyGroupRow, 'gross' | 'commission' | 'commission_rate' | 'net'>): string[] {
  return [gross, `${rate} % · ${less(commission, '')}`, net];
}

function qar(amount: string): string {
  return `${amount} QAR`;
}

/** A deducted amount. */
function less(amount: string, unit = ' QAR'): string {
  return amount === '0.00' ? `${amount}${unit}` : `-${amount}${unit}`;
}

function fact(en: string, ar: string, value: string): Fact {
  return { label: { en, ar }, value };
}
