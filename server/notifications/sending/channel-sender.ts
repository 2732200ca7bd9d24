import type { Logger } from 'pino';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { settledWithin } from '../../../db/deadline.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { ChannelDriver, OutgoingMessage, Sent } from './channel-driver.ts';
import { type Claimed, claimNext, type Settled, settleClaim } from './delivery-store.ts';
import { outgoing } from './outgoing-message.ts';
import type { PageSettings } from './page-links.ts';
import { pauseAfter, Rest } from './retry-policy.ts';

export interface SenderDependencies {
  config: PageSettings;
  database: Database;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
  metrics: { delivery(channel: string, outcome: string): void };
}

export interface SenderLimits {
  /** Maximum number of concurrent messages. */
  parallel: number;
  /** Milliseconds that a provider may take per message. */
  timeoutMs: number;
  /** Milliseconds before the second attempt. */
  firstPauseMs: number;
}

/** Milliseconds between two checks of an empty queue. */
const POLL_INTERVAL_MS = 200;
/** Milliseconds to wait after an error of PostgreSQL. */
const ERROR_PAUSE_MS = 1_000;
/** Milliseconds that an aborted driver gets to return. */
const ABORT_GRACE_MS = 250;
const MAX_WORDS_LENGTH = 500;

/** Milliseconds for which a claim is valid: a sender that has not settled its message by then must have died. */
export function leaseOf({ timeoutMs }: Pick<SenderLimits, 'timeoutMs'>): number {
  return Math.round(timeoutMs * 1.5) + ABORT_GRACE_MS;
}

/**
 * Sends the messages of one channel, the most urgent first: claims each one, passes it to the driver, and settles it.
 * Messages of a killed process are claimed again once their claims have expired, and are sent with the same message id.
 */
export class ChannelSender {
  readonly #deps: SenderDependencies;
  readonly #driver: ChannelDriver;
  readonly #patience: SenderLimits;
  readonly #rest = new Rest(() => performance.now());
  readonly #closing = new AbortController();
  /** Aborts sends under way when closing has waited long enough. */
  readonly #abandoning = new AbortController();
  readonly #lanes: Promise<void>[];

  constructor(deps: SenderDependencies, driver: ChannelDriver, patience: SenderLimits) {
    this.#deps = deps;
    this.#driver = driver;
    this.#patience = patience;
    const lanes = Math.max(patience.parallel, driver.lanes ?? 1);
    this.#lanes = Array.from({ length: lanes }, () => this.#run());
  }

  /** Claims no further messages, and waits at most this long for those being sent. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    const idle = Promise.all(this.#lanes);
    const done = await settledWithin(
      idle.then(() => true),
      withinMs,
      false,
    );
    this.#abandoning.abort();
    if (!done) await idle;
    await this.#driver.close();
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#pause(this.#rest.left);
        if (this.#closing.signal.aborted) return;
        const sent = await this.#next();
        if (!sent) await this.#pause(POLL_INTERVAL_MS);
      } catch (error) {
        this.#deps.log.warn(
          { err: error, channel: this.#driver.channel },
          'messages cannot be read or settled',
        );
        await this.#pause(ERROR_PAUSE_MS);
      }
    }
  }

  /** Returns false if nothing was due. */
  async #next(): Promise<boolean> {
    const { database, clock } = this.#deps;
    const claimed = await claimNext(database, this.#driver.channel, leaseOf(this.#patience));
    if (claimed === null) return false;
    const what = outgoing(claimed, this.#deps, clock.now());
    const settled =
      'settled' in what ? what.settled : this.#judge(claimed, await this.#handOver(what.message));
    await this.#settle(claimed, settled);
    return true;
  }

  /** Never rejects, and takes hardly longer than the timeout. */
  async #handOver(message: OutgoingMessage): Promise<Sent> {
    const { timeoutMs } = this.#patience;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#abandoning.signal]);
    const late: Sent = {
      outcome: 'later',
      words: `The provider did not answer within ${timeoutMs / 1_000} s.`,
    };
    try {
      return await settledWithin(this.#driver.send(message, signal), timeoutMs + ABORT_GRACE_MS, late);
    } catch (error) {
      return { outcome: 'later', words: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Decides from the provider's answer what happens to the message and the channel. */
  #judge(claimed: Claimed, sent: Sent): Settled {
    const { channel, attempts } = claimed;
    this.#deps.metrics.delivery(channel, sent.outcome);
    if (sent.outcome === 'taken') {
      this.#rest.answered();
      const providerRef = sent.providerRef.slice(0, MAX_WORDS_LENGTH);
      return { status: 'SENT', providerRef, words: null, pauseMs: null, counts: true };
    }
    const words = withoutAddress(sent.words, claimed);
    if (sent.outcome === 'refused') {
      this.#rest.answered();
      const status = sent.noAddress === true ? 'SUPPRESSED' : 'FAILED';
      return { status, providerRef: null, words, pauseMs: null, counts: true };
    }
    if (sent.outage === true) {
      const restMs = this.#rest.begin();
      this.#deps.log.warn({ channel, words, restMs }, 'a provider takes no messages');
      return { status: 'QUEUED', providerRef: null, words, pauseMs: null, counts: false };
    }
    if (sent.aboutMessage === true) this.#rest.answered();
    else if (this.#driver.lanes === undefined && this.#rest.failed())
      this.#deps.log.warn({ channel, words }, 'a provider fails again and again');
    const asked = (sent.retryAfterSeconds ?? 0) * 1_000;
    const pauseMs = pauseAfter(attempts, this.#patience.firstPauseMs, Math.random());
    if (pauseMs === null) return { status: 'FAILED', providerRef: null, words, pauseMs: null, counts: true };
    return { status: 'QUEUED', providerRef: null, words, pauseMs: Math.max(pauseMs, asked), counts: true };
  }

  /**
   * Retries while PostgreSQL is unavailable: a message that was sent but not settled would be sent again. If this
   * process dies first, that cannot be avoided.
   */
  async #settle(claimed: Claimed, settled: Settled): Promise<void> {
    const { database, log } = this.#deps;
    for (;;) {
      try {
        if (!(await settleClaim(database, claimed, settled))) {
          log.warn(
            { notificationId: claimed.notificationId, channel: claimed.channel },
            'a claim had lapsed',
          );
        }
        return;
      } catch (error) {
        if (this.#abandoning.signal.aborted) throw error;
        log.warn({ err: error }, 'the result of a message could not be stored yet');
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closing;
    if (milliseconds <= 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
    });
  }
}

/** A provider's message on one line, without the recipient's address, which must not be stored there. */
function withoutAddress(words: string, { email, phone }: Claimed): string {
  let text = words;
  for (const secret of [email, phone, phone?.replace(/^\+/, '')]) {
    if (secret) text = text.replaceAll(new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '…');
  }
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS_LENGTH);
}
