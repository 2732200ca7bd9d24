import type { AddressFormPage } from '../../../../server/storefront/address-page-models.ts';
import { AddressFields, useAddressLabels } from '../../parts/address-fields.tsx';
import { ErrorSummary, Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame } from '../account/account-frame.tsx';

/** Adds or changes an address. */
export function AddressForm({ page: { id, form, zones, next } }: { page: AddressFormPage }) {
  const { t, to } = useShop();
  const labels = useAddressLabels();
  return (
    <AccountFrame title={t(id === null ? 'address.new' : 'address.change')} section="/account/addresses">
      <ErrorSummary form={form} labels={labels} />
      <form className="form" method="post" action={to(`/account/addresses/${id ?? 'new'}`)}>
        <FormFields name="address" />
        <input type="hidden" name="next" value={next} />
        <AddressFields form={form} zones={zones} />
        <Field
          name="label"
          form={form}
          label={t('address.label')}
          hint={t('address.labelHint')}
          maxLength={50}
          isOptional
        />
        <div className="address-buttons">
          <button type="submit" className="button primary">
            {t('address.save')}
          </button>
          <a className="button quiet" href={to(next === '' ? '/account/addresses' : next)}>
            {t('address.cancel')}
          </a>
        </div>
      </form>
    </AccountFrame>
  );
}
