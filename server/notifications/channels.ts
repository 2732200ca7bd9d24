import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { NotificationChannel } from '../../db/models/notification-delivery.ts';

/**
 * Every kind that an event produces today, with the channels that its message is queued for besides the app itself.
 * Nothing sends by these channels yet.
 */
export const CHANNELS = {
  ORDER_PLACED: ['EMAIL'],
  GROUP_ACCEPTED: ['EMAIL', 'PUSH'],
  GROUP_REJECTED: ['EMAIL', 'PUSH'],
  GROUP_READY: ['PUSH'],
  PICKED_UP: ['PUSH'],
  IN_TRANSIT: ['PUSH'],
  DELIVERED: ['EMAIL', 'PUSH'],
  DELIVERY_FAILED: ['EMAIL', 'PUSH'],
  DELIVERY_RETRY: ['EMAIL', 'PUSH'],
  CANCELLED: ['EMAIL', 'PUSH'],
  DELIVERY_CODE: ['SMS'],
  NEW_ORDER: ['EMAIL', 'PUSH'],
  DEADLINE_MISSED: ['EMAIL', 'PUSH'],
  LOW_STOCK: ['EMAIL', 'PUSH'],
  SELLER_APPROVED: ['EMAIL', 'PUSH'],
  SELLER_REJECTED: ['EMAIL', 'PUSH'],
  SELLER_SUSPENDED: ['EMAIL', 'PUSH'],
  SELLER_REINSTATED: ['EMAIL', 'PUSH'],
  STAFF_INVITATION: ['EMAIL'],
  BANK_ACCOUNT_CHANGED: ['EMAIL', 'SMS', 'PUSH'],
  TASK_OFFERED: ['PUSH'],
  TASK_WITHDRAWN: ['PUSH'],
  HAND_OVER: ['PUSH'],
  DRIVER_APPROVED: ['EMAIL', 'PUSH'],
  SHIFT_REMINDER: ['PUSH'],
  CASH_NEAR_LIMIT: ['PUSH'],
  SETTLEMENT_RECEIPT: ['EMAIL'],
  ALERT: ['PUSH'],
} as const satisfies Record<NotificationKind, readonly Exclude<NotificationChannel, 'IN_APP'>[]>;

export type NoticeKind = keyof typeof CHANNELS;

export const NOTICE_KINDS = Object.keys(CHANNELS) as [NoticeKind, ...NoticeKind[]];
