import { arrayOf, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';

const OF_ORDERS = { orderIds: arrayOf(uuid) };
const THEIR_TASKS = 'SELECT id FROM delivery_tasks WHERE order_id = ANY(:orderIds::uuid[])';

const forgetCalls = statement({
  name: 'tasks.forget_calls',
  sql: `UPDATE task_contacts SET note = NULL WHERE task_id IN (${THEIR_TASKS}) AND note IS NOT NULL`,
  params: OF_ORDERS,
});
const dropPhotos = statement({
  name: 'tasks.drop_photos',
  sql: `DELETE FROM task_photos WHERE task_id IN (${THEIR_TASKS})`,
  params: OF_ORDERS,
});

/** Notes of calls with the buyer, and photos of the door. A file is deleted when nothing refers to it. */
export const taskData: PersonalData = {
  owner: 'dispatch/tasks',
  erase: async (trx, { orderIds }) => {
    if (orderIds.length === 0) return;
    await forgetCalls.count(trx, { orderIds });
    await dropPhotos.count(trx, { orderIds });
  },
};
