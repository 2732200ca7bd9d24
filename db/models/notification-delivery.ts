/** Channels that need a sender: each has a row of its own. In the app a notification is delivered by being there. */
export type QueuedChannel = 'EMAIL' | 'SMS' | 'PUSH';
export type NotificationChannel = 'IN_APP' | QueuedChannel;
/**
 * Where a notification is on its way through one channel. SENT means that a provider took it, EXPIRED that its code
 * was worth nothing any more when its turn came.
 */
export type DeliveryStatus =
  | 'QUEUED'
  | 'SENDING'
  | 'SENT'
  | 'FAILED'
  | 'HELD'
  | 'SUPPRESSED'
  | 'EXPIRED'
  | 'DELIVERED';
