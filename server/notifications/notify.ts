import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../../db/database.ts';
import { type EmitOptions, emit } from '../kernel/outbox/emit.ts';
import type { Addressee } from './notice.ts';

export interface NewNotification extends EmitOptions {
  kind: NotificationKind;
  to: Addressee;
  /** Values for texts and clients. */
  data: JsonObject;
}

/** Sends a notification for a relational change, after its commit. */
export function notify(
  trx: Transaction,
  { kind, to, data, about, requestId }: NewNotification,
): Promise<void> {
  const payload = { ...data, ...to, kind };
  return emit(trx, { about, requestId }, [{ do: 'consume', consumer: 'notify', payload }]);
}
