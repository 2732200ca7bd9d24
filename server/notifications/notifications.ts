import type { AnyConsumer } from '../../actors/runtime/relay.ts';
import type { Condition } from '../dispatch/alerts/alerts.ts';
import { untilPurged } from '../kernel/jobs/in-batches.ts';
import { MINUTE, SECOND } from '../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../kernel/jobs/scheduled-job.ts';
import type { Config } from '../kernel/process/config.ts';
import { eraseSpentCodes } from './delivery-codes.ts';
import { notificationHandlers } from './notification-handlers.ts';
import { notifyConsumer } from './notify-consumer.ts';
import { type ChannelSettings, channelsOn } from './open-drivers.ts';
import { preferenceHandlers } from './preference-handlers.ts';
import { type PurgeDependencies, purgeNotifications } from './purge-notifications.ts';
import { pushHandlers } from './push/push-handlers.ts';
import { purgeSubscriptions } from './push/push-subscription-store.ts';
import { queueBacklog } from './queue-backlog.ts';
import { sealedMessages } from './sealed-message-store.ts';
import { leaseOf } from './sending/channel-sender.ts';
import { keepQueue, type UpkeepDependencies } from './sending/upkeep.ts';
import { sentNotificationHandlers } from './sent-notification-handlers.ts';

export { readDeliveryCodes, type ShownCode } from './delivery-codes.ts';
export { type Choice, NOTICE_TABLE } from './notice-table.ts';
export { notify } from './notify.ts';
export { channelsOn } from './open-drivers.ts';
export { notificationData } from './personal-data-store.ts';
export { deletePreferences, readPreferences } from './preference-store.ts';
export { eraseSubscriptions as erasePushSubscriptions } from './push/push-subscription-store.ts';
export {
  eraseCodes,
  eraseInvitations,
  notifyAddress,
  openInvitation,
  queueCode,
  queueInvitation,
} from './queue-message.ts';
export { invitationLink } from './sending/page-links.ts';
export { readNotified } from './sent-notification-handlers.ts';
export { readOverdue } from './sent-notification-store.ts';
export { startSending } from './start-sending.ts';

type HandlerDependencies = Parameters<typeof notificationHandlers>[0] &
  Parameters<typeof sentNotificationHandlers>[0] &
  Parameters<typeof pushHandlers>[0];

type QueueDependencies = UpkeepDependencies & { config: ChannelSettings & Pick<Config, 'sending'> };

/** One notification per event and recipient, queued per channel. */
export const notificationsSlice = {
  handlers: (deps: HandlerDependencies) => ({
    ...notificationHandlers(deps),
    ...preferenceHandlers(deps),
    ...sentNotificationHandlers(deps),
    ...pushHandlers(deps),
  }),
  consumers: (deps: Parameters<typeof notifyConsumer>[0]): { notify: AnyConsumer } => ({
    notify: notifyConsumer(deps),
  }),
  jobs: (deps: QueueDependencies & PurgeDependencies): ScheduledJob[] => [
    { name: 'delivery-codes', every: MINUTE, run: () => eraseSpentCodes(deps) },
    { name: 'old-notifications', every: MINUTE, run: untilPurged(purgeNotifications(deps)) },
    {
      name: 'push-subscriptions',
      every: MINUTE,
      run: untilPurged((limit) => purgeSubscriptions(deps.database, limit)),
    },
    { name: 'message-queue', every: SECOND, run: () => keepMessageQueue(deps) },
  ],
  conditions: (deps: Parameters<typeof queueBacklog>[0]): Condition[] => [queueBacklog(deps)],
  sealed: [sealedMessages],
};

function keepMessageQueue({ config, ...deps }: QueueDependencies): Promise<void> {
  return keepQueue(deps, { leaseMs: leaseOf(config.sending), channels: channelsOn(config) });
}
