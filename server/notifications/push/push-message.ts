import { createHash } from 'node:crypto';
import type { OutgoingMessage } from '../sending/channel-driver.ts';
import { MAX_PLAIN_BYTES } from './encrypt-push.ts';

const DAY = 86_400;
/** Seconds for which a push service keeps a message for a device that is away, where nothing says when it is worthless. */
const KEPT_FOR: Readonly<Record<OutgoingMessage['urgency'], number>> = {
  high: 3_600,
  normal: DAY,
  low: 3 * DAY,
};
const MAX_KEPT_FOR = 28 * DAY;
const MAX_BODY = 500;
/** Characters that RFC 8030 allows. */
const TOPIC_LENGTH = 32;

/** What the device's service worker or app shows; `data` is what the notification's own list answers, if there is room. */
export function pushPayload({ notificationId, kind, locale, title, body, data }: OutgoingMessage): Buffer {
  const shown = { id: notificationId, kind, locale, title, body };
  const whole = Buffer.from(JSON.stringify({ ...shown, data }));
  if (whole.length <= MAX_PLAIN_BYTES) return whole;
  // The device asks for the rest under the notification's id.
  return Buffer.from(JSON.stringify({ ...shown, body: body.slice(0, MAX_BODY), data: {} }));
}

/** The headers of RFC 8030; null when the message is worthless by now. @param now Domain time. */
export function pushHeaders(message: OutgoingMessage, now: Date): Record<string, string> | null {
  const seconds = secondsLeft(message, now);
  if (seconds !== null && seconds <= 0) return null;
  const kept = Math.min(seconds ?? KEPT_FOR[message.urgency], MAX_KEPT_FOR);
  return {
    TTL: String(Math.ceil(kept)),
    Urgency: message.urgency,
    // A second attempt takes the place of a first that still waits for its device.
    Topic: createHash('sha256').update(message.messageId).digest('base64url').slice(0, TOPIC_LENGTH),
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
  };
}

function secondsLeft({ expiresAt }: OutgoingMessage, now: Date): number | null {
  return expiresAt === null ? null : (expiresAt.getTime() - now.getTime()) / 1_000;
}
