import type { Chance } from '../../scripts/shared/chance.ts';
import { type Caller, Market } from '../worlds/market.ts';
import { unexplained } from './counted-refusals.ts';
import { type Findings, told } from './findings.ts';
import type { FuzzFigures } from './fuzz-figures.ts';
import type { AnswerJudge } from './judge-answer.ts';
import { LiveSessions } from './live-sessions.ts';
import { LoopWatch } from './loop-watch.ts';
import { type Planned, RequestPlanner } from './plan-requests.ts';
import { type Answered, Sender } from './send-request.ts';
import { WatchedLog } from './watched-log.ts';
import { WrittenRows } from './written-rows.ts';

export interface RoundOptions {
  chance: Chance;
  /** The same for every round, so that boundary values continue where the last round stopped. */
  shuffle: Chance;
  count: number;
  figures: Omit<FuzzFigures, 'findings'>;
  findings: Findings;
  /** Operations that have been asked. */
  asked: Set<string>;
  /** The same for every round: what it compiles for the checks of one serves the next. */
  judge: AnswerJudge;
  quick: boolean;
  signal?: AbortSignal | undefined;
}

const BATCH_SIZE = 40;
/** Live connections, one after the other. */
const SESSIONS_PER_BATCH = 2;
const CONNECTIONS = 8;
/** No request may block the event loop for longer. */
const MAX_PAUSE_MS = 100;
/** A pause is the request's own if it pauses the loop each time. */
const PAUSE_TRIES = 3;
const REFRESH_EVERY = 10;
/** In a quick run, the refused requests of one batch in so many are sent again alone. */
const QUICK_REPEATS_EVERY = 4;
const SETTLE_MS = 15_000;

type Outcome = { planned: Planned; answer: Answered };

/** One market, asked until it has had its share of requests. */
export class FuzzRound {
  readonly #options: RoundOptions;
  readonly #market: Market;
  readonly #log: WatchedLog;
  readonly #rows: WrittenRows;
  readonly #sender: Sender;
  readonly #loop = new LoopWatch();
  /** Operations that the service of this round has been asked. */
  readonly #used = new Set<string>();
  #batches = 0;

  static async play(options: RoundOptions): Promise<void> {
    const log = new WatchedLog();
    const market = await Market.open({ LOG_LEVEL: 'warn' }, { log: log.logger });
    try {
      await new FuzzRound(options, market, log, await WrittenRows.on(market.database)).#run();
    } finally {
      await market.close();
    }
  }

  private constructor(options: RoundOptions, market: Market, log: WatchedLog, rows: WrittenRows) {
    this.#options = options;
    this.#market = market;
    this.#log = log;
    this.#rows = rows;
    this.#sender = new Sender(market.service.url, CONNECTIONS);
  }

  async #run(): Promise<void> {
    const { figures, count, chance, shuffle, signal } = this.#options;
    const planner = new RequestPlanner(this.#market, chance, shuffle, figures.boundaries.tried);
    const live = new LiveSessions(this.#market, chance, this.#options.findings);
    this.#loop.start();
    try {
      for (let done = 0, batch = 1; done < count && signal?.aborted !== true; batch += 1) {
        const size = Math.min(BATCH_SIZE, count - done);
        await this.#batch(Array.from({ length: size }, () => planner.next()));
        for (let count = 0; count < SESSIONS_PER_BATCH; count += 1) figures.messages += await live.one();
        done += size;
        figures.requests += size;
        if (batch % REFRESH_EVERY === 0) await this.#market.ids.refresh();
      }
      figures.boundaries = { tried: planner.tried, all: planner.boundaries };
    } finally {
      this.#loop.close();
      this.#sender.close();
    }
  }

  async #batch(plans: readonly Planned[]): Promise<void> {
    await this.#settled();
    this.#loop.reset();
    const outcomes = await this.#sendAll(plans);
    const paused = this.#loop.longest();
    for (const outcome of outcomes) this.#count(outcome);
    await this.#compare(outcomes);
    if (paused > MAX_PAUSE_MS && !this.#isFirstUse(plans)) await this.#findPauses(plans);
    for (const line of this.#log.takeOthers())
      this.#options.findings.add(`an error in the log: ${messageOf(line)}`, () => `    ${line}`);
    await this.#revive(outcomes);
  }

  /** The service compiles what an operation needs at its first use, which pauses the loop once. */
  #isFirstUse(plans: readonly Planned[]): boolean {
    const known = this.#used.size;
    for (const { operation } of plans) this.#used.add(operation.rules.id);
    return this.#used.size > known;
  }

  async #sendAll(plans: readonly Planned[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const waiting = [...plans];
    const work = async () => {
      for (let planned = waiting.shift(); planned !== undefined; planned = waiting.shift())
        outcomes.push(await this.#send(planned));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return outcomes;
  }

  async #send(planned: Planned): Promise<Outcome> {
    const answer = await this.#sender.send(planned.caller, planned.request);
    const outcome = { planned, answer };
    this.#inspect(outcome);
    return outcome;
  }

  #inspect({ planned, answer }: Outcome): void {
    const { id } = planned.operation.rules;
    const logged = this.#log.about(answer.requestId);
    const example = () => told(planned, answer, logged);
    for (const fault of this.#options.judge.faultsOf(planned, answer))
      this.#options.findings.add(`${id}: ${fault}`, example);
    if (logged !== '' && answer.status < 500)
      this.#options.findings.add(
        `${id}: validation let a value through that could not be processed`,
        example,
      );
  }

