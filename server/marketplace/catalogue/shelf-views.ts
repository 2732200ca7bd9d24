import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { lockViews, readViews, writeView } from './shelf-view-store.ts';

const MAX_VIEWS = 50;

/**
 * Keeps a view under its name, for all people of the shop; one of the same name is replaced. Answers its id. Throws
 * catalogue.TOO_MANY_VIEWS.
 */
export async function keepView(
  trx: Transaction,
  { ids }: Pick<Dependencies, 'ids'>,
  sellerId: string,
  { name, filter }: components['schemas']['KeepShelfViewRequest'],
): Promise<string> {
  await lockViews(trx, sellerId);
  const views = await readViews(trx, sellerId);
  const wanted = name.trim();
  if (views.length >= MAX_VIEWS && views.every((view) => view.name !== wanted))
    throw new WaslError('catalogue.TOO_MANY_VIEWS');
  return writeView(trx, { id: ids.next(), sellerId, name: wanted, filter });
}
