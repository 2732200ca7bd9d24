import type { Database, Transaction } from '../../../db/database.ts';
import { boolean, integer, jsonb, nothing, numeric, oneOf, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const SETTING = { key: text, value: jsonb<unknown>(), confirmed: boolean, version: integer };
/** A setting that an administrator has changed or confirmed. */
export type SettingRow = ValuesOf<typeof SETTING>;

export function readSettings(executor: Database | Transaction): Promise<SettingRow[]> {
  return all.all(executor, {});
}

const all = statement({
  name: 'settings.all',
  sql: 'SELECT key, value, confirmed, version FROM settings',
  row: SETTING,
});

const CODE = oneOf<'STANDARD' | 'EXPRESS'>();
const METHOD = {
  code: CODE,
  price: numeric,
  min_days: integer,
  max_days: integer,
  due_within_hours: integer,
  confirmed: boolean,
  version: integer,
};
/** One of the platform's own shipping methods. */
export type MethodRow = ValuesOf<typeof METHOD>;

export function readPlatformMethods(executor: Database | Transaction): Promise<MethodRow[]> {
  return methods.all(executor, {});
}

const methods = statement({
  name: 'settings.platform_methods',
  sql: `SELECT code, price, min_days, max_days, due_within_hours, confirmed, version
          FROM shipping_methods WHERE seller_id IS NULL AND active`,
  row: METHOD,
});

/** Locks all settings until the commit. Some of their rows do not exist yet, so row locks would not do. */
export async function lockSettings(trx: Transaction): Promise<void> {
  await lock.first(trx, {});
}

const lock = statement({
  name: 'settings.lock',
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('settings', 0)) AS locked`,
  row: { locked: nothing },
});

const STORED = { key: text, value: jsonb<unknown>(), confirmed: boolean, accountId: uuid };

export async function storeSetting(trx: Transaction, setting: ValuesOf<typeof STORED>): Promise<void> {
  await store.count(trx, setting);
}

const store = statement({
  name: 'settings.store',
  // A null setting is stored as JSON null, not as a missing value.
  sql: `INSERT INTO settings (key, value, confirmed, updated_by)
        VALUES (:key, COALESCE(:value, 'null'::jsonb), :confirmed, :accountId)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, confirmed = excluded.confirmed,
          version = settings.version + 1, updated_at = now(), updated_by = excluded.updated_by`,
  params: STORED,
});

const TERMS = {
  code: CODE,
  price: numeric,
  minDays: integer,
  maxDays: integer,
  dueWithinHours: integer,
  confirmed: boolean,
};

export async function updatePlatformMethod(trx: Transaction, terms: ValuesOf<typeof TERMS>): Promise<void> {
  await updateMethod.count(trx, terms);
}

const updateMethod = statement({
  name: 'settings.update_platform_method',
  sql: `-- also writes shipping_methods: those that belong to no seller are settings of the platform
        UPDATE shipping_methods
           SET price = :price, min_days = :minDays, max_days = :maxDays, due_within_hours = :dueWithinHours,
               confirmed = :confirmed, version = version + 1
         WHERE seller_id IS NULL AND code = :code AND active`,
  params: TERMS,
});
