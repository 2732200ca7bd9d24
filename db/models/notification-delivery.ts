import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

export type NotificationChannel = 'IN_APP' | 'EMAIL' | 'SMS' | 'PUSH';
export type DeliveryStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'FAILED' | 'HELD' | 'SUPPRESSED' | 'DELIVERED';

/** A notification's way through one channel. SENT means that a provider took it. */
export class NotificationDelivery extends Model {
  static override tableName = 'notification_deliveries';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare notificationId: string;
  declare channel: NotificationChannel;
  declare status: DeliveryStatus;
  declare attempts: number;
  declare releaseAt: Date | null;
  declare providerRef: string | null;
  declare updatedAt: Date;
}
