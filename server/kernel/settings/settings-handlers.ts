import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../audit/audit.ts';
import { type AuditEntry, readAudit } from '../audit/audit-store.ts';
import type { components } from '../http/api-types.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { signedIn } from '../http/principal.ts';
import { qar } from '../http/qar.ts';
import type { Secrets } from '../security/secrets.ts';
import type { AllSettings, SettingChange, SettingChanges, Settings, ShippingTerms } from './settings.ts';

type Schemas = components['schemas'];

/** Operations on the operator's settings, for administrators. */
export function settingsHandlers(deps: {
  database: Database;
  settings: Settings;
  secrets: Secrets;
}): Pick<Handlers, 'getSettings' | 'updateSettings' | 'listSettingChanges'> {
  const { database, settings } = deps;
  const cursors = new Cursors(deps.secrets);

  const answer = async () => {
    const body = renderSettings(await settings.read());
    return { status: 200, body, etag: body.version };
  };

  return {
    getSettings: answer,

    updateSettings: async ({ caller, body, ifMatch, requestId, ip }) => {
      const { accountId } = signedIn(caller);
      const changes = changesOf(body);
      await inTransaction(database, async (trx) => {
        const before = await settings.update(trx, changes, { ifMatch, accountId });
        const after = await settings.read(trx);
        await recordAudit(trx, {
          by: caller,
          action: 'updateSettings',
          subjectType: 'SETTINGS',
          subjectId: 'settings',
          ...{ requestId, ip },
          before: pick(before, Object.keys(changes)),
          after: pick(after, Object.keys(changes)),
          data: { version: after.version },
        });
      });
      return answer();
    },

    // Read from the audit log, which records the value before and after every change.
    listSettingChanges: async ({ query: { key: changed = null, limit = DEFAULT_LIMIT, cursor } }) => {
      const scope = `setting-changes:${changed ?? ''}`;
      const place = cursors.decode(scope, cursor);
      const before = place === null ? null : { at: new Date(String(place[0])), id: String(place[1]) };
      const found = await readAudit(database, { ...CHANGES, changed }, before, limit + 1);
      const placeOf = (entry: AuditEntry) => [entry.at.toISOString(), entry.id];
      return { status: 200, body: cursors.page(scope, found, limit, placeOf, renderChange) };
    },
  };
}

const CHANGES = {
  ...{ action: 'updateSettings', subjectType: 'SETTINGS', subjectId: 'settings' },
  ...{ accountId: null, ip: null, from: null, to: null },
};

function renderChange({ at, accountId, before, after, data }: AuditEntry): Schemas['SettingChange'] {
  const stateOf = (key: string, states: JsonObject | null) => {
    const { value, confirmed } = (states?.[key] ?? {}) as { value?: unknown; confirmed?: boolean };
    return { value: renderValue(key, value), confirmed: confirmed === true };
  };
  return {
    at: at.toISOString(),
    version: Number(data.version),
    accountId,
    changes: Object.keys(after ?? {}).map((key) => ({
      key,
      before: stateOf(key, before),
      after: stateOf(key, after),
    })),
  };
}

/** Renders money and shipping terms as in the schema `Settings`. */
function renderValue(key: string, value: unknown): unknown {
  if (MONEY.has(key)) return qar(String(value));
  return TERMS.has(key) ? renderTerms(value as ShippingTerms) : value;
}

const MONEY: ReadonlySet<string> = new Set<keyof AllSettings>([
  'codMaximum',
  'settlementDifferenceThreshold',
]);
const TERMS: ReadonlySet<string> = new Set<keyof AllSettings>(['standardShipping', 'expressShipping']);

function renderSettings(all: AllSettings): Schemas['Settings'] {
  return {
    codMaximum: { ...all.codMaximum, value: qar(all.codMaximum.value) },
    checkoutLifeMinutes: all.checkoutLifeMinutes,
    acceptanceDeadlineMinutes: all.acceptanceDeadlineMinutes,
    breakLimitMinutes: all.breakLimitMinutes,
    offerTimeoutSeconds: all.offerTimeoutSeconds,
    etaChangeSeconds: all.etaChangeSeconds,
    settlementDifferenceThreshold: {
      ...all.settlementDifferenceThreshold,
      value: qar(all.settlementDifferenceThreshold.value),
    },
    unassignedAlertMinutes: all.unassignedAlertMinutes,
    lateRiskMarginMinutes: all.lateRiskMarginMinutes,
    alertQuietMinutes: all.alertQuietMinutes,
    alertEscalationMinutes: all.alertEscalationMinutes,
    chainStuckSeconds: all.chainStuckSeconds,
    queueBacklogMinutes: all.queueBacklogMinutes,
    bankAccountCoolingMinutes: all.bankAccountCoolingMinutes,
    holidays: all.holidays,
    cutoffTime: all.cutoffTime,
    assignmentMode: all.assignmentMode,
    assignmentBatchSeconds: all.assignmentBatchSeconds,
    fairnessToleranceSeconds: all.fairnessToleranceSeconds,
    companyName: all.companyName,
    dispatchPhone: all.dispatchPhone,
    standardShipping: { ...all.standardShipping, value: renderTerms(all.standardShipping.value) },
    expressShipping: { ...all.expressShipping, value: renderTerms(all.expressShipping.value) },
    version: all.version,
  };
}

function renderTerms(terms: ShippingTerms): Schemas['ShippingTerms'] {
  return { ...terms, price: qar(terms.price) };
}

function changesOf(body: Schemas['UpdateSettingsRequest']): SettingChanges {
  const { codMaximum, settlementDifferenceThreshold, standardShipping, expressShipping, ...plain } = body;
  return {
    ...plain,
    ...change('codMaximum', codMaximum, (money) => money.amount),
    ...change('settlementDifferenceThreshold', settlementDifferenceThreshold, (money) => money.amount),
    ...change('standardShipping', standardShipping, termsOf),
    ...change('expressShipping', expressShipping, termsOf),
  };
}

function termsOf(input: Schemas['ShippingTermsInput']): ShippingTerms {
  return { ...input, price: input.price.amount };
}

/** A setting's change with its converted value; nothing if the body omits it. */
function change<K extends string, A, B>(
  key: K,
  given: SettingChange<A> | undefined,
  translate: (value: A) => B,
): { [key in K]?: SettingChange<B> } {
  if (given === undefined) return {};
  const { value, ...rest } = given;
  const changed: SettingChange<B> = value === undefined ? rest : { ...rest, value: translate(value) };
  return { [key]: changed } as { [key in K]: SettingChange<B> };
}

function pick(all: AllSettings, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key))) as JsonObject;
}
