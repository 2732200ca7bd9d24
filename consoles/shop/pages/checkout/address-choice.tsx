import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { ZoneName } from '../../../../server/storefront/address-page-models.ts';
import type { FormState } from '../../../../server/storefront/form-page-models.ts';
import { AddressFields } from '../../parts/address-fields.tsx';
import { AddressText } from '../../parts/address-text.tsx';
import { useShop } from '../../parts/shop-context.tsx';

interface AddressChoiceProps {
  addresses: readonly components['schemas']['Address'][];
  /** The selected address; null: a new one. */
  addressId: string | null;
  /** The address as it was chosen, if the saved one has changed since. */
  copy?: components['schemas']['AddressSnapshot'] | null;
  form: FormState;
  zones: readonly ZoneName[];
  /** The account has no addresses yet. */
  isFirst: boolean;
}

/** Chooses a saved address, or enters a new one, which is saved, too. */
export function AddressChoice(props: AddressChoiceProps) {
  const { t, to, path } = useShop();
  const { addresses, addressId, copy = null, form, zones, isFirst } = props;
  const isTyped = Object.keys(form.faults).length > 0 || (form.values.zone ?? '') !== '';
  const isCopy = copy !== null && addressId === null && !isTyped;
  const isNew = isTyped || (addressId === null && !isCopy);
  if (isFirst)
    return (
      <div className="form">
        <input type="hidden" name="address" value="new" />
        <AddressFields form={form} zones={zones} />
      </div>
    );
  return (
    <fieldset className="picks">
      <legend className="visually-hidden">{t('checkout.where')}</legend>
      {isCopy && copy !== null ? (
        <label className="pick">
          <input type="radio" name="address" value="" defaultChecked />
          <span>
            <span className="muted">{t('checkout.asChosen')}</span>
            <AddressText address={copy} />
          </span>
        </label>
      ) : null}
      {addresses.map((address) => (
        <label key={address.id} className="pick">
          <input
            type="radio"
            name="address"
            value={address.id}
            defaultChecked={!isNew && address.id === addressId}
          />
          <span>
            {address.label === null ? null : <strong>{address.label}</strong>}
            <AddressText address={address} />
          </span>
        </label>
      ))}
      <label className="pick">
        <input type="radio" name="address" value="new" defaultChecked={isNew} />
        <span>{t('checkout.another')}</span>
      </label>
      <div className="another form">
        <AddressFields form={form} zones={zones} />
      </div>
      <a href={`${to('/account/addresses')}?next=${encodeURIComponent(path)}`}>{t('checkout.manage')}</a>
    </fieldset>
  );
}
