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
  /** In the seller's opening hours. */
  acceptanceDeadlineMinutes: { schema: z.number().int().min(1), fallback: 240 },
  /** A driver's break that is longer is told to dispatchers. */
  breakLimitMinutes: { schema: z.number().int().min(1), fallback: 60 },
  offerTimeoutSeconds: { schema: z.number().int().min(1), fallback: 90 },
  /** An arrival that moves by more than this is told anew. */
  etaChangeSeconds: { schema: z.number().int().min(1), fallback: 120 },
  settlementDifferenceThreshold: { schema: money, fallback: '50.00' },
  /** A task that nobody has taken for so long raises an alert. */
  unassignedAlertMinutes: { schema: minutes, fallback: 10 },
  /** A task that is expected later than this long before it is due is at risk. */
  lateRiskMarginMinutes: { schema: minutes, fallback: 10 },
  /** An alert that a person resolved while its cause lasts comes back after so long. */
  alertQuietMinutes: { schema: minutes, fallback: 15 },
  /** An alert that nobody has taken on for so long becomes critical, where that makes sense. */
  alertEscalationMinutes: { schema: minutes, fallback: 30 },
  /** What a change left to do is stuck after so long. Real time. */
  chainStuckSeconds: { schema: z.number().int().min(1), fallback: 60 },
  /** A message that has been being sent for so long is stuck. Real time. */
  queueBacklogMinutes: { schema: minutes, fallback: 5 },
  /** How long payouts still go to the bank account that a seller had before. */
  bankAccountCoolingMinutes: { schema: minutes, fallback: 72 * 60 },
  /** Public holidays, days in Asia/Qatar, 'YYYY-MM-DD'. */
  holidays: { schema: z.array(z.string()), fallback: [] as string[] },
  /** Orders after it count as the next day's; HH:MM in Asia/Qatar. */
  cutoffTime: { schema: z.string(), fallback: '14:00' },
  /** Each task at once, or all that come within a short time together. */
  assignmentMode: {
    schema: z.enum(['IMMEDIATE', 'BATCHED']),
    fallback: 'IMMEDIATE' as 'IMMEDIATE' | 'BATCHED',
  },
  assignmentBatchSeconds: { schema: z.number().int().min(1).max(600), fallback: 20 },
  /** Drivers whose costs are no further apart count as equal: who has been idle longest is chosen. */
  fairnessToleranceSeconds: { schema: z.number().int().min(0).max(3600), fallback: 30 },
  /** Whose receipts these are, in both languages. */
  companyName: { schema: z.object({ en: z.string(), ar: z.string() }), fallback: { en: 'Wasl', ar: 'وصل' } },
  /** The operation's public phone, which drivers call and write to; null as long as nobody has given one. */
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
  /** False: a development default nobody has confirmed yet. */
  confirmed: boolean;
}

export type AllSettings = { [K in StoredKey]: Setting<SettingValues[K]> } & {
  [K in ShippingKey]: Setting<ShippingTerms>;
} & { version: number };

/** A new value, its confirmation, or both; what is left out stays as it is. */
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
 * The operator's settings. Asked where they are needed, and an edit counts at once: each use compares one number with
 * PostgreSQL's, and only another one is a reason to read them again.
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
    // What a transaction sees may never be committed. Read after the number, they are at least as new as it.
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
      // Only who asks for a platform's method misses it: sellers with methods of their own sell without.
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
   * Changes some settings; an edit counts for what is decided after it. Answers all settings as they were.
   * Throws common.PRECONDITION_REQUIRED or common.PRECONDITION_FAILED, and common.VALIDATION_FAILED when the
   * longest delivery time is below the shortest.
   */
  async update(
    trx: Transaction,
    changes: SettingChanges,
    edit: { ifMatch: IfMatch; accountId: string },
  ): Promise<AllSettings> {
    // The version is that of all rows together, some of which do not exist yet: no row lock would do.
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
