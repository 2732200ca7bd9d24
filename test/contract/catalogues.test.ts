import { expect } from 'chai';
import pg from 'pg';
import { NOTIFICATION_KINDS } from '../../actors/kinds/notification-kinds.ts';
import { EXCEPTION_KINDS } from '../../actors/order/exceptions.ts';
import { FAILURE_CONSEQUENCES } from '../../actors/order/failure.ts';
import { readContract } from '../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Schema {
  enum?: string[];
  properties?: Record<string, Schema>;
}

/** The contract keeps these for codes that are not sent as notifications yet. */
const RESERVED = ['SIGN_IN_CODE', 'EMAIL_VERIFICATION', 'PASSWORD_RESET'];

const REASONS = Object.keys(FAILURE_CONSEQUENCES);

describe('the catalogues of the actors', () => {
  const schemas = (readContract().document.components?.schemas ?? {}) as Record<string, Schema>;
  let database: TestDatabase;
  let client: pg.Client;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });

  after(async () => {
    await client?.end();
    await database?.drop();
  });

  /** The values that a column's check allows. */
  async function checkedValues(table: string, column: string): Promise<string[]> {
    const { rows } = await client.query<{ definition: string }>(
      `SELECT pg_get_constraintdef(c.oid) AS definition
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
        WHERE c.contype = 'c' AND c.conrelid = to_regclass($1) AND a.attname = $2`,
      [table, column],
    );
    return rows.flatMap(({ definition }) =>
      [...definition.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? ''),
    );
  }

  it('list the failure reasons that the contract and the database know', async () => {
    expect(schemas.FailureReason?.enum).to.have.members(REASONS);
    expect(await checkedValues('delivery_tasks', 'failure_reason')).to.have.members(REASONS);
  });

  it('give each failure reason a consequence of the contract', () => {
    const consequences = new Set(Object.values(FAILURE_CONSEQUENCES));
    expect(schemas.FailureConsequence?.enum).to.have.members([...consequences]);
  });

  it('list the exceptions of a task that the contract knows', () => {
    expect(schemas.TaskException?.properties?.kind?.enum).to.have.members([...EXCEPTION_KINDS]);
  });

  it('list the notifications that the contract knows', () => {
    expect(schemas.NotificationKind?.enum).to.have.members([...NOTIFICATION_KINDS, ...RESERVED]);
  });
});
