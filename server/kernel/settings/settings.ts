import { z } from 'zod';
import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { PresentReads, readRevision } from '../../../db/stores/present-reads-store.ts';
import { type IfMatch, requireVersion } from '../http/preconditions.ts';
import {
  lockSettings,
  type MethodRow,
  readPlatformMethods,
  readSettings,
  storeSetting,
  updatePlatformMethod,
} from './settings-store.ts';

const money = z.string().regex(/^\d{1,10}\.\d{2}$/);
const minutes = z.number().int().min(1);

/** Stored settings with their development defaults. Money is a decimal string in QAR. */
const stored = {
  codMaximum: { schema: money, fallback: '5000.00' },
  checkoutLifeMinutes: { schema: z.number().int().min(1), fallback: 15 },
  /** Counted in the seller's opening hours. */
  acceptanceDeadlineMinutes: { schema: z.number().int().min(1), fallback: 240 },
  /** Longer breaks of drivers raise an alert. */
  breakLimitMinutes: { schema: z.number().int().min(1), fallback: 60 },
  offerTimeoutSeconds: { schema: z.number().int().min(1), fallback: 90 },
  /** An arrival that changes by more than this is announced again. */
  etaChangeSeconds: { schema: z.number().int().min(1), fallback: 120 },
  settlementDifferenceThreshold: { schema: money, fallback: '50.00' },
  /** A task not accepted for this long raises an alert. */
  unassignedAlertMinutes: { schema: minutes, fallback: 10 },
  /** A task whose expected arrival is later than this margin before its due time is at risk. */
  lateRiskMarginMinutes: { schema: minutes, fallback: 10 },
  /** An alert resolved by a person while its cause persists is raised again after this time. */
  alertQuietMinutes: { schema: minutes, fallback: 15 },
  /** An alert not acknowledged for this long becomes critical, for the kinds that escalate. */
  alertEscalationMinutes: { schema: minutes, fallback: 30 },
  /** Effects pending for this long count as stuck. Real time. */
  chainStuckSeconds: { schema: z.number().int().min(1), fallback: 60 },
  /** A message being sent for this long counts as stuck. Real time. */
  queueBacklogMinutes: { schema: minutes, fallback: 5 },
  /** How long payouts still go to the seller's previous bank account. */
  bankAccountCoolingMinutes: { schema: minutes, fallback: 72 * 60 },
  /** Public holidays, days in Asia/Qatar, 'YYYY-MM-DD'. */
  holidays: { schema: z.array(z.string()), fallback: [] as string[] },
  /** Later orders count as the next day's; HH:MM in Asia/Qatar. */
  cutoffTime: { schema: z.string(), fallback: '14:00' },
  /** Assign each task at once, or tasks that arrive within a short time together. */
  assignmentMode: {
    schema: z.enum(['IMMEDIATE', 'BATCHED']),
    fallback: 'IMMEDIATE' as 'IMMEDIATE' | 'BATCHED',
  },
  assignmentBatchSeconds: { schema: z.number().int().min(1).max(600), fallback: 20 },
  /** Drivers whose costs differ by no more than this count as equal; the one idle longest is chosen. */
  fairnessToleranceSeconds: { schema: z.number().int().min(0).max(3600), fallback: 30 },
  /** The company named on receipts, in both languages. */
  companyName: { schema: z.object({ en: z.string(), ar: z.string() }), fallback: { en: 'Wasl', ar: 'وصل' } },
  /** The dispatch's public phone, which drivers call and write to; null until set. */
  dispatchPhone: { schema: z.string().nullable(), fallback: null as string | null },
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
  /** False for a development default not confirmed yet. */
  confirmed: boolean;
}

export type AllSettings = { [K in StoredKey]: Setting<SettingValues[K]> } & {
  [K in ShippingKey]: Setting<ShippingTerms>;
} & { version: number };

/** A new value, its confirmation, or both; what is omitted stays unchanged. */
export interface SettingChange<V> {
  value?: V;
  confirmed?: boolean;
}

