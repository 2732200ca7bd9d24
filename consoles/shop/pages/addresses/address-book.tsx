import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { AddressBookPage } from '../../../../server/storefront/address-page-models.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame } from '../account/account-frame.tsx';

const SAID = {
  saved: 'address.saidSaved',
  removed: 'address.saidRemoved',
  default: 'address.saidDefault',
} as const;

/** A buyer's delivery addresses. */
export function AddressBook({ page: { addresses, said } }: { page: AddressBookPage }) {
  const { t, to } = useShop();
  return (
    <AccountFrame title={t('addresses')} section="/account/addresses">
      {said === null ? null : (
        <p className="notice success" role="status">
          {t(SAID[said])}
        </p>
      )}
      {addresses.length === 0 ? <p className="muted">{t('address.none')}</p> : null}
      <ul className="address-book">
        {addresses.map((address) => (
          <li key={address.id}>
            <Entry address={address} isOnly={addresses.length === 1} />
          </li>
        ))}
      </ul>
      <a className="button primary" href={to('/account/addresses/new')}>
        {t('address.add')}
      </a>
    </AccountFrame>
  );
}

function Entry({ address, isOnly }: { address: components['schemas']['Address']; isOnly: boolean }) {
  const { t, to } = useShop();
  const { id, label, isDefault, contactName } = address;
  const at = `/account/addresses/${id}`;
  const called = label ?? contactName;
  return (
    <article className="address-card">
      <h2>
        <bdi>{called}</bdi>
        {isDefault && !isOnly ? <span className="tag">{t('address.isDefault')}</span> : null}
      </h2>
      <AddressText address={address} />
      <div className="address-buttons">
        <a className="button" href={to(at)} aria-label={`${t('address.edit')}: ${called}`}>
          {t('address.edit')}
        </a>
        {isDefault ? null : (
          <form method="post" action={to(`${at}/default`)}>
            <FormFields name={`default-${id}`} />
            <button
              type="submit"
              className="button quiet"
              aria-label={`${t('address.makeDefault')}: ${called}`}
            >
              {t('address.makeDefault')}
            </button>
          </form>
        )}
        <form method="post" action={to(`${at}/remove`)}>
          <FormFields name={`remove-${id}`} />
          <button type="submit" className="button quiet" aria-label={`${t('address.remove')}: ${called}`}>
            {t('address.remove')}
          </button>
        </form>
      </div>
    </article>
  );
}
