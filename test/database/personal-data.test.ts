import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { FATES, type Fate, type Inventory } from '../../scripts/readme/personal-data.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const inventory: Inventory = JSON.parse(read('server/personal-data.json'));

/** Columns that may contain a person's name, address, place or picture. */
const MAY_TELL =
  /^\s+"?(\w+)"?\s+(?:text\[\]|text|jsonb|bytea|double precision|real|tsvector|inet)(?=\s|,|$)/;

/** Columns that may reveal something about a person, by table. */
function columnsThatMayTell(): Map<string, string[]> {
  const tables = read('db/schema.sql').matchAll(/^CREATE TABLE (\w+) \(\n(.*?)\n\)/gms);
  return new Map(
    [...tables].map(([, table = '', body = '']) => [
      table,
      body
        .split('\n')
        .flatMap((line) => (/^\s+CONSTRAINT/.test(line) ? [] : (MAY_TELL.exec(line)?.[1] ?? []))),
    ]),
  );
}

describe('the inventory of personal data', () => {
  it('states for every column that may reveal something about a person what happens to it when the account closes', () => {
    const said = Object.entries(inventory).map(([table, fates]) => [
      table,
      Object.values(fates).flat().sort(),
    ]);
    const found = [...columnsThatMayTell()].map(([table, columns]) => [table, columns.sort()]);
    expect(Object.fromEntries(said), 'server/personal-data.json').to.deep.equal(Object.fromEntries(found));
  });

  it('uses the words that its page explains', () => {
    const words = new Set(Object.values(inventory).flatMap((fates) => Object.keys(fates) as Fate[]));
    expect([...words]).to.have.members(Object.keys(FATES));
  });
});
