import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BASELINE, parseMigration, readMigrations } from '../../../db/migration-files.ts';
import { CURRENT_RELEASE, RELEASES } from '../../../db/releases.ts';
import { projectRoot } from '../../../db/root.ts';

const RELEASE_1 = { release: 1, commit: 'a'.repeat(40), lastMigration: 60, schema: 'b'.repeat(64) };

describe('the files of migrations', () => {
  const files = readdirSync(join(projectRoot, 'db/migrations')).sort();

  it('have names of four digits and a topic, and since the baseline a phase', async () => {
    for (const { name, number, phase } of await readMigrations()) {
      expect(name).to.match(/^\d{4}-[a-z]+(-[a-z]+)*(\.(before|backfill|after))?$/);
      expect(name.includes('.'), name).to.equal(number > BASELINE);
      if (number <= BASELINE) expect(phase).to.equal('before');
    }
  });

  it('are numbered from 1, without gaps or duplicates', () => {
    const numbers = files.map((file) => Number(file.slice(0, 4)));
    expect(numbers).to.deep.equal(files.map((_, index) => index + 1));
  });

  it('say their phase, and by their number their release', () => {
    expect(parseMigration('0060-carts.before', '', [RELEASE_1])).to.include({ release: 1, phase: 'before' });
    expect(parseMigration('0061-carts.after', '', [RELEASE_1])).to.include({ release: 2, phase: 'after' });
    expect(parseMigration('0061-carts.backfill', '', [])).to.include({ release: 1, phase: 'backfill' });
    expect(parseMigration('0007-carts', '', [RELEASE_1])).to.include({ release: 1, phase: 'before' });
  });

  it('are refused without a phase, with a wrong one, and with one from before there were phases', () => {
    for (const name of ['0059-carts', '0059-carts.later', '0059_carts.before', '0007-carts.before', 'carts'])
      expect(() => parseMigration(name, '', []), name).to.throw('the file of a migration is called');
  });

  it('say at their beginning that they run outside a transaction', () => {
    const sql = '-- Outside a transaction: readers and writers go on.\nCREATE INDEX …';
    expect(parseMigration('0059-carts.before', sql, []).alone).to.equal(true);
    expect(parseMigration('0059-carts.before', `\n${sql}`, []).alone).to.equal(false);
  });
});

describe('the recorded releases', () => {
  it('are numbered from 1, with migrations that exist and never fewer than before', () => {
    expect(RELEASES.map(({ release }) => release)).to.deep.equal(RELEASES.map((_, at) => at + 1));
    expect(CURRENT_RELEASE).to.equal(RELEASES.length + 1);
    let last = 0;
    for (const { commit, schema, lastMigration } of RELEASES) {
      expect(commit).to.match(/^[0-9a-f]{40}$/);
      expect(schema).to.match(/^[0-9a-f]{64}$/);
      expect(lastMigration).to.be.at.least(last);
      last = lastMigration;
    }
    const numbers = readdirSync(join(projectRoot, 'db/migrations')).map((file) => Number(file.slice(0, 4)));
    expect(last).to.be.at.most(Math.max(...numbers));
  });

  it('are shipped with a release', () => {
    const source = readFileSync(join(projectRoot, 'scripts/operate/release/make-release.ts'), 'utf8');
    expect(source).to.include("'db/releases.json'");
  });
});
