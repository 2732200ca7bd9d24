/** Kinds of events that a seller's webhooks can receive: facts of that seller alone. */
export const SELLER_EVENT_KINDS = [
  'order.placed',
  'order.updated',
  'order.cancelled',
  'return.received',
  'return.confirmed',
  'stock.changed',
  'stock.low',
  'payout.created',
] as const;

/** Kinds of events that the platform's webhooks can receive. */
export const PLATFORM_EVENT_KINDS = [
  'task.created',
  'task.updated',
  'driver.duty_changed',
  'cash.handed_in',
  'cash.difference',
  'alert.raised',
  'alert.resolved',
] as const;

export type SellerEventKind = (typeof SELLER_EVENT_KINDS)[number];
export type PlatformEventKind = (typeof PLATFORM_EVENT_KINDS)[number];
export type PublishedKind = SellerEventKind | PlatformEventKind;
