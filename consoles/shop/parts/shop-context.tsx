import { createContext, type ReactNode, useContext } from 'react';
import type { Frame } from '../../../server/storefront/page-models.ts';
import type { Translate } from '../../shared/i18n/define-texts.ts';
import { type Formats, formats } from '../../shared/i18n/formats.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { SHOP_TEXTS } from '../texts/shop-texts.ts';

export interface Shop extends Frame {
  t: Translate<typeof SHOP_TEXTS>;
  format: Formats;
  /** An address within the shop in this page's language, e.g. `to('/cart')`. */
  to(path: string): string;
}

const ShopContext = createContext<Shop | null>(null);

const translators = { en: translator(SHOP_TEXTS, 'en'), ar: translator(SHOP_TEXTS, 'ar') };

export function ShopProvider({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { locale } = frame;
  const value: Shop = {
    ...frame,
    t: translators[locale],
    format: formats(locale),
    to: (path) => `/${locale}${path}`,
  };
  return <ShopContext value={value}>{children}</ShopContext>;
}

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (shop === null) throw new Error('ShopProvider is missing');
  return shop;
}
