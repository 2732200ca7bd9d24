import type { Locale } from '../../shared/i18n/define-texts.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardTask } from './board-types.ts';

type Store = Pick<BoardTask['pickup'], 'name' | 'shop'>;

/** Everything that people may call a store: its shop in both languages, and the warehouse. */
export function storeWords({ name, shop }: Store): string {
  return `${shop.en} ${shop.ar} ${name}`;
}

/** Shop and warehouse; only the warehouse if its name says which shop it belongs to. */
export function storeName({ name, shop }: Store, locale: Locale): string {
  const warehouse = foldText(name);
  const named = [shop.en, shop.ar].some((words) => warehouse.includes(foldText(words)));
  return named ? name : `${shop[locale]} · ${name}`;
}
