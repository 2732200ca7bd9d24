import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { OutboxRow, OutboxStore } from '../../../actors/runtime/store.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { leavePushes, sendPushes } from '../../kernel/outbox/live-pushes.ts';
import { type ContactRow, findContact, insertContact } from './task-notes-store.ts';
import { findOrderOfTask } from './task-store.ts';
import { noSuchTask } from './task-words.ts';

/** Writes down whom a dispatcher reached about a task, and tells the board. */
export async function logContact(
  deps: Dependencies & { pusher: Pusher; outbox: OutboxStore },
  { params, body, caller, idempotency }: OperationRequest<'addTaskContact'>,
): Promise<{ contact: ContactRow; replayed: boolean }> {
  const { accountId } = signedIn(caller);
  const { id: taskId } = params;
  if ((await findOrderOfTask(deps.database, taskId)) === null) throw noSuchTask();
  let left: OutboxRow | null = null;
  const { reference, replayed } = await inTransaction(deps.database, (trx) => {
    left = null;
    return idempotently(trx, idempotency, async () => {
      const id = deps.ids.next();
      const { party, channel, outcome, note = null } = body;
      const at = deps.clock.now();
      await insertContact(trx, { id, taskId, party, channel, outcome, note, accountId, at });
      const payload = { taskId, contactId: id, party, outcome };
      const push = { rooms: ['dispatch'], event: 'task.contacted', payload };
      left = await leavePushes(trx, { id: taskId, version: 0 }, [push]);
      return { status: 201, reference: { id } };
    });
  });
  await sendPushes(deps, left);
  return { contact: await findContact(deps.database, reference.id ?? ''), replayed };
}
