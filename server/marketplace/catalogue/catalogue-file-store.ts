import { keyedRows } from '../../../db/keyed-rows.ts';
import type { Variant } from '../../../db/models/variant.ts';
import { boolean, integer, jsonb, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import { type TextColumn, textColumns } from './product-texts.ts';

/** Categories from a catalogue file. */
export const fileCategories = keyedRows({
  name: 'catalogue.file_category',
  table: 'categories',
  key: { import_key: text },
  once: { slug: text },
  always: { name_en: text, name_ar: text, parent_id: nullable(uuid), position: integer },
  onUpdate: 'version = version + 1',
});

const productTexts = Object.fromEntries(textColumns.map((column) => [column, text])) as Record<
  TextColumn,
  typeof text
>;

/** Products from a catalogue file. */
export const fileProducts = keyedRows({
  name: 'catalogue.file_product',
  table: 'products',
  key: { import_key: text },
  once: {},
  always: { category_id: uuid, ...productTexts, digital: boolean },
  onUpdate: 'version = version + 1, updated_at = now()',
});

/** Variants from a catalogue file. */
export const fileVariants = keyedRows({
  name: 'catalogue.file_variant',
  table: 'variants',
  key: { import_key: text },
  once: { sku: text, product_id: uuid },
  always: {
    ...{ name_en: text, name_ar: text, position: integer },
    ...{ options: jsonb<Variant['options']>(), option_texts: jsonb<Variant['optionTexts']>() },
  },
});

/** Offers from a catalogue file. A switched-off offer stays off. */
export const fileOffers = keyedRows({
  name: 'catalogue.file_offer',
  table: 'offers',
  key: { variant_id: uuid, seller_id: uuid },
  once: {},
  always: { price: numeric },
  onUpdate: 'version = version + 1, updated_at = now()',
});
