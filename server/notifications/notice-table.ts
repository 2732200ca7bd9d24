import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';

/** The recipients of a kind. ADDRESS: the reader of an e-mail address or a phone, with or without an account. */
export type Audience = 'BUYER' | 'SELLER' | 'DRIVER' | 'DISPATCHERS' | 'ACCOUNT' | 'ADDRESS';

/**
 * The order in which a channel sends messages: codes, security and task offers first, then normal ones, then those that
 * can wait.
 */
export type Urgency = 'HIGH' | 'NORMAL' | 'LOW';
/** As stored with deliveries; the lowest is sent first. */
const RANKS: Readonly<Record<Urgency, number>> = { HIGH: 0, NORMAL: 1, LOW: 2 };

/** What the recipient may decide about a kind. The in-app list shows every notification at once regardless. */
export type Choice =
  /** Nothing: codes and security messages are sent through every channel at any hour. */
  | 'NONE'
  /** May be switched off per channel. Not held during quiet hours, since it is only relevant for the next minutes. */
  | 'SWITCHED'
  /** May be switched off per channel; held during quiet hours. */
  | 'SWITCHED_OR_HELD';

export interface NoticeFacts {
  /** The event that it is about. */
  event: string;
  audience: readonly Audience[];
  /** In addition to the app itself. */
  channels: readonly QueuedChannel[];
  urgency: Urgency;
  choice: Choice;
}

const ORDER = { audience: ['BUYER'], urgency: 'NORMAL', choice: 'SWITCHED_OR_HELD' } as const;
const SHOP = { audience: ['SELLER'], urgency: 'NORMAL', choice: 'SWITCHED_OR_HELD' } as const;
const TASK = { audience: ['DRIVER'], channels: ['PUSH'], urgency: 'HIGH', choice: 'SWITCHED' } as const;
const SECURITY = {
  audience: ['ACCOUNT'],
  channels: ['EMAIL', 'SMS', 'PUSH'],
  urgency: 'HIGH',
  choice: 'NONE',
} as const;
const TO_EMAIL = { audience: ['ADDRESS'], channels: ['EMAIL'], urgency: 'HIGH', choice: 'NONE' } as const;
const TO_ANY = { ...TO_EMAIL, channels: ['EMAIL', 'SMS'] } as const;

