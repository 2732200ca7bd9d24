import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { settledWithin } from '../../../db/deadline.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { OutsideClient } from '../../kernel/security/outside-client.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { notify } from '../../notifications/notifications.ts';
import {
  type Claimed,
  claimDue,
  type Health,
  lockHealth,
  noteFailure,
  noteSuccess,
  settle,
} from './delivery-store.ts';
import { TEST_KIND } from './endpoint-store.ts';
import { type Answer, postMessage } from './post-message.ts';
import { isGivenUp, pauseAfter, restAfter } from './retry-schedule.ts';
import { openSecret } from './secret-store.ts';

export interface WebhookSenderDependencies {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  outside: OutsideClient;
  log: Logger;
  metrics: { delivery(channel: string, outcome: string): void };
}

/** Requests under way in this process: each mostly waits for an answer. */
export const MAX_UNDER_WAY = 128;
/** Of these, to one endpoint: of the first half, several; of the other half, which slow endpoints cannot use up, one. */
const MAX_PER_ENDPOINT = 4;
/** Milliseconds for one request; the client's own limit is as long. */
export const REQUEST_TIMEOUT_MS = 15_000;
export const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds after which another sender takes over what this one has claimed, because it must have died. */
const LEASE_MS = 2 * REQUEST_TIMEOUT_MS;
/** Milliseconds between two looks at the queue: while it is empty, and at least. */
const POLL_INTERVAL_MS = 200;
const MIN_INTERVAL_MS = 25;
const ERROR_PAUSE_MS = 1_000;

/**
 * Sends what webhooks are to be told. A few requests at a time go to each endpoint, so one that hangs delays no other;
 * of each subject only the earliest is under way. Deliveries of a killed process are claimed again after LEASE_MS and
 * sent with the same id.
 */
export class WebhookSender {
  readonly #deps: WebhookSenderDependencies;
  readonly #closing = new AbortController();
  readonly #abandoning = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #loop: Promise<void>;
  #wake: (() => void) | null = null;
  #woken = false;

  constructor(deps: WebhookSenderDependencies) {
    this.#deps = deps;
    this.#loop = this.#run();
  }

