import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useZones } from '../../data/board-context.tsx';
import { useDriverText } from '../../texts/driver-texts.ts';
import styles from './driver-dialog.module.css';

const AMOUNT = /^\d{1,9}(\.\d{2})?$/;
const WHOLE = /^[1-9]\d{0,3}$/;

/** A driver's terms as they are typed. */
export interface Terms {
  zoneIds: ReadonlySet<string>;
  limit: string;
  capacity: string;
}

export const USUAL_TERMS: Terms = { zoneIds: new Set(), limit: '2000.00', capacity: '20' };

export function areRight({ zoneIds, limit, capacity }: Terms): boolean {
  return zoneIds.size > 0 && AMOUNT.test(limit) && WHOLE.test(capacity);
}

/** As the service takes them. */
export function writtenTerms({ zoneIds, limit, capacity }: Terms) {
  const amount = limit.includes('.') ? limit : `${limit}.00`;
  return {
    zoneIds: [...zoneIds],
    cashLimit: { amount, currency: 'QAR' as const },
    capacity: Number(capacity),
  };
}

export interface TermsFieldsProps {
  terms: Terms;
  onChange(terms: Terms): void;
  /** What is wrong is said from the first try on. */
  tried: boolean;
}

export function TermsFields({ terms, onChange, tried }: TermsFieldsProps) {
  const t = useDriverText();
  const { locale } = useLocaleChoice();
  const zones = useZones();
  const { zoneIds, limit, capacity } = terms;
  const choose = (id: string, on: boolean) => {
    const next = new Set(zoneIds);
    if (on) next.add(id);
    else next.delete(id);
    onChange({ ...terms, zoneIds: next });
  };
  return (
    <>
      <fieldset className={styles.zones}>
        <legend>{t('drivers.zones')}</legend>
        {zones
          .filter(({ active }) => active)
          .map(({ id, name }) => (
            <CheckBox key={id} checked={zoneIds.has(id)} onChange={(on) => choose(id, on)}>
              {name[locale]}
            </CheckBox>
          ))}
        {tried && zoneIds.size === 0 ? <p role="alert">{t('drivers.oneZone')}</p> : null}
      </fieldset>
      <TextField
        label={t('drivers.limit')}
        inputMode="decimal"
        leftToRight
        value={limit}
        onChange={(text) => onChange({ ...terms, limit: text })}
        error={tried && !AMOUNT.test(limit) ? t('drivers.amount') : null}
      />
      <TextField
        label={t('drivers.capacity')}
        inputMode="numeric"
        leftToRight
        value={capacity}
        onChange={(text) => onChange({ ...terms, capacity: text })}
        error={tried && !WHOLE.test(capacity) ? t('drivers.whole') : null}
      />
    </>
  );
}
