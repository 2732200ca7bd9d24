import type { SmsGatewaySettings } from '../../kernel/process/sending-config.ts';
import { signRequest } from '../../kernel/security/signed-request.ts';
import type { ChannelDriver, OutgoingMessage, Sent } from './channel-driver.ts';

/** Bytes; the rest of an answer is ignored. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * Statuses that do not concern the message: the gateway rejects our credentials, or is not at the configured address.
 */
const MISCONFIGURED: readonly number[] = [401, 402, 403, 404, 405, 407, 410];
/** Statuses that mean: try again later. */
const BUSY: readonly number[] = [408, 409, 423, 425, 429];

/**
 * Sends through an SMS gateway, with one signed POST per message (docs/sending.md). Every attempt has the message id as
 * its `Idempotency-Key`, so a gateway that honours it never sends a message twice.
 */
export class SmsHttpDriver implements ChannelDriver {
  readonly channel = 'SMS';
  readonly #settings: SmsGatewaySettings;

  constructor(settings: SmsGatewaySettings) {
    this.#settings = settings;
  }

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent> {
    const { url, secret, sender } = this.#settings;
    const { messageId, phone, body: text, locale, kind, expiresAt } = message;
    const body = JSON.stringify({
      ...{ id: messageId, from: sender, to: phone, text, locale, kind },
      expiresAt: expiresAt?.toISOString() ?? null,
    });
    let response: Response;
    try {
      response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': messageId,
          ...signRequest([secret], messageId, body, new Date()),
        },
        body,
        signal,
      });
    } catch (error) {
      return failed(error, signal);
    }
    return judge(response, await answerOf(response));
  }

  async close(): Promise<void> {}
}

function judge(response: Response, answer: string): Sent {
  const { status, ok } = response;
  const words = `${status} ${answer}`.trim();
  if (ok) return { outcome: 'taken', providerRef: idIn(answer) ?? words };
  if (MISCONFIGURED.includes(status) || (status >= 300 && status < 400)) {
    return { outcome: 'later', words, outage: true };
  }
  if (status < 500 && !BUSY.includes(status)) return { outcome: 'refused', words };
  const retryAfter = Number(response.headers.get('retry-after'));
  return {
    outcome: 'later',
    words,
    ...(retryAfter > 0 ? { retryAfterSeconds: Math.min(retryAfter, 3_600) } : {}),
  };
}

/** The gateway's id of the message, if its answer has one. */
function idIn(answer: string): string | null {
  try {
    const { id } = JSON.parse(answer) as { id?: unknown };
    return typeof id === 'string' && id !== '' ? id : null;
  } catch {
    return null;
  }
}

/** Error codes that mean that nothing of the request has arrived. */
const NOT_REACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function failed(error: unknown, signal: AbortSignal): Sent {
  if (signal.aborted) return { outcome: 'later', words: 'The gateway did not answer in time.' };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words = cause instanceof Error ? `${code} ${cause.message}`.trim() : String(cause);
  return { outcome: 'later', words, outage: NOT_REACHED.includes(code) };
}

/** The beginning of the answer; empty if it cannot be read. */
async function answerOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < MAX_ANSWER_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // The status alone is enough.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}
