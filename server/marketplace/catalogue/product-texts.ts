import type { Product } from '../../../db/models/product.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

type Schemas = components['schemas'];
type SellerProduct = Schemas['SellerProduct'];

/** The texts of a product that exist in both languages, by contract name. */
export type ProductText = {
  [Field in keyof SellerProduct]: SellerProduct[Field] extends Schemas['LocalizedText'] ? Field : never;
}[keyof SellerProduct];

/** Columns of each product text. Used by shoppers' and sellers' views, the editor and the import. */
const TEXT_COLUMNS = {
  title: { en: 'title_en', ar: 'title_ar' },
  description: { en: 'description_en', ar: 'description_ar' },
} as const satisfies { [Text in ProductText]: { en: `${string}_en`; ar: `${string}_ar` } };

const TEXTS = Object.keys(TEXT_COLUMNS) as ProductText[];

export type TextColumn = (typeof TEXT_COLUMNS)[ProductText][Locale];
export const textColumns: readonly TextColumn[] = TEXTS.flatMap((text) => Object.values(TEXT_COLUMNS[text]));

/** The texts in the form of the model. */
type ProductTexts = Pick<Product, `${ProductText}${'En' | 'Ar'}`>;

/** A product's texts in the one language shown to a shopper. */
export function textsIn(locale: Locale, product: ProductTexts): Record<ProductText, string> {
  return eachText((text) => (locale === 'ar' ? product[`${text}Ar`] : product[`${text}En`]));
}

/** A product's texts in both languages, for its seller. */
export function textsOf(product: ProductTexts): Record<ProductText, Schemas['LocalizedText']> {
  return eachText((text) => ({ en: product[`${text}En`], ar: product[`${text}Ar`] }));
}

/** The texts in a request in the form of the model; omitted ones are left out. */
export function sentTexts(sent: Pick<Schemas['UpdateProductRequest'], ProductText>): Partial<ProductTexts> {
  const written: Partial<ProductTexts> = {};
  for (const text of TEXTS) {
    const both = sent[text];
    if (both !== undefined) Object.assign(written, { [`${text}En`]: both.en, [`${text}Ar`]: both.ar });
  }
  return written;
}

/** The texts of a catalogue file's product, by column. */
export function fileTexts(
  product: Record<ProductText, Schemas['LocalizedText']>,
): Record<TextColumn, string> {
  const written = TEXTS.flatMap((text) => [
    [TEXT_COLUMNS[text].en, product[text].en],
    [TEXT_COLUMNS[text].ar, product[text].ar],
  ]);
  return Object.fromEntries(written) as Record<TextColumn, string>;
}

function eachText<V>(make: (text: ProductText) => V): Record<ProductText, V> {
  return Object.fromEntries(TEXTS.map((text) => [text, make(text)])) as Record<ProductText, V>;
}
