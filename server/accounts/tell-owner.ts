import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { ActorGateway } from '../kernel/actors/actor-gateway.ts';
import { qatarDayAndClock } from '../kernel/calendar/qatar-time.ts';
import { tell } from '../notifications/notifications.ts';

export interface TellContext {
  ids: Ids;
  actors: Pick<ActorGateway, 'publish'>;
}

/**
 * Tells the owner of an account what happened to it, when it happened, on every channel that the kind has: written with
 * the change, sent on as soon as that has committed, and by the worker where this process does not come to it.
 */
export async function tellOwner(
  trx: Transaction,
  { ids, actors }: TellContext,
  accountId: string,
  kind: NotificationKind,
  data: JsonObject = {},
): Promise<void> {
  const told = await tell(trx, ids, {
    kind,
    to: { accountId },
    data: { at: qatarDayAndClock(new Date()), ...data },
    about: { id: accountId, version: 1 },
    requestId: null,
  });
  trx.afterCommit(() => void actors.publish(told).catch(() => undefined));
}