/** Every kind's event, recipients, channels, urgency, and what the recipient may decide. */
export const NOTICE_TABLE: Readonly<Record<NotificationKind, NoticeFacts>> = {
  ORDER_PLACED: { ...ORDER, event: 'A checkout is confirmed.', channels: ['EMAIL'] },
  GROUP_ACCEPTED: { ...ORDER, event: 'A seller accepts its part of an order.', channels: ['EMAIL', 'PUSH'] },
  GROUP_REJECTED: { ...ORDER, event: 'A seller declines its part of an order.', channels: ['EMAIL', 'PUSH'] },
  GROUP_READY: { ...ORDER, event: 'A seller has packed its part of an order.', channels: ['PUSH'] },
  PICKED_UP: { ...ORDER, event: 'A driver picks the goods up.', channels: ['PUSH'] },
  IN_TRANSIT: {
    ...ORDER,
    event: 'A driver is on the way to the door.',
    channels: ['PUSH'],
    choice: 'SWITCHED',
  },
  DELIVERED: { ...ORDER, event: 'A delivery is completed.', channels: ['EMAIL', 'PUSH'] },
  DELIVERY_FAILED: { ...ORDER, event: 'A delivery fails.', channels: ['EMAIL', 'PUSH'] },
  DELIVERY_RETRY: { ...ORDER, event: 'A failed delivery is tried again.', channels: ['EMAIL', 'PUSH'] },
  CANCELLED: { ...ORDER, event: 'A part of an order is cancelled.', channels: ['EMAIL', 'PUSH'] },
  DELIVERY_CODE: {
    event: 'A driver at the door requests the code.',
    audience: ['BUYER'],
    channels: ['SMS'],
    urgency: 'HIGH',
    choice: 'NONE',
  },
  NEW_ORDER: { ...SHOP, event: 'An order has a part for the seller.', channels: ['EMAIL', 'PUSH'] },
  DEADLINE_MISSED: {
    ...SHOP,
    event: 'A part of an order is not accepted before its deadline.',
    audience: ['SELLER', 'DISPATCHERS'],
    channels: ['EMAIL', 'PUSH'],
  },
  LOW_STOCK: {
    ...SHOP,
    event: 'The stock of an offer is below its threshold.',
    channels: ['EMAIL', 'PUSH'],
    urgency: 'LOW',
  },
  SELLER_APPROVED: { ...SHOP, event: 'An application is approved.', channels: ['EMAIL', 'PUSH'] },
  SELLER_REJECTED: { ...SHOP, event: 'An application is declined.', channels: ['EMAIL', 'PUSH'] },
  SELLER_SUSPENDED: { ...SHOP, event: 'A seller is suspended.', channels: ['EMAIL', 'PUSH'] },
  SELLER_REINSTATED: { ...SHOP, event: 'A suspended seller is open again.', channels: ['EMAIL', 'PUSH'] },
  SELLER_CLOSED: { ...SHOP, event: 'A seller is closed for good.', channels: ['EMAIL', 'PUSH'] },
  STAFF_INVITATION: { ...TO_EMAIL, event: 'A seller invites someone to its staff.', urgency: 'NORMAL' },
  BANK_ACCOUNT_CHANGED: {
    ...SECURITY,
    event: 'The bank account that payouts go to is changed.',
    audience: ['SELLER'],
  },
  WEBHOOK_DISABLED: {
    event: 'A webhook is switched off, because its address is gone or failed for days.',
    audience: ['SELLER'],
    channels: ['EMAIL', 'PUSH'],
    urgency: 'NORMAL',
    choice: 'SWITCHED_OR_HELD',
  },
  TASK_OFFERED: { ...TASK, event: 'A delivery is offered to the driver.' },
  TASK_WITHDRAWN: { ...TASK, event: 'A delivery is withdrawn from the driver.' },
  HAND_OVER: { ...TASK, event: 'A hand-over of goods between drivers is opened or confirmed.' },
  DRIVER_APPROVED: {
    event: 'A driver is approved.',
    audience: ['DRIVER'],
    channels: ['EMAIL', 'PUSH'],
    urgency: 'NORMAL',
    choice: 'SWITCHED_OR_HELD',
  },
  SHIFT_REMINDER: { ...TASK, event: 'A planned shift begins soon.', urgency: 'NORMAL' },
  CASH_NEAR_LIMIT: {
    ...TASK,
    event: 'A driver holds more than four fifths of the cash limit.',
    urgency: 'NORMAL',
  },
  SETTLEMENT_RECEIPT: {
    event: 'Cash is handed in and counted.',
    audience: ['DRIVER'],
    channels: ['EMAIL'],
    urgency: 'LOW',
    choice: 'SWITCHED_OR_HELD',
  },
  ALERT: {
    event: 'An alert is raised or becomes critical.',
    audience: ['DISPATCHERS'],
    channels: ['PUSH'],
    urgency: 'NORMAL',
    choice: 'SWITCHED',
  },
  NEW_SIGN_IN: { ...SECURITY, event: 'Someone signs in to the account.' },
  PASSWORD_CHANGED: { ...SECURITY, event: 'The password is changed or reset.' },
  EMAIL_CHANGED: {
    ...SECURITY,
    event: 'The e-mail address is changed; the former address is also notified.',
    audience: ['ACCOUNT', 'ADDRESS'],
  },
  PHONE_CHANGED: {
    ...SECURITY,
    event: 'The phone number is changed; the former number is also notified.',
    audience: ['ACCOUNT', 'ADDRESS'],
  },
  SECOND_FACTOR_ENABLED: { ...SECURITY, event: 'Two-factor sign-in is switched on.' },
  SECOND_FACTOR_DISABLED: { ...SECURITY, event: 'Two-factor sign-in is switched off.' },
  SECOND_FACTOR_GUESSED: { ...SECURITY, event: 'Several wrong two-factor codes in a row were entered.' },
  API_KEY_MADE: { ...SECURITY, event: 'The account has made an API key.' },
  ACCOUNT_LOCKED: { ...SECURITY, event: 'Wrong passwords lock the sign-in.' },
  ACCOUNT_DISABLED: { ...SECURITY, event: 'An administrator disables the account.' },
  ACCOUNT_ENABLED: { ...SECURITY, event: 'An administrator enables the account again.' },
  SIGN_IN_CODE: { ...TO_ANY, event: 'Someone requests a sign-in code.' },
  EMAIL_VERIFICATION: { ...TO_EMAIL, event: 'An e-mail address is to be confirmed.' },
  PASSWORD_RESET: { ...TO_ANY, event: 'A link to set a new password is requested.' },
  PHONE_VERIFICATION: { ...TO_ANY, event: 'A phone number is to be confirmed.', channels: ['SMS'] },
};

export function urgencyRank(kind: NotificationKind): number {
  return RANKS[NOTICE_TABLE[kind].urgency];
}

/** The channels its message is queued for, in addition to the app itself. */
export function queuedChannels(kind: NotificationKind): readonly QueuedChannel[] {
  return NOTICE_TABLE[kind].channels;
}
