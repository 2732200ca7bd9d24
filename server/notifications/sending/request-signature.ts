import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers that say who asks, and that nobody has changed it: those of Standard Webhooks, so that libraries exist. */
export interface SignedHeaders {
  'webhook-id': string;
  /** Seconds since 1970. */
  'webhook-timestamp': string;
  /** `v1,` and the HMAC-SHA-256, in base64, of id, timestamp and body, joined by dots. */
  'webhook-signature': string;
}

/** @param id The same for each repetition of the same request. */
export function signRequest(secret: string, id: string, body: string, now: Date): SignedHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest(secret, id, timestamp, body)}`,
  };
}

/** What a gateway does with them; a request older or newer than `toleranceSeconds` may be one that was recorded. */
export function isSigned(
  secret: string,
  headers: SignedHeaders,
  body: string,
  now: Date,
  toleranceSeconds = 300,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const expected = Buffer.from(`v1,${digest(secret, id, timestamp, body)}`);
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function digest(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** `whsec_` and base64, as Standard Webhooks writes keys; anything else is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret, 'utf8');
}
