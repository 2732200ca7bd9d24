import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { Config } from '../../kernel/process/config.ts';
import { OutsideRefused } from '../../kernel/security/outside-address.ts';
import { type OutsideAnswer, OutsideClient } from '../../kernel/security/outside-client.ts';
import type { ChannelDriver, OutgoingMessage, Sent } from '../sending/channel-driver.ts';
import { encryptPush } from './encrypt-push.ts';
import { pushHeaders, pushPayload } from './push-message.ts';
import { type Device, noteAnswers, readDevices } from './push-subscription-store.ts';
import { Vapid } from './vapid.ts';

export interface WebPushOptions {
  database: Database;
  clock: Clock;
  outside: OutsideClient;
  vapid: Vapid;
  log: Logger;
}

/** The answer of one device's push service. */
type Answer = { device: Device } & (Sent | { outcome: 'gone'; words: string });

/**
 * Maximum number of concurrent messages: there are many push services, and a device shows a repeated message only once.
 */
export const PUSH_LANES = 8;
const MAX_REFERENCE_LENGTH = 300;
const MAX_WORDS_LENGTH = 200;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * Sends to every subscribed device on which the account is signed in. The message counts as sent once a single device
 * has received it, since a retry for the others would show it there again. A device that its push service no longer
 * knows is removed.
 */
export class WebPushDriver implements ChannelDriver {
  readonly channel = 'PUSH';
  readonly lanes = PUSH_LANES;
  readonly #options: WebPushOptions;

  constructor(options: WebPushOptions) {
    this.#options = options;
  }

  async send(message: OutgoingMessage, signal: AbortSignal): Promise<Sent> {
    const { database, clock } = this.#options;
    if (message.accountId === null) return refused('A push message needs an account.');
    const headers = pushHeaders(message, clock.now());
    if (headers === null) return refused('It had expired.');
    const devices = await readDevices(database, message.accountId);
    if (devices.length === 0) {
      return { outcome: 'refused', words: 'No device of this account takes push messages.', noAddress: true };
    }
    const text = pushPayload(message);
    const answers = await Promise.all(devices.map((device) => this.#sendTo(device, headers, text, signal)));
    const of = (outcome: Answer['outcome']) =>
      answers.flatMap((answer) => (answer.outcome === outcome ? answer.device.id : []));
    await noteAnswers(database, { reached: of('taken'), gone: of('gone') });
    return summary(answers);
  }

  async close(): Promise<void> {
    this.#options.outside.close();
  }

  async #sendTo(
    device: Device,
    headers: Readonly<Record<string, string>>,
    text: Buffer,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { outside, vapid, log } = this.#options;
    try {
      const url = outside.addresses.read(device.endpoint);
      const answer = await outside.post({
        url: device.endpoint,
        headers: { ...headers, Authorization: vapid.authorization(url) },
        body: encryptPush(text, device),
        signal,
      });
      return { device, ...judge(url.host, answer) };
    } catch (error) {
      if (error instanceof OutsideRefused) {
        log.warn({ subscription: device.id, err: error }, 'a push subscription leads inside');
        return { device, outcome: 'refused', words: `The endpoint ${error.message}.` };
      }
      return { device, outcome: 'later', words: wordsOf(error) };
    }
  }
}

/** Null if the installation sends no push messages. */
export function openWebPush(
  config: Pick<Config, 'push' | 'outside'>,
  needed: Pick<WebPushOptions, 'database' | 'clock' | 'log'>,
): ChannelDriver | null {
  const { push, outside } = config;
  if (push.driver === 'none') return null;
  return new WebPushDriver({ ...needed, outside: new OutsideClient(outside), vapid: new Vapid(push.vapid) });
}

function refused(words: string): Sent {
  return { outcome: 'refused', words };
}

/** By the status alone, according to RFC 8030; the text of the answer is stored for people. */
function judge(
  host: string,
  { status, headers, text }: OutsideAnswer,
): Sent | { outcome: 'gone'; words: string } {
  const words = `${host} answered ${status}${text === '' ? '' : `: ${plain(text)}`}`;
  if (status >= 200 && status < 300)
    return { outcome: 'taken', providerRef: referenceOf(host, status, headers) };
  if (status === 404 || status === 410) return { outcome: 'gone', words };
  if (status === 408 || status === 429 || status >= 500) {
    const wait = retryAfter(headers['retry-after']);
    return { outcome: 'later', words, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
  }
  return { outcome: 'refused', words };
}

/** The push service's own URL of the message, if it returns one. */
function referenceOf(host: string, status: number, { location }: IncomingHttpHeaders): string {
  return (location ?? `${host} ${status}`).slice(0, MAX_REFERENCE_LENGTH);
}

function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.ceil(Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS));
}

function summary(answers: readonly Answer[]): Sent {
  for (const answer of answers)
    if (answer.outcome === 'taken') return { outcome: 'taken', providerRef: answer.providerRef };
  const waits = answers.flatMap((answer) => (answer.outcome === 'later' ? answer : []));
  const words = answers.map((answer) => ('words' in answer ? answer.words : '')).join('; ');
  const gone = answers.every(({ outcome }) => outcome === 'gone');
  if (gone) return { outcome: 'refused', words, noAddress: true };
  if (waits.length === 0) return refused(words);
  const seconds = Math.max(0, ...waits.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds));
  return { outcome: 'later', words, ...(seconds === 0 ? {} : { retryAfterSeconds: seconds }) };
}

/** Describes a network error without the endpoint, which is a secret between the device and this service. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The push service could not be reached.';
  const { code } = error as NodeJS.ErrnoException;
  const timedOut = error.name === 'TimeoutError' || error.name === 'AbortError';
  return timedOut
    ? 'The push service did not answer in time.'
    : `The push service could not be reached: ${code ?? error.name}.`;
}

/** Makes text from an external service safe to show to administrators: one line, without invisible characters. */
function plain(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS_LENGTH);
}
