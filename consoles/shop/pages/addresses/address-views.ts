import type { AddressPage } from '../../../../server/storefront/address-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { AddressBook } from './address-book.tsx';
import { AddressForm } from './address-form.tsx';

export const addressViews: PageViews<AddressPage> = {
  addresses: { Body: AddressBook, title: (_, { t }) => t('addresses') },
  'address-form': {
    Body: AddressForm,
    title: ({ id }, { t }) => t(id === null ? 'address.new' : 'address.change'),
  },
};
