import { add } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Span } from './day-span.ts';
import { readCashOf } from './overview-store.ts';

type CashFigures = components['schemas']['DispatchOverview']['cash'];

export async function readCash(database: Database, span: Span): Promise<CashFigures> {
  const row = await readCashOf(database, span);
  if (row === null) throw new Error('an aggregate without a row');
  return {
    collected: inCents(row.collected),
    reversed: inCents(row.reversed),
    handedIn: inCents(row.handed_in),
    differences: inCents(row.differences),
    onTheRoad: inCents(row.on_the_road),
  };
}

/** A sum of nothing has no decimals. */
function inCents(amount: string): CashFigures['collected'] {
  return qar(add(amount));
}
