import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../../db/database.ts';
import { qatarDayAndClock } from '../kernel/calendar/qatar-time.ts';
import { notify } from '../notifications/notifications.ts';

/** Notifies the owner of an account of what happened to it, when it happened, on every channel that the kind has. */
export function notifyOwner(
  trx: Transaction,
  accountId: string,
  kind: NotificationKind,
  data: JsonObject = {},
): Promise<void> {
  return notify(trx, {
    kind,
    to: { accountId },
    data: { at: qatarDayAndClock(new Date()), ...data },
    about: { id: accountId, version: 1 },
    requestId: null,
  });
}
