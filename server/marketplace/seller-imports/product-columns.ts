import { OPTION_NAME } from '../catalogue/catalogue.ts';
import type { CellReader } from './cells.ts';

/** Most options per variant. */
const MAX_OPTIONS = 10;
const MAX_OPTION_CHARACTERS = 60;

/** Column names of one option. */
export function optionColumns(place: number) {
  return {
    name: `option${place}`,
    value: `value${place}`,
    nameEn: `option${place}En`,
    nameAr: `option${place}Ar`,
    valueEn: `value${place}En`,
    valueAr: `value${place}Ar`,
  };
}

export const OPTION_COLUMNS = Array.from({ length: MAX_OPTIONS }, (_, index) => optionColumns(index + 1));

/** Columns of the product; all its rows must agree or be empty. */
export const PRODUCT_COLUMNS = [
  ...['category', 'titleEn', 'titleAr', 'descriptionEn', 'descriptionAr', 'digital', 'active', 'version'],
] as const;

export const VARIANT_COLUMNS = ['variantId', 'sku', 'variantNameEn', 'variantNameAr'] as const;

type OptionText = { name: { en: string; ar: string }; value: { en: string; ar: string } };

export interface RowOptions {
  options: Record<string, string>;
  /** Names of the options the row mentions. */
  texts: Record<string, OptionText>;
  /** Whether the file has columns for option names. */
  hasTexts: boolean;
}

/** The options of a row; null if the file has no columns for them. Errors go to the reader. */
export function readOptions(reader: CellReader): RowOptions | null {
  if (!OPTION_COLUMNS.some(({ name }) => reader.has(name))) return null;
  const read: RowOptions = { options: {}, texts: {}, hasTexts: false };
  for (const columns of OPTION_COLUMNS) {
    const [name, value] = [reader.text(columns.name), reader.text(columns.value)];
    const texts = [columns.nameEn, columns.nameAr, columns.valueEn, columns.valueAr];
    read.hasTexts ||= texts.some((column) => reader.has(column));
    const said = texts.map((column) => reader.text(column));
    if (name === '' && value === '' && said.every((text) => text === '')) continue;
    if (!OPTION_NAME.test(name)) reader.fault(columns.name, 'option');
    else if (value === '' || value.length > MAX_OPTION_CHARACTERS) reader.fault(columns.value, 'option');
    else if (Object.hasOwn(read.options, name)) reader.fault(columns.name, 'option-twice');
    else read.options[name] = value;
    if (said.every((text) => text === '')) continue;
    const [nameEn = '', nameAr = '', valueEn = '', valueAr = ''] = said;
    const empty = texts.find((column) => reader.text(column) === '');
    if (empty !== undefined) reader.fault(empty, 'half-translated');
    read.texts[name] = { name: { en: nameEn, ar: nameAr }, value: { en: valueEn, ar: valueAr } };
  }
  return read;
}

/** Equal for the same options (or names) regardless of order. */
export function canonical(named: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Options as readable text, ordered by name. */
export function optionsText(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

export function textsText(texts: Readonly<Record<string, OptionText>>): string {
  return Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { name, value }]) => `${key}: ${name.en}/${name.ar} = ${value.en}/${value.ar}`)
    .join(', ');
}
