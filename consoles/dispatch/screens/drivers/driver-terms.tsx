import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { FieldsOf } from '../../../shared/forms/field-errors.ts';
import type { FaultsOf } from '../../../shared/forms/use-sending.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useZones } from '../../data/board-context.tsx';
import { useDriverText } from '../../texts/driver-texts.ts';
import styles from './driver-dialog.module.css';

type Driver = Pick<components['schemas']['Driver'], 'zoneIds' | 'cashLimit' | 'capacity'>;

const AMOUNT = /^\d{1,9}(\.\d{2})?$/;
const WHOLE = /^[1-9]\d{0,3}$/;

/** A driver's terms as typed. */
export interface Terms {
  zoneIds: ReadonlySet<string>;
  limit: string;
  capacity: string;
}

export const USUAL_TERMS: Terms = { zoneIds: new Set(), limit: '2000.00', capacity: '20' };

export function termsOf({ zoneIds, cashLimit, capacity }: Driver): Terms {
  return {
    zoneIds: new Set(zoneIds),
    limit: cashLimit?.amount ?? USUAL_TERMS.limit,
    capacity: String(capacity),
  };
}

export type TermsField = 'zones' | 'limit' | 'capacity';

export const TERMS_PLACES: FieldsOf<TermsField> = {
  '/zoneIds': 'zones',
  '/cashLimit': 'limit',
  '/capacity': 'capacity',
};

/** Errors that can be found before sending. */
export function useTermsErrors(): (terms: Terms) => FaultsOf<TermsField> {
  const t = useDriverText();
  return ({ zoneIds, limit, capacity }) => ({
    ...(zoneIds.size > 0 ? {} : { zones: t('drivers.oneZone') }),
    ...(AMOUNT.test(limit.trim()) ? {} : { limit: t('drivers.amount') }),
    ...(WHOLE.test(capacity.trim()) ? {} : { capacity: t('drivers.whole') }),
  });
}

/** The terms in the API's form. */
export function writtenTerms({ zoneIds, limit, capacity }: Terms) {
  const typed = limit.trim();
  const amount = typed.includes('.') ? typed : `${typed}.00`;
  return {
    zoneIds: [...zoneIds],
    cashLimit: { amount, currency: 'QAR' as const },
    capacity: Number(capacity),
  };
}

/** Merges terms three ways: fields that were typed win, all others take what someone else has saved meanwhile. */
export function mergedTerms(begun: Terms, typed: Terms, now: Terms): Terms {
  const own = <K extends keyof Terms>(field: K) => (isSame(begun[field], typed[field]) ? now : typed)[field];
  return { zoneIds: own('zoneIds'), limit: own('limit'), capacity: own('capacity') };
}

function isSame(one: string | ReadonlySet<string>, other: string | ReadonlySet<string>): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return one.size === other.size && [...one].every((id) => other.has(id));
}

export interface TermsFieldsProps {
  terms: Terms;
  /** What someone else has saved meanwhile; shown where it differs from the field. */
  now?: Terms | null;
  onChange(terms: Terms, changed: TermsField): void;
  faults: FaultsOf<TermsField>;
}

export function TermsFields({ terms, now = null, onChange, faults }: TermsFieldsProps) {
  const t = useDriverText();
  const { locale } = useLocaleChoice();
  const zones = useZones();
  const { zoneIds, limit, capacity } = terms;
  const { list, money } = useFormats();
  const differs = (field: keyof Terms) => now !== null && !isSame(now[field], terms[field]);
  const nowIs = (field: keyof Terms, value: string) =>
    differs(field) ? { description: t('drivers.nowIs', { value }) } : {};
  const choose = (id: string, on: boolean) => {
    const next = new Set(zoneIds);
    if (on) next.add(id);
    else next.delete(id);
    onChange({ ...terms, zoneIds: next }, 'zones');
  };
  return (
    <>
      <fieldset className={styles.zones} data-fault={faults.zones === undefined ? undefined : true}>
        <legend>{t('drivers.zones')}</legend>
        {zones
          .filter(({ active }) => active)
          .map(({ id, name }) => (
            <CheckBox key={id} checked={zoneIds.has(id)} onChange={(on) => choose(id, on)}>
              {name[locale]}
            </CheckBox>
          ))}
        {now === null || !differs('zoneIds') ? null : (
          <p>
            {t('drivers.nowIs', {
              value: list(zones.filter(({ id }) => now.zoneIds.has(id)).map(({ name }) => name[locale])),
            })}
          </p>
        )}
        {faults.zones === undefined ? null : (
          <p role="alert" className={styles.fault}>
            {faults.zones}
          </p>
        )}
      </fieldset>
      <TextField
        label={t('drivers.limit')}
        inputMode="decimal"
        leftToRight
        value={limit}
        {...nowIs('limit', money(now?.limit ?? '0'))}
        onChange={(text) => onChange({ ...terms, limit: text }, 'limit')}
        error={faults.limit}
      />
      <TextField
        label={t('drivers.capacity')}
        inputMode="numeric"
        leftToRight
        value={capacity}
        {...nowIs('capacity', now?.capacity ?? '')}
        onChange={(text) => onChange({ ...terms, capacity: text }, 'capacity')}
        error={faults.capacity}
      />
    </>
  );
}
