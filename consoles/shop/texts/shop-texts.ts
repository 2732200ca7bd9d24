import { ACCOUNT_TEXTS } from './account-texts.ts';
import { ADDRESS_TEXTS } from './address-texts.ts';
import { APPS_TEXTS } from './apps-texts.ts';
import { BROWSE_TEXTS } from './browse-texts.ts';
import { CART_TEXTS } from './cart-texts.ts';
import { CHECKOUT_TEXTS } from './checkout-texts.ts';
import { COMMON_TEXTS } from './common-texts.ts';
import { FORM_TEXTS } from './form-texts.ts';
import { FRAME_TEXTS } from './frame-texts.ts';
import { ORDERS_TEXTS } from './orders-texts.ts';
import { SIGN_IN_TEXTS } from './sign-in-texts.ts';

/** All texts of pages, by area. Pages are rendered by the server, so browsers do not load these. */
export const SHOP_TEXTS = {
  ...ACCOUNT_TEXTS,
  ...COMMON_TEXTS,
  ...FRAME_TEXTS,
  ...FORM_TEXTS,
  ...BROWSE_TEXTS,
  ...APPS_TEXTS,
  ...CART_TEXTS,
  ...SIGN_IN_TEXTS,
  ...ORDERS_TEXTS,
  ...CHECKOUT_TEXTS,
  ...ADDRESS_TEXTS,
};
