import type { ZoneName } from '../../../server/storefront/address-page-models.ts';
import type { FormState } from '../../../server/storefront/form-page-models.ts';
import { BluePlate } from './blue-plate.tsx';
import { CheckField, Field, TextArea } from './field.tsx';
import { useShop } from './shop-context.tsx';

interface AddressFieldsProps {
  form: FormState;
  zones: readonly ZoneName[];
}

/** The recipient, the three numbers of the plate, and directions to the door. */
export function AddressFields({ form, zones }: AddressFieldsProps) {
  const { t } = useShop();
  return (
    <>
      <Field name="name" form={form} label={t('address.name')} autoComplete="name" maxLength={100} />
      <Field
        name="phone"
        form={form}
        label={t('address.phone')}
        hint={t('address.phoneHint')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={24}
        before="+974"
        isLeftToRight
      />
      <fieldset className="plate">
        <legend>{t('address.plate')}</legend>
        <p className="muted">{t('address.plateHint')}</p>
        <BluePlate />
        <div className="plate-fields">
          <PlateField name="zone" form={form} label={t('address.zone')} list="zones" />
          <PlateField name="street" form={form} label={t('address.street')} />
          <PlateField name="building" form={form} label={t('address.building')} />
        </div>
        <datalist id="zones">
          {zones.map(({ number, name }) => (
            <option key={number} value={number} label={name} />
          ))}
        </datalist>
      </fieldset>
      <details className="more" open={hasMore(form)}>
        <summary>{t('address.more')}</summary>
        <div className="form">
          <div className="form-row">
            <Field name="unit" form={form} label={t('address.unit')} maxLength={20} isOptional />
            <Field name="floor" form={form} label={t('address.floor')} maxLength={20} isOptional />
          </div>
          <Field
            name="landmark"
            form={form}
            label={t('address.landmark')}
            hint={t('address.landmarkHint')}
            maxLength={200}
            isOptional
          />
          <TextArea
            name="instructions"
            form={form}
            label={t('address.instructions')}
            maxLength={300}
            isOptional
          />
          <CheckField name="meetAtGate" form={form} label={t('address.meetAtGate')} />
        </div>
      </details>
      <Pin form={form} />
    </>
  );
}

function PlateField(props: { name: string; form: FormState; label: string; list?: string }) {
  return <Field {...props} inputMode="numeric" maxLength={6} autoComplete="off" isLeftToRight />;
}

/** With script only: without it the plate alone gives the place. */
function Pin({ form: { values } }: { form: FormState }) {
  const { t } = useShop();
  const { latitude = '', longitude = '' } = values;
  return (
    <div
      className="pin"
      data-pin
      data-label={t('address.pin')}
      data-hint={t('address.pinHint')}
      data-set={t('address.pinSet')}
      data-failed={t('address.pinFailed')}
      data-denied={t('address.pinDenied')}
      hidden
    >
      <input type="hidden" name="latitude" defaultValue={latitude} />
      <input type="hidden" name="longitude" defaultValue={longitude} />
      <p className="pin-buttons">
        <button type="button" className="button" data-pin-open>
          {t('address.pinOpen')}
        </button>
        <button type="button" className="button quiet" data-pin-here hidden>
          {t('address.pinHere')}
        </button>
        <button type="button" className="button quiet" data-pin-remove hidden={latitude === ''}>
          {t('address.pinRemove')}
        </button>
      </p>
      <p className="muted" data-pin-said role="status">
        {latitude === '' ? t('address.pinWhy') : t('address.pinSet')}
      </p>
      <div className="pin-map" data-pin-map hidden />
    </div>
  );
}

const MORE = ['unit', 'floor', 'landmark', 'instructions', 'meetAtGate'];

function hasMore({ values, faults }: FormState): boolean {
  return MORE.some((name) => (values[name] ?? '') !== '' || name in faults);
}

/** Labels for the summary above a refused form. */
export function useAddressLabels(): Record<string, string> {
  const { t } = useShop();
  return {
    email: t('address.email'),
    password: t('address.password'),
    name: t('address.name'),
    phone: t('address.phone'),
    zone: t('address.zone'),
    street: t('address.street'),
    building: t('address.building'),
    unit: t('address.unit'),
    floor: t('address.floor'),
    landmark: t('address.landmark'),
    instructions: t('address.instructions'),
    label: t('address.label'),
    pin: t('address.pin'),
  };
}
