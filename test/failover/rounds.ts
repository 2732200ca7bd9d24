import { pause, until } from '../../scripts/shared/waiting.ts';
import type { OpBook } from '../chaos/op-book.ts';
import type { Ground } from './ground.ts';
import { Loaded } from './loaded.ts';

export interface Options {
  seed: number;
  rounds: number;
  callers: number;
  rate: number;
  signal: AbortSignal;
  say(line: string): void;
}

export interface Round {
  /** Milliseconds from the loss of the primary. */
  promotedAfter: number;
  servedAfter: number;
  acknowledged: number;
}

export interface SynchronousFigures {
  /** Everything that was sent. */
  book: OpBook;
  rounds: readonly Round[];
  acknowledged: number;
  /** Rows and connections that a former primary got after it came back as it was. */
  writtenToFormer: number;
  violations: readonly string[];
}

const CALM_MS = 4_000;
const RIVAL_MS = 3_000;

/** The primary is lost again and again while commits wait for the standby: nothing acknowledged may be missing. */
export async function synchronousRounds(ground: Ground, options: Options): Promise<SynchronousFigures> {
  const { seed, rounds: count, callers, rate, signal, say } = options;
  await ground.pair.waitForStandby();
  const loaded = new Loaded(ground, { seed, callers, rate, signal });
  const rounds: Round[] = [];
  let writtenToFormer = 0;
  for (let number = 1; number <= count && !signal.aborted; number += 1) {
    await pause(CALM_MS, signal);
    const round = await loseThePrimary(ground, loaded);
    rounds.push(round);
    say(
      `round ${number}: promoted after ${seconds(round.promotedAfter)}, served after ${seconds(round.servedAfter)}; ${round.acknowledged} acknowledged so far`,
    );
    ground.standby.bringBack();
    writtenToFormer += await ground.pair.rival(RIVAL_MS);
    await ground.pair.rejoin();
  }
  await pause(CALM_MS, signal);
  await loaded.load.finish();
  await ground.audit(loaded.book, loaded.checker);
  return {
    book: loaded.book,
    rounds,
    ...{ writtenToFormer, acknowledged: loaded.load.acknowledged },
    violations: loaded.checker.violations.map(
      ({ fault, command, actor, evidence }) => `${fault}: ${command} ${actor} ${evidence}`,
    ),
  };
}

async function loseThePrimary({ pair }: Ground, { load }: Loaded): Promise<Round> {
  const began = performance.now();
  await pair.losePrimary();
  const before = load.answered.written;
  await pair.promote();
  const promotedAfter = performance.now() - began;
  await until(() => load.answered.written > before, {
    ...{ limitMs: 60_000, everyMs: 5, failure: 'nothing is written after the promotion' },
  });
  return { promotedAfter, servedAfter: performance.now() - began, acknowledged: load.acknowledged };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

export interface AsynchronousFigures {
  acknowledged: number;
  lost: number;
  /** Milliseconds before the primary's end at which the first of them was acknowledged. */
  oldestLost: number;
  /** Milliseconds for which the standby had received nothing. */
  behind: number;
  /** Whether the command said so. */
  told: boolean;
  /** Processes that ended by themselves, of all. */
  ended: number;
  servedAfter: number;
  acknowledgedAfterwards: number;
  /** Rows and connections that the former primary got after it came back as it was. */
  writtenToFormer: number;
  violations: readonly string[];
}

const BEHIND_MS = 1_000;

/** The primary is lost while its standby is a second behind and nothing waits for it: what is lost must be told. */
export async function asynchronousLoss(
  ground: Ground,
  options: Options,
  sent: OpBook,
): Promise<AsynchronousFigures> {
  const { seed, callers, rate } = options;
  await ground.primary.standby('asynchronous', ground.standby);
  const ending = new AbortController();
  const before = new Loaded(ground, { seed: seed + 7, callers, rate, signal: ending.signal, after: sent });
  await pause(CALM_MS);
  const unexpected = ground.cluster.unexpected;
  await ground.standby.stopReceiving();
  const frozenAt = performance.now();
  await pause(BEHIND_MS);
  const died = performance.now();
  await ground.pair.losePrimary();
  ending.abort();
  await before.load.finish();
  const said = await ground.pair.promote();
  await until(() => ground.cluster.unexpected - unexpected >= ground.cluster.size, {
    ...{ limitMs: 30_000, everyMs: 20, failure: 'processes go on with what they remember' },
  });
  const ended = ground.cluster.unexpected - unexpected;
  const lost = await missing(ground, before);
  const after = new Loaded(ground, {
    ...{ seed: seed + 8, callers, rate, signal: options.signal, after: before.book },
  });
  await until(() => after.load.answered.written > 0, { limitMs: 60_000, everyMs: 5 });
  const servedAfter = performance.now() - died;
  await pause(CALM_MS);
  ground.standby.bringBack();
  const writtenToFormer = await ground.pair.rival(RIVAL_MS);
  await after.load.finish();
  await ground.audit(after.book, after.checker);
  const times = lost.map((op) => before.checker.acknowledgedAt.get(op) ?? died);
  return {
    ...{ acknowledged: before.load.acknowledged, lost: lost.length, ended, servedAfter, writtenToFormer },
    oldestLost: times.length === 0 ? 0 : died - Math.min(...times),
    behind: died - frozenAt,
    told: said.includes('Acknowledged commits may be missing'),
    acknowledgedAfterwards: after.load.acknowledged,
    violations: after.checker.violations.map(
      ({ fault, command, actor, evidence }) => `${fault}: ${command} ${actor} ${evidence}`,
    ),
  };
}

/** Commands that were acknowledged as written and are not in the database. */
async function missing(ground: Ground, { book }: Loaded): Promise<number[]> {
  const ids = await ground.primary.query(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "SELECT command_id AS id FROM actor_command WHERE command_id LIKE 'op-%'",
    );
    return new Set(rows.map(({ id }) => id));
  });
  return Array.from({ length: book.count }, (_, op) => op).filter(
    (op) => book.get(op).state === 'written' && !ids.has(`op-${op}`),
  );
}
