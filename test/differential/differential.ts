import { type Database, openDatabase } from '../../db/database.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { checkLedger } from '../../server/dispatch/cash/cash.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { checkStock } from '../../server/marketplace/inventory/inventory.ts';
import { brokenRules } from '../concurrency/buying/buying-rules.ts';
import { Twins } from './alike.ts';
import { type Ground, makeTwins } from './ground.ts';
import { describeMove, type Verdict } from './moves.ts';
import { type Planned, Script } from './script.ts';
import { type Closeness, type Judged, serialOrder } from './serial-order.ts';
import { compareTables } from './tables.ts';
import { seesOthers } from './touch.ts';
import { Twin } from './twin.ts';

export interface DifferentialOptions {
  seed: number;
  /** Moves, at least; a wave is not cut short. */
  steps: number;
  /**
   * How many of which verdicts are wanted at least: for them there are up to three times as many moves, since who of a
   * wave wins is chance.
   */
  wanted?: Readonly<Record<string, number>>;
  /** Run on the grouped world's database before the first move: a fault that must be found. */
  sabotage?: string;
  signal?: AbortSignal;
  onProgress?(line: string): void;
}

export interface DifferentialFigures {
  steps: number;
  waves: number;
  /** Moves of the largest wave. */
  widest: number;
  /** How many moves got each response, e.g. "open 201". */
  verdicts: Record<string, number>;
  rowsCompared: number;
  /** Transactions in PostgreSQL: fewer of them show that there were batches. */
  transactions: { single: number; grouped: number };
  /** Empty, unless something differs: then the run ended there. */
  differences: string[];
}

/** Waves between two comparisons of all tables. */
const TABLES_EVERY = 250;

interface Run {
  ground: Ground;
  single: Twin;
  grouped: Twin;
  twins: Twins;
  figures: DifferentialFigures;
}

/**
 * Plays the same moves in two copies of a shop: in waves of simultaneous requests, which the service gathers into
 * batches, and one by one in an order consistent with the responses of the waves. Responses, rows and balances must be
 * the same.
 */
export async function runDifferential(options: DifferentialOptions): Promise<DifferentialFigures> {
  const databases = await makeTwins();
  const { ground } = databases;
  const started: Twin[] = [];
  try {
    started.push(await Twin.start(databases.single, ground));
    started.push(await Twin.start(databases.grouped, ground));
    const [single, grouped] = started as [Twin, Twin];
    if (options.sabotage !== undefined) await grouped.shop.database.raw(options.sabotage);
    const figures: DifferentialFigures = {
      ...{ steps: 0, waves: 0, widest: 0, verdicts: {}, rowsCompared: 0, differences: [] },
      transactions: { single: 0, grouped: 0 },
    };
    const run: Run = { ground, single, grouped, twins: new Twins(), figures };
    // What both began with has the same name in both.
    run.twins.difference(ground, ground);
    await play(run, options);
    // Sessions report what they counted when they end.
    await Promise.all(started.splice(0).map((twin) => twin.close()));
    figures.transactions = {
      single: await countTransactions(databases.single.url),
      grouped: await countTransactions(databases.grouped.url),
    };
    return figures;
  } finally {
    await Promise.all(started.map((twin) => twin.close()));
    await Promise.all([databases.single.drop(), databases.grouped.drop()]);
  }
}

async function play(
  run: Run,
  { seed, steps, wanted = {}, signal, onProgress }: DifferentialOptions,
): Promise<void> {
  const { ground, grouped, figures } = run;
  const prices = await pricesOf(grouped.shop.database, ground);
  const script = new Script(seededChance(seed), ground, prices);
  const goesOn = () =>
    figures.steps < steps || (figures.steps < 3 * steps && !hasAll(figures.verdicts, wanted));
  while (goesOn() && signal?.aborted !== true) {
    const wave = script.wave(grouped.memories);
    if (wave.length === 0) continue;
    const differences = await playWave(run, wave);
    figures.waves += 1;
    figures.steps += wave.length;
    figures.widest = Math.max(figures.widest, wave.length);
    if (figures.waves % TABLES_EVERY === 0) differences.push(...(await compareAll(run)));
    if (differences.length > 0) {
      const moves = wave.map(({ move }) => describeMove(move));
      figures.differences = [`wave ${figures.waves}: ${moves.join('; ')}`, ...differences];
      return;
    }
    if (figures.waves % 100 === 0)
      onProgress?.(`${figures.steps} of ${steps} moves in ${figures.waves} waves`);
  }
  figures.differences = await compareAll(run);
}

function hasAll(
  verdicts: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>>,
): boolean {
  return Object.entries(wanted).every(([verdict, least]) => (verdicts[verdict] ?? 0) >= least);
}

