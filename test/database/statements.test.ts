import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Client } from 'pg';
import { projectRoot } from '../../db/root.ts';
import type { DefinedStatement } from '../../db/statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Described, describeStatement } from '../support/describe-statement.ts';

/** The statements that the stores define. All modules are imported alike, so that there is one list of statements. */
async function loadStatements(): Promise<DefinedStatement[]> {
  for (const folder of ['server', 'realtime', 'db']) {
    for (const name of readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('-store.ts')) await import(join(projectRoot, folder, name));
    }
  }
  const { definedStatements } = await import(join(projectRoot, 'db/statement.ts'));
  return definedStatements();
}

describe('statements of the stores', () => {
  let testDatabase: TestDatabase;
  let client: Client;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    client = new Client({ connectionString: testDatabase.url });
    await client.connect();
  });

  after(async () => {
    await client.end();
    await testDatabase.drop();
  });

  it('are accepted by the migrated schema, with the parameters and columns that they declare', async () => {
    const wrong: string[] = [];
    const all = await loadStatements();
    for (const statement of all) {
      const described = await describeStatement(client, statement.text).catch((error: Error) => error);
      if (described instanceof Error) wrong.push(`${statement.name}: ${described.message}`);
      else wrong.push(...differences(statement, described));
    }
    expect(wrong, wrong.join('\n')).to.deep.equal([]);
    expect(all.length).to.be.greaterThan(0);
  });
});

/** Declared as one type of text, whichever of them the column has. */
const TEXTS = new Set(['text', 'character varying', 'character', 'name']);
const same = (declared: string, found: string) =>
  declared === found || (TEXTS.has(declared) && TEXTS.has(found));

function differences({ name, params, row }: DefinedStatement, found: Described): string[] {
  const wrong = params.flatMap((param, at) => {
    const type = found.params[at] ?? 'nothing';
    return same(param.type.sql, type) ? [] : [`${name}: :${param.name} is ${type}, not ${param.type.sql}`];
  });
  const columns = new Map(found.columns.map((column) => [column.name, column.type]));
  for (const [column, { sql }] of Object.entries(row)) {
    const type = columns.get(column);
    if (type === undefined) wrong.push(`${name}: no column ${column} is returned`);
    else if (!same(sql, type)) wrong.push(`${name}: column ${column} is ${type}, not ${sql}`);
  }
  for (const column of columns.keys())
    if (!Object.hasOwn(row, column)) wrong.push(`${name}: column ${column} is returned and not declared`);
  return wrong;
}
