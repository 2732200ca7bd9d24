import { useMemo } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import type { FieldErrors } from '../forms/errors.ts';
import { QATAR_TIME_ZONE } from '../i18n/qatar-time.ts';
import { CheckBox } from '../ui/check-box.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './account.module.css';
import { usePreferenceText } from './use-preference-text.ts';

export type Quiet = components['schemas']['QuietHours'];

export interface QuietFieldsProps {
  value: Quiet | null;
  onChange(value: Quiet | null): void;
  faults: FieldErrors;
}

/** Start and end, in a time zone of the user's choice. */
export function QuietFields({ value, onChange, faults }: QuietFieldsProps) {
  const t = usePreferenceText();
  const zones = useMemo(() => zoneOptions(value?.zone), [value?.zone]);
  return (
    <>
      <CheckBox
        checked={value !== null}
        onChange={(on) => onChange(on ? { from: '22:00', until: '07:00', zone: ownZone() } : null)}
      >
        {t('quiet.on')}
      </CheckBox>
      {value === null ? null : (
        <div className={styles.quiet}>
          <TextField
            label={t('quiet.from')}
            type="time"
            name="from"
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
            error={faults.from}
          />
          <TextField
            label={t('quiet.until')}
            type="time"
            name="until"
            value={value.until}
            onChange={(until) => onChange({ ...value, until })}
            error={faults.until}
            description={value.until !== '' && value.until < value.from ? t('quiet.overnight') : undefined}
          />
          <Select
            label={t('quiet.zone')}
            options={zones}
            value={value.zone}
            onChange={(zone) => onChange({ ...value, zone })}
            error={faults.zone}
          />
        </div>
      )}
    </>
  );
}

/** This device's time zone; for people in Qatar it is Qatar's. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || QATAR_TIME_ZONE;
}

/** Qatar's and this device's time zones first, then all others by name. */
function zoneOptions(chosen: string | undefined): { id: string; text: string }[] {
  const first = [QATAR_TIME_ZONE, ownZone(), ...(chosen === undefined ? [] : [chosen])];
  const all = new Set([...first, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].map((id) => ({ id, text: id.replaceAll('_', ' ') }));
}
