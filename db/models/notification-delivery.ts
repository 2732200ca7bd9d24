/** Channels that need a sender, with a row for each. In-app notifications need none: they are delivered once stored. */
export type QueuedChannel = 'EMAIL' | 'SMS' | 'PUSH';
export type NotificationChannel = 'IN_APP' | QueuedChannel;
/**
 * State of a notification's delivery through one channel. SENT: a provider accepted it. EXPIRED: its one-time code had
 * expired before it could be sent.
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