export type SettingChanges = { [K in StoredKey]?: SettingChange<SettingValues[K]> } & {
  [K in ShippingKey]?: SettingChange<ShippingTerms>;
};

const SHIPPING_CODES: Readonly<Record<ShippingKey, MethodRow['code']>> = {
  standardShipping: 'STANDARD',
  expressShipping: 'EXPRESS',
};

/**
 * The operator's settings. An edit takes effect at once: each use compares one revision number with PostgreSQL's, and
 * settings are re-read only if it differs.
 */
export class Settings {
  readonly #database: Database;
  readonly #present: PresentReads;
  #known: { revision: number; all: AllSettings } | null = null;

  constructor(database: Database, present = new PresentReads(database)) {
    this.#database = database;
    this.#present = present;
  }

  async values(executor: Database | Transaction = this.#database): Promise<SettingValues> {
    const all = await this.read(executor);
    const entries = Object.keys(stored).map((key) => [key, all[key as StoredKey].value]);
    return Object.fromEntries(entries) as SettingValues;
  }

  async read(executor: Database | Transaction = this.#database): Promise<AllSettings> {
    const own = executor === this.#database;
    const { settings: revision } = await (own ? this.#present.revision() : readRevision(executor));
    if (this.#known?.revision === revision) return this.#known.all;
    const all = await this.#read(executor);
    // Values read within the caller's transaction may never be committed, so they are not cached. Values read after the
    // number are at least as new as it.
    if (own) this.#known = { revision, all };
    return all;
  }

  async #read(executor: Database | Transaction): Promise<AllSettings> {
    const rows = await readSettings(executor);
    const methods = await readPlatformMethods(executor);
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
      // Only platform methods depend on it: sellers with their own methods sell without.
      get standardShipping() {
        return terms(methods, 'STANDARD');
      },
      get expressShipping() {
        return terms(methods, 'EXPRESS');
      },
      version,
    };
  }

  /**
   * Changes some settings; the edit applies to everything decided after it. Returns all settings as they were. Throws
   * common.PRECONDITION_REQUIRED or common.PRECONDITION_FAILED, and common.VALIDATION_FAILED if the longest delivery
   * time is below the shortest.
   */
  async update(
    trx: Transaction,
    changes: SettingChanges,
    edit: { ifMatch: IfMatch; accountId: string },
  ): Promise<AllSettings> {
    // The version covers all rows together, some of which do not exist yet, so row locks would not do.
    await lockSettings(trx);
    const before = await this.read(trx);
    requireVersion(edit.ifMatch, before.version);
    for (const key of Object.keys(stored) as StoredKey[]) {
      const change: SettingChange<unknown> | undefined = changes[key];
      if (change !== undefined) await store(trx, key, { ...before[key], ...change }, edit.accountId);
    }
    for (const key of Object.keys(SHIPPING_CODES) as ShippingKey[]) {
      const change = changes[key];
      if (change !== undefined) await storeTerms(trx, key, { ...before[key], ...change });
    }
    return before;
  }
}

async function store(
  trx: Transaction,
  key: StoredKey,
  { value, confirmed }: Setting<unknown>,
  accountId: string,
): Promise<void> {
  await storeSetting(trx, { key, value: stored[key].schema.parse(value), confirmed, accountId });
}

async function storeTerms(
  trx: Transaction,
  key: ShippingKey,
  { value, confirmed }: Setting<ShippingTerms>,
): Promise<void> {
  if (value.maxWorkingDays < value.minWorkingDays) {
    const pointer = `/${key}/value/maxWorkingDays`;
    const message = 'must not be below minWorkingDays';
    throw new WaslError('common.VALIDATION_FAILED', { errors: [{ pointer, code: 'minimum', message }] });
  }
  await updatePlatformMethod(trx, {
    code: SHIPPING_CODES[key],
    price: value.price,
    minDays: value.minWorkingDays,
    maxDays: value.maxWorkingDays,
    dueWithinHours: value.dueWithinHours,
    confirmed,
  });
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
