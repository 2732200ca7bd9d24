import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../audit/audit.ts';
import type { components } from '../http/api-types.ts';
import type { Handlers } from '../http/operation.ts';
import { signedIn } from '../http/principal.ts';
import { qar } from '../http/qar.ts';
import type { AllSettings, SettingChange, SettingChanges, Settings, ShippingTerms } from './settings.ts';

type Schemas = components['schemas'];

/** The operator's settings, for administrators. */
export function settingsHandlers(deps: {
  database: Database;
  settings: Settings;
}): Pick<Handlers, 'getSettings' | 'updateSettings'> {
  const { database, settings } = deps;

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
        await recordAudit(trx, {
          by: caller,
          action: 'updateSettings',
          subjectType: 'SETTINGS',
          subjectId: 'settings',
          ...{ requestId, ip },
          before: pick(before, Object.keys(changes)),
          after: pick(await settings.read(trx), Object.keys(changes)),
        });
      });
      return answer();
    },
  };
}

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

/** One setting's change with its value translated, or nothing when the body does not speak of it. */
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
