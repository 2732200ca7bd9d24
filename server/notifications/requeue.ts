import { WaslError } from '../../actors/errors.ts';
import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Transaction } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import { lockNotification, requeueChannel, requeueFailed } from './requeue-store.ts';

export interface RequeueContext {
  by: SignedIn;
  requestId: string;
  ip: string;
}

/** FAILED → QUEUED only, so that nothing is sent twice. Throws common.NOT_FOUND, common.CONFLICT. */
export async function requeueNotification(
  trx: Transaction,
  { by, requestId, ip }: RequeueContext,
  id: string,
  channel: QueuedChannel | null,
): Promise<void> {
  if (!(await lockNotification(trx, id)))
    throw new WaslError('common.NOT_FOUND', { detail: 'No such notification.' });
  const requeued = await requeueFailed(trx, { id, channel });
  if (requeued.length === 0)
    throw new WaslError('common.CONFLICT', {
      detail:
        channel === null ? 'Nothing of this notification has failed.' : `This has not failed on ${channel}.`,
    });
  await recordAudit(trx, {
    ...{ by, requestId, ip, action: 'requeueNotification' },
    ...{ subjectType: 'NOTIFICATION', subjectId: id },
    before: Object.fromEntries(
      requeued.map((each) => [each.channel, { status: 'FAILED', attempts: each.attempts }]),
    ),
    after: Object.fromEntries(requeued.map((each) => [each.channel, { status: 'QUEUED', attempts: 0 }])),
  });
}

/** Queues the oldest failed deliveries of a channel, at most `limit`. Returns how many. */
export async function requeueNotifications(
  trx: Transaction,
  { by, requestId, ip }: RequeueContext,
  which: { channel: QueuedChannel; kind: NotificationKind | null; limit: number },
): Promise<number> {
  const requeued = await requeueChannel(trx, which);
  const { channel, kind } = which;
  await recordAudit(trx, {
    ...{ by, requestId, ip, action: 'requeueNotifications' },
    ...{ subjectType: 'CHANNEL', subjectId: channel },
    data: { kind, requeued },
  });
  return requeued;
}
