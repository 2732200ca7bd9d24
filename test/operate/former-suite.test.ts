import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../db/migrate.ts';
import { RELEASES, type Release } from '../../db/releases.ts';
import { projectRoot } from '../../db/root.ts';
import { runMocha } from '../../scripts/checks/run-mocha.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { checkOut, formerRelease } from './former-release.ts';

/** What a shop lives by: all of its tests. */
const CORE = ['cart', 'checkout', 'orders', 'cash'];
/** Their pages would have to be built first, and read nothing that the API does not read. */
const PAGES = ['consoles', 'storefront'];
/** Counts statements, and in release 1 also those that a process makes by itself every few seconds. */
const UNSTEADY = [path.join('checkout', 'statement-counts.test.ts')];
/** Of everything else every sixth file, by name, so that each part has its share. */
const EVERY = 6;
const LIMIT_MS = 8 * 60_000;

describe('the API suite of the former release', function () {
  this.timeout(LIMIT_MS + 3 * 60_000);
  const stop = new AbortController();
  let former: Release;
  let folder: string;
  let next: TestDatabase;

  before(async () => {
    former = formerRelease();
    folder = await checkOut(former);
    next = await createEmptyDatabase();
    const releases = RELEASES.slice(0, -1);
    await migrate(next.url, { source: { folder: path.join(folder, 'db', 'migrations'), releases } });
    await migrate(next.url, { until: 'before' });
  });
  after(async () => {
    stop.abort();
    await next?.drop();
  });

  it('passes on the schema of this one after its first phase', async () => {
    const files = sampleOf(path.join(folder, 'test', 'api'));
    const { WASL_TEST_COUNTS: _, WASL_BUILT: __, ...rest } = process.env;
    const env = { ...rest, NODE_ENV: 'test', TEST_NEXT_SCHEMA: new URL(next.url).pathname.slice(1) };
    // They mostly wait: two halves side by side take half as long.
    const halves = [0, 1].map((half) =>
      runMocha({
        ...{
          projectRoot: folder,
          env,
          signal: stop.signal,
          limitMs: LIMIT_MS,
          output: 'on-failure' as const,
        },
        args: files.filter((_file, at) => at % 2 === half).map((file) => path.join('test', 'api', file)),
        countsFile: path.join(projectRoot, '.data', 'test', `counts-former-${half}.json`),
      }),
    );
    const outcomes = await Promise.all(halves);
    const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, each) => total + each[key], 0);
    process.stdout.write(
      `      release ${former.release} (${former.commit.slice(0, 8)}): ${sum('passed')} tests of ${files.length} files pass\n`,
    );
    expect(outcomes.flatMap(({ fault }) => fault ?? [])).to.deep.equal([]);
    expect(sum('failed')).to.equal(0);
    expect(sum('passed')).to.be.greaterThan(200);
  });
});

/** Files below a folder of tests, in the order of their names. */
function sampleOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !UNSTEADY.includes(file))
    .sort();
  const partOf = (file: string) => file.split(path.sep)[0] ?? '';
  const core = files.filter((file) => CORE.includes(partOf(file)));
  const others = files.filter((file) => ![...CORE, ...PAGES].includes(partOf(file)));
  return [...core, ...others.filter((_file, at) => at % EVERY === 0)];
}
