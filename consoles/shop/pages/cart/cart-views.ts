import type { CartPage as CartModel } from '../../../../server/storefront/cart-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { CartPage } from './cart-page.tsx';

export const cartViews: PageViews<CartModel> = {
  cart: { Body: CartPage, title: (_, { t }) => t('cart') },
};