  /** Claims nothing more, and waits at most this long for answers; what is abandoned is sent again by another sender. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    this.#look();
    await this.#loop;
    const idle = Promise.all(this.#underWay).then(() => true);
    const done = await settledWithin(idle, withinMs, false);
    this.#abandoning.abort();
    if (!done) await idle;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const wait = await this.#next();
      await sleep(MIN_INTERVAL_MS);
      await this.#rest(wait - MIN_INTERVAL_MS);
    }
  }

  /** Starts what is due. Returns the milliseconds until it should look again. */
  async #next(): Promise<number> {
    const { database, clock, log } = this.#deps;
    const busy = this.#underWay.size;
    const isQuiet = busy < MAX_UNDER_WAY / 2;
    const limit = (isQuiet ? MAX_UNDER_WAY / 2 : MAX_UNDER_WAY) - busy;
    if (limit <= 0) return POLL_INTERVAL_MS;
    const claim = uuidv4();
    try {
      const claimed = await claimDue(database, {
        ...{ now: clock.now(), claim, limit, perEndpoint: isQuiet ? MAX_PER_ENDPOINT : 1, leaseMs: LEASE_MS },
      });
      for (const each of claimed) this.#start(each, claim);
      return claimed.length === 0 ? POLL_INTERVAL_MS : MIN_INTERVAL_MS;
    } catch (error) {
      log.warn({ err: error }, 'webhooks cannot be read');
      return ERROR_PAUSE_MS;
    }
  }

  #start(claimed: Claimed, claim: string): void {
    const sent = this.#send(claimed, claim)
      .catch((error: unknown) => {
        // Its claim ends by itself; then it is sent again, with the same id.
        this.#deps.log.warn({ err: error, messageId: claimed.messageId }, 'a webhook could not be settled');
      })
      .finally(() => {
        this.#underWay.delete(sent);
        // The next of its subject, or of its endpoint, may be due.
        this.#look();
      });
    this.#underWay.add(sent);
  }

  async #send(claimed: Claimed, claim: string): Promise<void> {
    const answer = await this.#post(claimed);
    if (this.#abandoning.signal.aborted && answer.httpStatus === null) return;
    this.#deps.metrics.delivery('WEBHOOK', answer.outcome);
    if (answer.outcome === 'taken') await this.#noteTaken(claimed, claim, answer);
    else await this.#noteFailed(claimed, claim, answer);
  }

  async #post({ messageId, url, body, sealed, secretIds }: Claimed): Promise<Answer> {
    const { secrets, outside, log } = this.#deps;
    try {
      const keys = sealed.map((each, index) => openSecret(secrets, secretIds[index] ?? '', each));
      return await postMessage(outside, { url, messageId, body, secrets: keys }, this.#abandoning.signal);
    } catch (error) {
      log.error({ err: error, messageId }, 'the secret of a webhook cannot be opened');
      const none = { httpStatus: null, text: '', retryAfterMs: 0, durationMs: 0 };
      return { ...none, outcome: 'failed', error: 'Its secret cannot be opened. Rotate it.' };
    }
  }

  async #noteTaken(claimed: Claimed, claim: string, answer: Answer): Promise<void> {
    const { database, clock, log } = this.#deps;
    const now = clock.now();
    const settled = {
      claim,
      now,
      answer,
      attemptId: uuidv7(),
      status: 'DELIVERED',
      nextAttemptAt: now,
    } as const;
    if (await settle(database, claimed, settled)) await noteSuccess(database, claimed.endpointId, now);
    else log.warn({ messageId: claimed.messageId }, 'the claim of a webhook had lapsed');
  }

  async #noteFailed(claimed: Claimed, claim: string, answer: Answer): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const isTest = claimed.kind === TEST_KIND;
    const last = isTest || answer.outcome === 'gone';
    const pause = last ? null : pauseAfter(claimed.attempts + 1, answer.retryAfterMs, Math.random());
    await inTransaction(database, async (trx) => {
      // Locked first, as by everyone who changes an endpoint and its deliveries.
      const health = await lockHealth(trx, claimed.endpointId);
      const stored = await settle(trx, claimed, {
        ...{ claim, now, answer, attemptId: uuidv7() },
        status: pause === null ? 'FAILED' : 'PENDING',
        nextAttemptAt: new Date(now.getTime() + (pause ?? 0)),
      });
      // A test says nothing about an endpoint that may not be ready yet.
      if (stored && !isTest && health !== null)
        await this.#blame(trx, claimed.endpointId, { health, answer, now });
    });
  }

  /** Counts a failure of the endpoint: it rests, or is switched off. */
  async #blame(
    trx: Transaction,
    endpointId: string,
    { health, answer, now }: { health: Health; answer: Answer; now: Date },
  ): Promise<void> {
    const failures = health.failures + 1;
    const failingSince = health.failingSince ?? now;
    const rest = restAfter(failures, answer.retryAfterMs, Math.random());
    const disabledBecause = health.status === 'DISABLED' ? null : faultOf(answer, failingSince, now);
    const restUntil = rest === 0 ? null : new Date(now.getTime() + rest);
    await noteFailure(trx, { endpointId, failures, failingSince, restUntil, disabledBecause });
    if (disabledBecause === null) return;
    this.#deps.log.warn({ endpointId, disabledBecause }, 'a webhook endpoint was switched off');
    await tellOwner(trx, endpointId, health, disabledBecause);
  }

  /** Something may be due now. */
  #look(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Ends early when something may be due. */
  async #rest(milliseconds: number): Promise<void> {
    if (!this.#woken && milliseconds > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    this.#woken = false;
  }
}

function faultOf(answer: Answer, failingSince: Date, now: Date): 'GONE' | 'FAILING' | null {
  if (answer.outcome === 'gone') return 'GONE';
  return isGivenUp(failingSince, now) ? 'FAILING' : null;
}

/** A seller's owner, or the administrator who made a platform's endpoint. */
function tellOwner(
  trx: Transaction,
  endpointId: string,
  { sellerId, createdBy, url, version }: Health,
  reason: 'GONE' | 'FAILING',
): Promise<void> {
  return notify(trx, {
    kind: 'WEBHOOK_DISABLED',
    to: sellerId === null ? { accountId: createdBy } : { sellerId },
    data: { endpointId, host: new URL(url).host, reason },
    about: { id: endpointId, version: version + 1 },
    requestId: null,
  });
}
