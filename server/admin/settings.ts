import { z } from 'zod';
import type { Database, Transaction } from '../../db/database.ts';

const money = z.string().regex(/^\d{1,10}\.\d{2}$/);

/** Stored settings with their development defaults. Money is a decimal string in QAR. */
const stored = {
  codMaximum: { schema: money, fallback: '5000.00' },
  checkoutLifeMinutes: { schema: z.number().int().min(1), fallback: 15 },
  /** Working time of the seller: Sunday to Thursday in Asia/Qatar. */
  acceptanceDeadlineMinutes: { schema: z.number().int().min(1), fallback: 240 },
  offerTimeoutSeconds: { schema: z.number().int().min(1), fallback: 90 },
  settlementDifferenceThreshold: { schema: money, fallback: '50.00' },
  /** Public holidays, days in Asia/Qatar, 'YYYY-MM-DD'. */
  holidays: { schema: z.array(z.string()), fallback: [] as string[] },
  /** Orders after it count as the next day's; HH:MM in Asia/Qatar. */
  cutoffTime: { schema: z.string(), fallback: '14:00' },
} as const;

export type StoredKey = keyof typeof stored;
export type SettingValues = { [K in StoredKey]: z.infer<(typeof stored)[K]['schema']> };

export interface ShippingTerms {
  price: string;
  minWorkingDays: number;
  maxWorkingDays: number;
  dueWithinHours: number;
}

export type ShippingKey = 'standardShipping' | 'expressShipping';

export interface Setting<V> {
  value: V;
  /** False: a development default nobody has confirmed yet. */
  confirmed: boolean;
}

export type AllSettings = { [K in StoredKey]: Setting<SettingValues[K]> } & {
  [K in ShippingKey]: Setting<ShippingTerms>;
} & { version: number };

interface SettingRow {
  key: string;
  value: unknown;
  confirmed: boolean;
  version: number;
}

interface MethodRow {
  code: 'STANDARD' | 'EXPRESS';
  price: string;
  min_days: number;
  max_days: number;
  due_within_hours: number;
  confirmed: boolean;
  version: number;
}

/** The operator's settings. Read where they are needed: they are few, and an edit counts at once. */
export class Settings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async values(executor: Database | Transaction = this.#database): Promise<SettingValues> {
    const all = await this.read(executor);
    const entries = Object.keys(stored).map((key) => [key, all[key as StoredKey].value]);
    return Object.fromEntries(entries) as SettingValues;
  }

  async read(executor: Database | Transaction = this.#database): Promise<AllSettings> {
    const rows = await executor<SettingRow>('settings').select('key', 'value', 'confirmed', 'version');
    const methods = await executor<MethodRow>('shipping_methods')
      .whereNull('seller_id')
      .where('active', true)
      .select('code', 'price', 'min_days', 'max_days', 'due_within_hours', 'confirmed', 'version');
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const entries = Object.entries(stored).map(([key, { schema, fallback }]) => {
      const row = byKey.get(key);
      const setting =
        row === undefined
          ? { value: fallback, confirmed: false }
          : { value: schema.parse(row.value), confirmed: row.confirmed };
      return [key, setting];
    });
    const version = [...rows, ...methods].reduce((sum, row) => sum + row.version, 0);
    return {
      ...(Object.fromEntries(entries) as { [K in StoredKey]: Setting<SettingValues[K]> }),
      standardShipping: terms(methods, 'STANDARD'),
      expressShipping: terms(methods, 'EXPRESS'),
      version,
    };
  }
}

function terms(methods: readonly MethodRow[], code: MethodRow['code']): Setting<ShippingTerms> {
  const method = methods.find((row) => row.code === code);
  if (method === undefined) throw new Error(`The platform's ${code} shipping method is missing`);
  return {
    value: {
      price: method.price,
      minWorkingDays: method.min_days,
      maxWorkingDays: method.max_days,
      dueWithinHours: method.due_within_hours,
    },
    confirmed: method.confirmed,
  };
}
