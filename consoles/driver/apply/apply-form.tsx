import { useId, useState } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import type { FieldErrors } from '../../shared/forms/errors.ts';
import { SendForm } from '../../shared/forms/send-form.tsx';
import { useFormText } from '../../shared/forms/use-form-text.ts';
import { useAccount, useApi } from '../../shared/session/session-context.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { Driver } from '../data/driver-data.ts';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import styles from './apply-screen.module.css';
import { useApplyText } from './apply-texts.ts';

const VEHICLES = ['BICYCLE', 'MOTORCYCLE', 'CAR', 'VAN'] as const;
type Vehicle = (typeof VEHICLES)[number];

const COUNTRY = '+974';
const MOBILE = /^[3567]\d{7}$/;
const PLATE = /^[0-9A-Za-z -]{1,12}$/;

export function ApplyForm({ onApplied }: { onApplied(driver: Driver): void }) {
  const t = useApplyText();
  const form = useFormText();
  const api = useApi();
  const account = useAccount();
  const [fullName, setFullName] = useState(account.displayName);
  const [phone, setPhone] = useState(account.phone?.replace(COUNTRY, '') ?? '');
  const [vehicle, setVehicle] = useState<Vehicle | null>(null);
  const [plate, setPlate] = useState('');
  // One idempotency key per form: a lost answer cannot create a second application.
  const [key] = useState(() => crypto.randomUUID());
  const withPlate = vehicle !== null && vehicle !== 'BICYCLE';
  const check = (): FieldErrors => ({
    ...(fullName.trim() === '' ? { displayName: form('fault.needed') } : {}),
    ...(MOBILE.test(digitsOf(phone)) ? {} : { phone: form('fault.phone') }),
    ...(vehicle === null ? { vehicle: t('apply.vehicle.needed') } : {}),
    ...(withPlate && !PLATE.test(plate.trim())
      ? { plate: plate.trim() === '' ? form('fault.needed') : t('apply.plate.wrong') }
      : {}),
  });
  const send = async () => {
    if (vehicle === null) return;
    const params = { header: { 'Idempotency-Key': key } };
    const body = {
      fullName: fullName.trim(),
      phone: COUNTRY + digitsOf(phone),
      vehicle: { type: vehicle, ...(withPlate ? { plate: plate.trim() } : {}) },
    };
    onApplied(await dataOf(api.POST('/driver/application', { params, body })));
  };
  return (
    <section className={taskStyles.card} data-testid="apply">
      <div className={styles.head}>
        <h1>{t('apply.title')}</h1>
      </div>
      <p className={stepStyles.hint}>{t('apply.intro')}</p>
      <SendForm wide submit={t('apply.send')} check={check} send={send}>
        {(faults) => (
          <>
            <TextField
              label={t('apply.name')}
              name="displayName"
              autoComplete="name"
              maxLength={100}
              value={fullName}
              onChange={setFullName}
              error={faults.displayName}
            />
            <TextField
              label={t('apply.phone')}
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              leftToRight
              description={t('apply.phone.hint')}
              value={phone}
              onChange={setPhone}
              error={faults.phone}
            />
            <Vehicles value={vehicle} onChoose={setVehicle} error={faults.vehicle} />
            {withPlate ? (
              <TextField
                label={t('apply.plate')}
                name="plate"
                leftToRight
                maxLength={12}
                value={plate}
                onChange={setPlate}
                error={faults.plate}
              />
            ) : null}
          </>
        )}
      </SendForm>
    </section>
  );
}

interface VehiclesProps {
  value: Vehicle | null;
  error: string | undefined;
  onChoose(vehicle: Vehicle): void;
}

function Vehicles({ value, error, onChoose }: VehiclesProps) {
  const t = useApplyText();
  const id = useId();
  return (
    <fieldset className={stepStyles.group} aria-describedby={`${id}-fault`}>
      <legend>{t('apply.vehicle')}</legend>
      <div className={`${stepStyles.group} ${styles.vehicles}`}>
        {VEHICLES.map((each) => (
          <label key={each} className={stepStyles.choice}>
            <input
              type="radio"
              name="vehicle"
              value={each}
              checked={value === each}
              aria-invalid={error !== undefined}
              onChange={() => onChoose(each)}
            />
            <span>{t(`vehicle.${each}`)}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-fault`} className={styles.fault}>
        {error}
      </p>
    </fieldset>
  );
}

/** Digits of a number as people type it: with spaces, with Qatar's country code, in Arabic digits. */
function digitsOf(typed: string): string {
  const latin = typed.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  return latin.replace(/\D/g, '').replace(/^(?:00)?974(?=\d{8}$)/, '');
}
