import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../../db/database.ts';
import { notify } from '../notifications/notifications.ts';

/** Notifies an account's owner of an event on the account, with its time, on every channel of that kind. */
export function notifyOwner(
  trx: Transaction,
  accountId: string,
  kind: NotificationKind,
  data: JsonObject = {},
): Promise<void> {
  return notify(trx, {
    kind,
    to: { accountId },
    data: { at: new Date().toISOString(), ...data },
    about: { id: accountId, version: 1 },
    requestId: null,
  });
}
