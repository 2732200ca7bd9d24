import type { Locale } from '../../shared/i18n/define-texts.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardTask } from './board-types.ts';

type Store = Pick<BoardTask['pickup'], 'name' | 'shop'>;

/** Everything that people may call a store: its shop in both languages, and the warehouse. */
export function storeWords({ name, shop }: Store): string {
  return `${shop.en} ${shop.ar} ${name}`;
}

/** Shop and warehouse; only the warehouse if its name contains the shop's in the reader's language. */
export function storeName({ name, shop }: Store, locale: Locale): string {
  return foldText(name).includes(foldText(shop[locale])) ? name : `${shop[locale]} · ${name}`;
}
