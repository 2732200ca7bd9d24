import type { Database, Transaction } from './database.ts';
import { type BatchLimits, MicroBatcher } from './micro-batcher.ts';
import { inTransaction, Overtaken, sqlState } from './unit-of-work.ts';

/** What became of a call: its answer, or the error that is its own. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

export interface AttemptOptions {
  /** True: `calls` is one call in a transaction of its own, and what is read is locked, in the order of keys. */
  lock: boolean;
}

/**
 * Does some calls and answers in their order, null for one that another transaction overtook: nothing of it was
 * written. Without `lock` it runs on the pool, and each statement is a transaction of its own.
 */
export type Attempt<Call, Answer> = (
  executor: Database | Transaction,
  calls: readonly Call[],
  options: AttemptOptions,
) => Promise<readonly (Outcome<Answer> | null)[]>;

/** What a call comes to: something to write, or an answer that takes no writing, e.g. of a repeated request. */
export type Judgement<Plan, Answer> = { plan: Plan } | { answer: Answer };

/** A command as three functions, each for one call and for many. */
export interface CommandSteps<Call, Facts, Plan, Answer> {
  /** All that the judgement needs, in the order of the calls; best in one statement, so that it is of one moment. */
  read(
    executor: Database | Transaction,
    calls: readonly Call[],
    options: AttemptOptions,
  ): Promise<readonly Facts[]>;
  /** Pure. Throws what this call alone is refused for. */
  judge(call: Call, facts: Facts): Judgement<Plan, Answer>;
  /**
   * Writes each plan wholly or not at all, rows in the order of their keys, and answers in the order of the plans: null
   * for one whose facts are no longer true. Best it skips what another transaction has locked, which is null too: then
   * a batch waits for no one, and that call waits alone.
   */
  write(executor: Database | Transaction, plans: readonly Plan[]): Promise<readonly (Answer | null)[]>;
}

/**
 * A value that its column's type refuses, a constraint, a deadlock or a lock waited for too long: the statement wrote
 * nothing, and only one of its calls may be at fault.
 */
const REFUSED_STATES = /^(22|23|40|55)/;

/** Calls that are repeated one by one, at the same time. */
const MAX_ALONE = 4;

/**
 * A command of many callers at once. Calls that come together are attempted together, without holding a lock between
 * statements. One that was overtaken, and each of a batch that PostgreSQL refused, is attempted once more alone, in a
 * transaction that locks what it reads: no call is harmed by another, and no rule stands twice.
 */
export class BatchedCommand<Call, Answer> {
  readonly #attempt: Attempt<Call, Answer>;
  readonly #together: MicroBatcher<Call, Outcome<Answer> | null>;
  readonly #alone: MicroBatcher<Call, Answer>;

  /** @param keyOf What a call changes: calls with one key are attempted one after the other. */
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

  /** The same as a part of the caller's transaction, which must roll back when this throws, and may be tried again. */
  async runWithin(trx: Transaction, call: Call): Promise<Answer> {
    const [outcome] = await this.#attempt(trx, [call], { lock: true });
    if (outcome == null) throw new Overtaken('what was read has changed, although it was locked');
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }
}

/** An attempt made of three functions. */
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
