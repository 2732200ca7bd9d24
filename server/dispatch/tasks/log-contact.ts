import { push } from '../../../actors/machines/effect.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import { noSuchTask } from './api-names.ts';
import { type ContactRow, findContact, insertContact } from './task-notes-store.ts';
import { findOrderOfTask } from './task-store.ts';

/** Records whom a dispatcher reached about a task, and publishes it to boards. */
export async function logContact(
  deps: Dependencies,
  { params, body, caller, idempotency, requestId }: OperationRequest<'addTaskContact'>,
): Promise<{ contact: ContactRow; replayed: boolean }> {
  const { accountId } = signedIn(caller);
  const { id: taskId } = params;
  if ((await findOrderOfTask(deps.database, taskId)) === null) throw noSuchTask();
  const { reference, replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, idempotency, async () => {
      const id = deps.ids.next();
      const { party, channel, outcome, note = null } = body;
      const at = deps.clock.now();
      await insertContact(trx, { id, taskId, party, channel, outcome, note, accountId, at });
      const contacted = { taskId, contactId: id, party, outcome };
      await emit(trx, { about: { id: taskId, version: 0 }, requestId }, [
        push(['dispatch'], 'task.contacted', contacted),
      ]);
      return { status: 201, reference: { id } };
    }),
  );
  return { contact: await findContact(deps.database, reference.id ?? ''), replayed };
}
