import type { Database, Transaction } from './database.ts';
import { type BatchLimits, MicroBatcher } from './micro-batcher.ts';
import { inTransaction, Overtaken, sqlState } from './unit-of-work.ts';

/** The result of a call: its answer, or its own error. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

export interface AttemptOptions {
  /**
   * True: `calls` is a single call in its own transaction, and rows are locked when read, in the order of their keys.
   */
  lock: boolean;
}

/**
 * Executes some calls and returns their outcomes in order; null for a call that another transaction overtook, of which
 * nothing was written. Without `lock` it runs on the pool, each statement in its own transaction.
 */
export type Attempt<Call, Answer> = (
  executor: Database | Transaction,
  calls: readonly Call[],
  options: AttemptOptions,
) => Promise<readonly (Outcome<Answer> | null)[]>;

/** The decision about a call: a plan to write, or an answer that needs no writing, e.g. to a repeated request. */
export type Judgement<Plan, Answer> = { plan: Plan } | { answer: Answer };

/** A command as three functions, each used both for one call and for many. */
export interface CommandSteps<Call, Facts, Plan, Answer> {
  /**
   * Everything `judge` needs, in the order of the calls; preferably one statement, so that all is from the same moment.
   */
  read(
    executor: Database | Transaction,
    calls: readonly Call[],
    options: AttemptOptions,
  ): Promise<readonly Facts[]>;
  /** Pure. Throws what this one call is refused for. */
  judge(call: Call, facts: Facts): Judgement<Plan, Answer>;
  /**
   * Writes each plan completely or not at all, locking rows in the order of their keys. Returns answers in the order of
   * the plans: null for a plan whose facts are not true any more. Preferably it also skips rows locked by other
   * transactions (null as well): then a batch never waits, and only that call waits, alone.
   */
  write(executor: Database | Transaction, plans: readonly Plan[]): Promise<readonly (Answer | null)[]>;
}

/**
 * SQLSTATE classes after which the calls are attempted one by one: a value or constraint was violated, or a deadlock or
 * lock timeout occurred. Nothing was written, and possibly only one of the calls is the cause.
 */
const REFUSED_STATES = /^(22|23|40|55)/;

/** Maximum number of calls repeated one by one concurrently. */
const MAX_ALONE = 4;

/**
 * Executes a command for many callers at once. Calls that arrive together are attempted together, without holding locks
 * between statements. A call that was overtaken, and each call of a batch that PostgreSQL rejected, is attempted again
 * alone, in a transaction that locks what it reads. So no call fails because of another, and each rule is implemented
 * only once.
 */
export class BatchedCommand<Call, Answer> {
  readonly #attempt: Attempt<Call, Answer>;
  readonly #together: MicroBatcher<Call, Outcome<Answer> | null>;
  readonly #alone: MicroBatcher<Call, Answer>;

  /** @param keyOf What a call changes: calls with the same key are attempted one after another. */
  constructor(
    database: Database,
    attempt: Attempt<Call, Answer>,
    keyOf: (call: Call) => string | null,
    limits: BatchLimits = {},
  ) {
    this.#attempt = attempt;
    this.#together = new MicroBatcher((calls) => attemptTogether(database, attempt, calls), keyOf, limits);
    this.#alone = new MicroBatcher(
      async ([call]) => [await inTransaction(database, (trx) => this.runWithin(trx, call as Call))],
      keyOf,
      { ...limits, maxBatches: MAX_ALONE, maxBatchSize: 1, minBusyBatchSize: 1, minGapMs: 0 },
    );
  }

  /** Throws what the call is refused for, or common.UNAVAILABLE when too many wait. */
  async run(call: Call): Promise<Answer> {
    const outcome = await this.#together.ask(call);
    if (outcome === null) return this.#alone.ask(call);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  /** Runs as part of the caller's transaction, which must roll back when this throws, and may then be retried. */
  async runWithin(trx: Transaction, call: Call): Promise<Answer> {
    const [outcome] = await this.#attempt(trx, [call], { lock: true });
    if (outcome == null) throw new Overtaken('what was read has changed, although it was locked');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }
}

/** Builds an attempt from the three steps. */
export function inSteps<Call, Facts, Plan, Answer>(
  steps: CommandSteps<Call, Facts, Plan, Answer>,
): Attempt<Call, Answer> {
  return async (executor, calls, options) => {
    const facts = await steps.read(executor, calls, options);
    const outcomes: (Outcome<Answer> | null)[] = calls.map(() => null);
    const plans: Plan[] = [];
    const places: number[] = [];
    for (const [place, call] of calls.entries()) {
      const judged = judgedBy(steps, call, facts[place] as Facts);
      if ('plan' in judged) {
        plans.push(judged.plan);
        places.push(place);
      } else outcomes[place] = judged;
    }
    if (plans.length === 0) return outcomes;
    const answers = await steps.write(executor, plans);
    for (const [index, place] of places.entries()) {
      const answer = answers[index];
      outcomes[place] = answer == null ? null : { answer };
    }
    return outcomes;
  };
}

function judgedBy<Call, Facts, Plan, Answer>(
  { judge }: CommandSteps<Call, Facts, Plan, Answer>,
  call: Call,
  facts: Facts,
): Judgement<Plan, Answer> | { error: unknown } {
  try {
    return judge(call, facts);
  } catch (error) {
    return { error };
  }
}

async function attemptTogether<Call, Answer>(
  database: Database,
  attempt: Attempt<Call, Answer>,
  calls: readonly Call[],
): Promise<readonly (Outcome<Answer> | null)[]> {
  try {
    return await attempt(database, calls, { lock: false });
  } catch (error) {
    if (error instanceof Overtaken || REFUSED_STATES.test(sqlState(error) ?? ''))
      return calls.map(() => null);
    throw error;
  }
}