  #count({ planned, answer }: Outcome): void {
    const { answers } = this.#options.figures;
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
    this.#options.asked.add(planned.operation.rules.id);
  }

  /** A refused request writes nothing. If others of the batch were accepted, the refused ones are sent again alone. */
  async #compare(outcomes: readonly Outcome[], again = false): Promise<void> {
    await this.#settled();
    const written = await this.#rows.take();
    const refused = outcomes.filter(({ answer }) => answer.status >= 400).map(({ planned }) => planned);
    const { figures } = this.#options;
    if (refused.length === 0) return;
    if (written.size === 0 || refused.length === outcomes.length) {
      figures.compared += refused.length;
      if (unexplained(written, refused).length > 0) await this.#findWriters(refused);
    } else if (again || !this.#repeats()) figures.notCompared += refused.length;
    else {
      figures.repeated += refused.length;
      await this.#compare(await this.#sendAll(refused), true);
    }
  }

  #repeats(): boolean {
    this.#batches += 1;
    return !this.#options.quick || this.#batches % QUICK_REPEATS_EVERY === 0;
  }

  /** Each alone, twice: what comes late, or by a timer, does not come twice. */
  async #findWriters(plans: readonly Planned[]): Promise<void> {
    for (const planned of plans) {
      const { changes } = await this.#writesOf(planned);
      if (changes.length === 0) continue;
      const { answer, changes: second } = await this.#writesOf(planned);
      const both = changes.filter((change) => second.includes(change));
      if (both.length > 0)
        this.#options.findings.add(
          `${planned.operation.rules.id}: refused, yet it wrote ${both.join(', ')}`,
          () => told(planned, answer),
        );
    }
  }

  async #writesOf(planned: Planned): Promise<{ answer: Answered; changes: string[] }> {
    await this.#settled();
    await this.#rows.take();
    this.#options.figures.repeated += 1;
    const { answer } = await this.#send(planned);
    await this.#settled();
    const changes = answer.status >= 400 ? unexplained(await this.#rows.take(), [planned]) : [];
    return { answer, changes };
  }

  /** All once more, which often is enough: what is compiled at its first use pauses the loop only then. Then alone. */
  async #findPauses(plans: readonly Planned[]): Promise<void> {
    const { figures, findings } = this.#options;
    this.#loop.reset();
    figures.repeated += plans.length;
    await this.#sendAll(plans);
    const suspects = this.#loop.longest() > MAX_PAUSE_MS ? plans : [];
    for (const planned of suspects) {
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < PAUSE_TRIES && least > MAX_PAUSE_MS; tries += 1) {
        this.#loop.reset();
        figures.repeated += 1;
        await this.#send(planned);
        least = Math.min(least, this.#loop.longest());
      }
      figures.worstPause = Math.max(figures.worstPause, least);
      if (least > MAX_PAUSE_MS)
        findings.add(
          `${planned.operation.rules.id}: blocked the event loop for over ${MAX_PAUSE_MS} ms`,
          () => `    ${Math.round(least)} ms\n${told(planned, null)}`,
        );
    }
    await this.#settled();
    await this.#rows.take();
  }

  #settled(): Promise<void> {
    return this.#market.service.inside.relay.drain(SETTLE_MS);
  }

  /** Requests end sessions and accounts, also those of the callers. */
  async #revive(outcomes: readonly Outcome[]): Promise<void> {
    const unknown = outcomes
      .filter(({ answer }) => answer.status === 401)
      .map(({ planned }) => planned.caller);
    for (const caller of new Set<Caller>(unknown)) {
      if (caller.accountId === null) continue;
      // Opened again, also after it was closed.
      await this.#market.database('account_closures').where({ account_id: caller.accountId }).delete();
      await this.#market.database('accounts').where({ id: caller.accountId }).update({ status: 'ACTIVE' });
      if ((await caller.client.call('GET', '/me')).status === 401) await this.#market.signInAgain(caller);
    }
    await this.#rows.take();
  }
}

function messageOf(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string } };
  return `${msg}: ${err?.message ?? ''}`;
}