/** Together in the one world, then one by one in the other. */
async function playWave(
  { single, grouped, twins, figures }: Run,
  wave: readonly Planned[],
): Promise<string[]> {
  const verdicts = await Promise.all(wave.map(({ move }) => grouped.perform(move)));
  await grouped.settled();
  const judged = await Promise.all(
    wave.map((planned, index) => judge(grouped, wave, planned, verdicts, index)),
  );
  const order = serialOrder(judged);
  const differences: string[] = [];
  for (const { move, verdict } of judged) {
    const outcome = `${move.do} ${verdict.status}${verdict.code === null ? '' : ` ${verdict.code}`}`;
    figures.verdicts[outcome] = (figures.verdicts[outcome] ?? 0) + 1;
    if (verdict.status >= 500) differences.push(`${describeMove(move)} was answered ${outcome}`);
  }
  const answers: Verdict[] = [];
  for (const { move } of order) answers.push(await single.perform(move));
  await single.settled();
  for (const [index, each] of order.entries()) {
    const answer = answers[index] as Verdict;
    const found = differenceOf(answer, each, twins);
    if (found !== null) differences.push(`${describeMove(each.move)} ${found}`);
    single.learn(each.move, answer);
    grouped.learn(each.move, each.verdict);
  }
  if (differences.length > 0) return differences;
  for (const buyer of buyersOf(wave, grouped)) {
    const [one, other] = [await single.lookAt(buyer), await grouped.lookAt(buyer)];
    for (const what of ['cart', 'checkout'] as const) {
      const found = twins.difference(one[what], other[what]);
      if (found !== null) differences.push(`the ${what} of buyer ${buyer} afterwards ${found}`);
    }
  }
  return differences;
}

async function judge(
  grouped: Twin,
  wave: readonly Planned[],
  planned: Planned,
  verdicts: readonly Verdict[],
  index: number,
): Promise<Judged> {
  const { move, touch } = planned;
  const verdict = verdicts[index] as Verdict;
  const others = wave.filter((other) => other !== planned);
  const beside = others.some(
    (other) => 'buyer' in other.move && 'buyer' in move && other.move.buyer === move.buyer,
  );
  const touches = others.map((other) => other.touch);
  const closeness: Closeness = beside ? 'verdict' : seesOthers(touch, touches) ? 'but stock' : 'whole';
  const opened = move.do === 'open' && verdict.status === 201;
  const stillOpen = opened && (!beside || (await grouped.statusOf(move.buyer, verdict)) === 'OPEN');
  return { ...planned, verdict, stillOpen, closeness };
}

/** Where the responses differ; null when they don't. */
function differenceOf(single: Verdict, { verdict: grouped, closeness }: Judged, twins: Twins): string | null {
  const same = single.status === grouped.status && single.code === grouped.code;
  if (!same) return `${shown(single)} one by one, ${shown(grouped)} in a batch`;
  return closeness === 'verdict'
    ? null
    : twins.difference(single.body, grouped.body, closeness === 'but stock');
}

function shown({ status, code, body }: Verdict): string {
  return code === null ? String(status) : `${status} ${code} (${JSON.stringify(body)})`;
}

/**
 * The buyers whose things can have changed: those who did something, and those from whom a count or an expiry takes
 * units.
 */
function buyersOf(wave: readonly Planned[], { memories }: Twin): number[] {
  const touched = wave.flatMap(({ move }) => {
    if ('buyer' in move) return [move.buyer];
    if (move.do !== 'expire' && move.do !== 'count') return [];
    return memories.flatMap(({ checkout }, buyer) => (checkout?.status === 'OPEN' ? [buyer] : []));
  });
  return [...new Set(touched)];
}

/** Compares the rows and the balances of both. */
async function compareAll({ single, grouped, ground, twins, figures }: Run): Promise<string[]> {
  const databases = [single.shop.database, grouped.shop.database] as const;
  const { rows, differences } = await compareTables(...databases, twins);
  figures.rowsCompared += rows;
  const sellers = [...new Set(ground.offers.map(({ sellerId }) => sellerId))];
  for (const [index, database] of databases.entries()) {
    const where = index === 0 ? 'one by one' : 'in batches';
    const faults: unknown[] = [
      ...(await checkStock(database)),
      ...(await checkLedger(database)).faults,
      ...(await checkProjections(database)).faults,
      ...(await brokenRules(database, sellers)),
    ];
    if (faults.length > 0) differences.push(`the balances ${where}: ${JSON.stringify(faults.slice(0, 3))}`);
  }
  return differences;
}

async function countTransactions(url: string): Promise<number> {
  const database = openDatabase(url, { name: 'wasl-differential', max: 1 });
  try {
    const { rows } = await database.raw(
      `SELECT (xact_commit + xact_rollback)::int AS count FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0].count;
  } finally {
    await database.destroy();
  }
}

async function pricesOf(database: Database, { offers }: Ground): Promise<string[]> {
  const rows: { id: string; price: string }[] = await database('offers').select('id', 'price');
  return offers.map(({ offerId }) => rows.find(({ id }) => id === offerId)?.price ?? '');
}
