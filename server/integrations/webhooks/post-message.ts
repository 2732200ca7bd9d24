import { OutsideRefused } from '../../kernel/security/outside-address.ts';
import {
  ConnectTimeout,
  type OutsideAnswer,
  type OutsideClient,
} from '../../kernel/security/outside-client.ts';
import { signRequest } from '../../kernel/security/signed-request.ts';

export interface OutgoingMessage {
  url: string;
  messageId: string;
  body: string;
  /** The current one first. */
  secrets: readonly string[];
}

/** What came of one request. */
export interface Answer {
  outcome: 'taken' | 'gone' | 'failed';
  /** Null: there was no answer. */
  httpStatus: number | null;
  /** Why, if there was no answer. */
  error: string | null;
  /** The beginning of the answer. */
  text: string;
  /** As asked by Retry-After; 0 if it did not. */
  retryAfterMs: number;
  durationMs: number;
}

const MAX_TEXT_LENGTH = 1_000;
/** Statuses whose Retry-After counts. */
const BUSY: readonly number[] = [408, 429, 502, 503, 504];

/** Sends one signed request. Never rejects. */
export async function postMessage(
  outside: OutsideClient,
  { url, messageId, body, secrets }: OutgoingMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  const ended = (rest: Omit<Answer, 'durationMs'>): Answer => ({
    ...rest,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const answer = await outside.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Wasl-Webhooks/1.0',
        // The receiver's time limit is real time, also where the domain's clock runs faster.
        ...signRequest(secrets, messageId, body, new Date()),
      },
      body: Buffer.from(body),
      signal,
    });
    return ended(judge(answer));
  } catch (error) {
    const none = { httpStatus: null, text: '', retryAfterMs: 0 };
    return ended({ ...none, outcome: 'failed', error: wordsOf(error) });
  }
}

/** Only 2xx counts as received; a redirect is a failure, because following it could lead anywhere. */
function judge({ status, headers, text }: OutsideAnswer): Omit<Answer, 'durationMs'> {
  const taken = status >= 200 && status < 300;
  return {
    outcome: taken ? 'taken' : status === 410 ? 'gone' : 'failed',
    httpStatus: status,
    error: null,
    text: plain(text),
    retryAfterMs: BUSY.includes(status) ? retryAfterMs(headers['retry-after']) : 0,
  };
}

function retryAfterMs(header: string | undefined): number {
  if (header === undefined) return 0;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
}

/** Without invisible characters, which PostgreSQL or a reader would stumble over. */
function plain(text: string): string {
  return text
    .replace(/[^\P{C}\n\t]|\uFFFD/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

function wordsOf(error: unknown): string {
  if (error instanceof OutsideRefused) return `The address ${error.message}.`.slice(0, 300);
  if (error instanceof ConnectTimeout) return 'No connection in time.';
  if (!(error instanceof Error)) return 'It could not be reached.';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No complete answer in time.';
  const { code } = error as NodeJS.ErrnoException;
  return `It could not be reached: ${code ?? error.name}.`.slice(0, 300);
}
