import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readGroupViews } from './group-views.ts';
import { groupsOf } from './order-group-store.ts';
import { findOrder } from './order-store.ts';
import { renderOrder } from './render-order.ts';

/** A buyer's own order in the contract's form. Throws common.NOT_FOUND. */
export async function readOrder(
  database: Database,
  orderId: string,
  accountId: string,
  locale: Locale,
): Promise<components['schemas']['Order']> {
  const order = await findOrder(database, orderId, accountId);
  const views = await readGroupViews(database, await groupsOf(database, order.id));
  return renderOrder(order, views, 'BUYER', locale);
}
