import { createHash } from 'node:crypto';
import type { OutgoingMessage } from '../sending/channel-driver.ts';
import { MAX_PLAIN_BYTES } from './encrypt-push.ts';

const DAY_SECONDS = 86_400;
/**
 * Seconds for which a push service stores a message for an unreachable device, when the message itself has no expiry.
 */
const TTL_SECONDS: Readonly<Record<OutgoingMessage['urgency'], number>> = {
  high: 3_600,
  normal: DAY_SECONDS,
  low: 3 * DAY_SECONDS,
};
const MAX_TTL_SECONDS = 28 * DAY_SECONDS;
const MAX_BODY_LENGTH = 500;
/** Maximum length of a topic (RFC 8030). */
const TOPIC_LENGTH = 32;

/** What the device's service worker or app shows. `data` is the same as in the list of notifications, if it fits. */
export function pushPayload({ notificationId, kind, locale, title, body, data }: OutgoingMessage): Buffer {
  const shown = { id: notificationId, kind, locale, title, body };
  const whole = Buffer.from(JSON.stringify({ ...shown, data }));
  if (whole.length <= MAX_PLAIN_BYTES) return whole;
  // The device can get the rest by the notification's id.
  return Buffer.from(JSON.stringify({ ...shown, body: body.slice(0, MAX_BODY_LENGTH), data: {} }));
}

/** The headers of RFC 8030; null if the message has expired. @param now Domain time. */
export function pushHeaders(message: OutgoingMessage, now: Date): Record<string, string> | null {
  const seconds = secondsLeft(message, now);
  if (seconds !== null && seconds <= 0) return null;
  const kept = Math.min(seconds ?? TTL_SECONDS[message.urgency], MAX_TTL_SECONDS);
  return {
    TTL: String(Math.ceil(kept)),
    Urgency: message.urgency,
    // A second attempt replaces a first that is still waiting for its device.
    Topic: createHash('sha256').update(message.messageId).digest('base64url').slice(0, TOPIC_LENGTH),
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
  };
}

function secondsLeft({ expiresAt }: OutgoingMessage, now: Date): number | null {
  return expiresAt === null ? null : (expiresAt.getTime() - now.getTime()) / 1_000;
}
