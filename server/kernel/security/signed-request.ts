import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Headers that authenticate a request and protect its content. They follow Standard Webhooks, for which there are
 * libraries.
 */
export interface SignedHeaders {
  'webhook-id': string;
  /** Seconds since 1970. */
  'webhook-timestamp': string;
  /** For each secret, separated by a space: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and body, joined by dots. */
  'webhook-signature': string;
}

/**
 * @param secrets Several while one replaces another: the receiver accepts a request if it knows one of them.
 * @param id The same for each repetition of a request.
 */
export function signRequest(secrets: readonly string[], id: string, body: string, now: Date): SignedHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${digest(secret, id, timestamp, body)}`).join(' '),
  };
}

/** What a gateway checks; requests whose age exceeds `toleranceSeconds` may be replayed ones. */
export function isSigned(
  secret: string,
  headers: SignedHeaders,
  body: string,
  now: Date,
  toleranceSeconds = 300,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const expected = Buffer.from(`v1,${digest(secret, id, timestamp, body)}`);
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

function digest(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** `whsec_` and base64, as in Standard Webhooks; anything else is used as the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret, 'utf8');
}
