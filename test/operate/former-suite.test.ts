import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { migrate } from '../../db/migrate.ts';
import { RELEASES, type Release } from '../../db/releases.ts';
import { run } from '../../scripts/embedded/run.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { checkOut, formerRelease } from './former-release.ts';

/** What a shop lives by; `npm run test:operate` has twenty minutes for everything. */
const CORE = ['cart', 'checkout', 'orders', 'cash'];
const LIMIT_MS = 9 * 60_000;

describe('the API suite of the former release', function () {
  this.timeout(LIMIT_MS + 3 * 60_000);
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
  after(() => next?.drop());

  it('passes on the schema of this one after its first phase', async () => {
    const files = CORE.map((name) => path.join('test', 'api', name)).filter((each) =>
      existsSync(path.join(folder, each)),
    );
    expect(files.length).to.be.greaterThan(3);
    const mocha = path.join(folder, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const args = [mocha, '--reporter', 'dot', ...files.map((each) => `${each}/**/*.test.ts`)];
    const { WASL_TEST_COUNTS: _, WASL_BUILT: __, ...rest } = process.env;
    const { ok, output } = await run(process.execPath, args, {
      ...{ cwd: folder, limitMs: LIMIT_MS },
      env: { ...rest, NODE_ENV: 'test', TEST_NEXT_SCHEMA: new URL(next.url).pathname.slice(1) },
    });
    const passed = Number(/(\d+) passing/.exec(output)?.[1] ?? 0);
    process.stdout.write(
      `      release ${former.release} (${former.commit.slice(0, 8)}): ${passed} tests pass\n`,
    );
    expect(ok, output.slice(-8_000)).to.equal(true);
    expect(passed).to.be.greaterThan(50);
  });
});
