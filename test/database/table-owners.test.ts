import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { PROJECTION_TABLES } from '../../db/stores/projection-tables.ts';

interface Slice {
  slice: string;
  tables?: string[];
  /** Tables of other slices that one statement of this slice must write together with its own. */
  alsoWrites?: string[];
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const slices: Slice[] = JSON.parse(read('server/slices.json'));

/** Tables that the actors' runtime writes: their state and, in the same turn, the rows that mirror it. */
const RUNTIME = [
  ...['actor', 'actor_command', 'actor_timer', 'actor_snapshots', 'outbox', 'domain_clock'],
  ...['ledger_journals', 'ledger_entries', 'breadcrumbs'],
  ...Object.keys(PROJECTION_TABLES),
];
/** Written by triggers of the tables they follow. */
const VERSIONS = ['driver_versions'];
/** Written by the command that migrates, as the schema's owner. */
const MIGRATING = ['schema_phases', 'backfills'];
const PARTITIONS = /_default$/;

const WRITE = /(?:INSERT INTO|DELETE FROM|UPDATE(?! OF| SKIP))\s+(?:ONLY )?(\w+)/g;

function tablesWritten(source: string): string[] {
  return [...source.matchAll(WRITE)].flatMap(([, table]) => table ?? []);
}

describe('owners of tables', () => {
  const tables = [...read('db/schema.sql').matchAll(/^CREATE TABLE (\w+)/gm)].flatMap(
    ([, table]) => table ?? [],
  );

  it('are named once for every table of the schema, and for nothing else', () => {
    const owned = [...slices.flatMap((slice) => slice.tables ?? []), ...RUNTIME, ...VERSIONS, ...MIGRATING];
    expect(owned.length).to.equal(new Set(owned).size);
    expect(owned).to.have.members(tables.filter((table) => !PARTITIONS.test(table)));
  });

  it('alone write them', () => {
    const known = new Set(tables);
    const strangers: string[] = [];
    for (const { slice, tables: own = [], alsoWrites = [] } of slices) {
      const allowed = new Set([...own, ...alsoWrites]);
      for (const name of readdirSync(join(projectRoot, 'server', slice), { encoding: 'utf8' })) {
        if (!name.endsWith('.ts')) continue;
        for (const table of tablesWritten(read(join('server', slice, name))))
          if (known.has(table) && !allowed.has(table)) strangers.push(`${slice}/${name} writes ${table}`);
      }
    }
    expect(strangers).to.deep.equal([]);
  });

  it('have no write permission that is no longer used', () => {
    for (const { slice, alsoWrites = [] } of slices) {
      const written = new Set(
        readdirSync(join(projectRoot, 'server', slice), { encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts'))
          .flatMap((name) => tablesWritten(read(join('server', slice, name)))),
      );
      expect([...written], `${slice} no longer writes all it is allowed to`).to.include.members(alsoWrites);
    }
  });
});
