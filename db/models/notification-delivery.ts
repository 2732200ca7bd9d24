export type NotificationChannel = 'IN_APP' | 'EMAIL' | 'SMS' | 'PUSH';
/** Where a notification is on its way through one channel. SENT means that a provider took it. */
export type DeliveryStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED' | 'HELD' | 'SUPPRESSED' | 'DELIVERED';
