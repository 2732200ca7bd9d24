import type { CheckoutPage } from '../../../../server/storefront/checkout-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { CheckoutEnded } from './checkout-ended.tsx';
import { CheckoutStart } from './checkout-start.tsx';
import { OpenCheckout } from './open-checkout.tsx';

export const checkoutViews: PageViews<CheckoutPage> = {
  'checkout-start': { Body: CheckoutStart, title: (_, { t }) => t('checkout') },
  checkout: { Body: OpenCheckout, title: (_, { t }) => t('checkout') },
  'checkout-ended': { Body: CheckoutEnded, title: ({ why }, { t }) => t(`checkout.ended.${why}`) },
};
