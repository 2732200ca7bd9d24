import { arrayOf, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';

const dropPlans = statement({
  name: 'planning.drop_plans_of_orders',
  sql: `DELETE FROM route_plans p
         WHERE EXISTS (SELECT FROM delivery_tasks t
                        WHERE t.order_id = ANY(:orderIds::uuid[])
                          AND (p.preview::text LIKE '%' || t.id || '%' OR p.steps::text LIKE '%' || t.id || '%'))`,
  params: { orderIds: arrayOf(uuid) },
});

/** A preview is kept for a day and contains addresses. Those of finished deliveries are deleted at once. */
export const planData: PersonalData = {
  owner: 'dispatch/planning',
  erase: async (trx, { orderIds }) => {
    if (orderIds.length > 0) await dropPlans.count(trx, { orderIds });
  },
};
