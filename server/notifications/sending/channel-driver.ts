import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { QueuedChannel } from '../../../db/models/notification-delivery.ts';

/** One message for one channel, in the recipient's language. */
export interface OutgoingMessage {
  deliveryId: string;
  notificationId: string;
  /** The same on every attempt, so that providers and mail servers can recognise a repetition. */
  messageId: string;
  kind: NotificationKind;
  locale: 'en' | 'ar';
  title: string;
  /** Including the code or link, if any. */
  body: string;
  data: JsonObject;
  urgency: 'high' | 'normal' | 'low';
  accountId: string | null;
  email: string | null;
  phone: string | null;
  /** When the message expires. Domain time; null: never. */
  expiresAt: Date | null;
}

/** The result of an attempt, with the provider's message. */
export type Sent =
  /** The provider accepted it. */
  | { outcome: 'taken'; providerRef: string }
  /**
   * The provider will never accept this message, so there is no further attempt. With `noAddress` there is no one to
   * send it to.
   */
  | { outcome: 'refused'; words: string; noAddress?: boolean }
  /**
   * Temporarily rejected. With `outage` the provider accepts nothing at all (it is down, or rejects our credentials):
   * then no other message is tried until it is back, and the attempt does not count. With `aboutMessage` the provider
   * works, but deferred this message.
   */
  | {
      outcome: 'later';
      words: string;
      retryAfterSeconds?: number;
      outage?: boolean;
      aboutMessage?: boolean;
    };

/** Sends messages of one channel through a provider. */
export interface ChannelDriver {
  readonly channel: QueuedChannel;
  /**
   * Number of concurrent messages, set if each message has its own provider (e.g. push services): one that does not
   * answer must then delay neither the channel nor other messages.
   */
  readonly lanes?: number;
  /** Must return soon after `signal` is aborted; an exception counts as `later`. Called concurrently. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent>;
  close(): Promise<void>;
}
