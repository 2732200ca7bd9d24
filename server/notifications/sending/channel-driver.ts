import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { QueuedChannel } from '../../../db/models/notification-delivery.ts';

/** One message on its way through one channel, in the recipient's language. */
export interface OutgoingMessage {
  deliveryId: string;
  notificationId: string;
  /** The same at each attempt: providers and mail servers can tell a repetition by it. */
  messageId: string;
  kind: NotificationKind;
  locale: 'en' | 'ar';
  title: string;
  /** With the code or link where there is one. */
  body: string;
  data: JsonObject;
  urgency: 'high' | 'normal' | 'low';
  accountId: string | null;
  email: string | null;
  phone: string | null;
  /** After it the message is worthless. Domain time. */
  expiresAt: Date | null;
}

/** How an attempt ended, with the provider's words. */
export type Sent =
  /** The provider has it. */
  | { outcome: 'taken'; providerRef: string }
  /** It will never take this message: there is no further attempt. With `noAddress` there is nobody to send it to. */
  | { outcome: 'refused'; words: string; noAddress?: boolean }
  /**
   * Not now. With `outage` the provider takes nothing at all (away, or refuses our sign-in): then no other message is
   * tried before it is back, and this one has not used up an attempt. With `aboutMessage` the provider is well, and put
   * off this message alone.
   */
  | {
      outcome: 'later';
      words: string;
      retryAfterSeconds?: number;
      outage?: boolean;
      aboutMessage?: boolean;
    };

/** Hands messages of one channel to a provider. */
export interface ChannelDriver {
  readonly channel: QueuedChannel;
  /**
   * There is a provider behind each message and not one for all: then one that keeps silent holds up neither the
   * channel nor, with so many under way at once, the others' messages.
   */
  readonly lanes?: number;
  /** Answers soon after `signal` is aborted; what it throws counts as `later`. Called by several at once. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent>;
  close(): Promise<void>;
}
