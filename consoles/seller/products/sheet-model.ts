import type { components } from '../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
export type ProductSheet = Schemas['ProductSheet'];
type Words = Schemas['LocalizedText'];

/** Variants that a product has at most. */
export const MAX_VARIANTS = 100;
export const MAX_OPTIONS = 3;

/** One value of an option, such as "1 kg"; its mark stays when its words change. */
export interface OptionValue {
  readonly mark: string;
  /** As the service knows it; null for a new one, whose English words become it. */
  readonly known: string | null;
  readonly words: Words;
}

/** What variants differ in, such as "Weight". */
export interface Option {
  readonly mark: string;
  readonly known: string | null;
  readonly name: Words;
  readonly values: readonly OptionValue[];
}

/** A variant's editable fields. */
export interface VariantFields {
  readonly id: string | null;
  readonly offerVersion: number | null;
  readonly sku: string;
  readonly price: string;
  readonly onSale: boolean;
  readonly threshold: number | null;
  /** The product has it, or is to have it. */
  readonly wanted: boolean;
  /** What the service calls it, as long as the words that it is called by stay these. */
  readonly called: { readonly name: Words; readonly by: string } | null;
}

export interface SheetDraft {
  readonly title: Words;
  readonly description: Words;
  readonly categoryId: string | null;
  readonly active: boolean;
  readonly options: readonly Option[];
  /** By the marks of its values; those of values that were taken away are kept, in case they come back. */
  readonly variants: ReadonlyMap<string, VariantFields>;
}

/** One combination of values, with what was said of it. */
export interface VariantRow extends VariantFields {
  readonly key: string;
  readonly values: readonly OptionValue[];
}

const NOTHING: Words = { en: '', ar: '' };
const NEW_VARIANT: VariantFields = {
  ...{ id: null, offerVersion: null, sku: '', price: '', onSale: true, threshold: null },
  ...{ wanted: true, called: null },
};

let marks = 0;
const newMark = () => {
  marks += 1;
  return `m${marks}`;
};

export function newValue(words: Words = NOTHING): OptionValue {
  return { mark: newMark(), known: null, words };
}

export function newOption(): Option {
  return { mark: newMark(), known: null, name: NOTHING, values: [newValue()] };
}

export function emptyDraft(): SheetDraft {
  return {
    ...{ title: NOTHING, description: NOTHING, categoryId: null, active: true },
    ...{ options: [], variants: new Map() },
  };
}

const keyOf = (values: readonly OptionValue[]) => values.map(({ mark }) => mark).join('/');

/** The texts a variant's name is made of: when they change, the service renames the variant. */
const wordsBehind = (title: Words, values: readonly OptionValue[]) =>
  JSON.stringify([trimmed(title), ...values.map(({ words }) => trimmed(words))]);

/** A product as the service has it, to be edited. */
export function draftOf({ product, offers }: ProductSheet): SheetDraft {
  const names = [...new Set(product.variants.flatMap(({ options }) => Object.keys(options)))];
  const options = names.map((known): Option => {
    const text = product.variants.find(({ optionTexts }) => optionTexts?.[known] !== undefined)
      ?.optionTexts?.[known];
    const raw = [...new Set(product.variants.map((variant) => variant.options[known] ?? ''))];
    return {
      ...{ mark: newMark(), known, name: text?.name ?? { en: known, ar: '' } },
      values: raw.map((value) => {
        const of = product.variants.find((variant) => variant.options[known] === value)?.optionTexts?.[known];
        return { mark: newMark(), known: value, words: of?.value ?? { en: value, ar: '' } };
      }),
    };
  });
  const variants = new Map(
    product.variants.map((variant) => {
      const values = options.flatMap(({ known, values: all }) =>
        all.filter((value) => value.known === (variant.options[known ?? ''] ?? '')),
      );
      const offer = offers.find(({ variantId }) => variantId === variant.id);
      return [
        keyOf(values),
        {
          ...{ id: variant.id, sku: variant.sku, wanted: true },
          called: { name: variant.name, by: wordsBehind(product.title, values) },
          ...{ offerVersion: offer?.version ?? null, price: offer?.price.amount ?? '' },
          ...{ onSale: offer?.active ?? true, threshold: offer?.lowStockThreshold ?? null },
        },
      ] as const;
    }),
  );
  const { title, description, categoryId, active } = product;
  return { title, description, categoryId, active, options, variants };
}

/** Every combination of the options' values; without options, the one variant there is. */
export function rowsOf({ options, variants }: SheetDraft): VariantRow[] {
  const combinations = options.reduce<OptionValue[][]>(
    (former, { values }) => former.flatMap((some) => values.map((value) => [...some, value])),
    [[]],
  );
  // A product that has some of its combinations does not get the others without being asked.
  const isKnown = [...variants.values()].some(({ id }) => id !== null);
  return combinations.map((values) => {
    const key = keyOf(values);
    const said = variants.get(key);
    const isOld = values.every(({ known }) => known !== null) && values.length > 0;
    const fresh = { ...NEW_VARIANT, wanted: !(isKnown && isOld) };
    return { ...(said ?? fresh), key, values };
  });
}

/** Something is said of a variant. */
export function say(draft: SheetDraft, row: VariantRow, changes: Partial<VariantFields>): SheetDraft {
  const { key: _, values: __, ...fields } = row;
  return { ...draft, variants: new Map(draft.variants).set(row.key, { ...fields, ...changes }) };
}

/** Whether an option may go, or a value of it: what the service has of variants cannot be deleted. */
export function isBound(draft: SheetDraft, mark: string): boolean {
  return [...draft.variants].some(
    ([key, { id }]) =>
      id !== null &&
      (key.split('/').includes(mark) ||
        draft.options.some((option) => option.mark === mark && option.known !== null)),
  );
}

/** An option more would leave the variants that are there without a value of it. */
export function mayAddOption({ options, variants }: SheetDraft): boolean {
  return options.length < MAX_OPTIONS && ![...variants.values()].some(({ id }) => id !== null);
}

const priced = (price: string) => ({
  amount: Number(price.trim().replace(',', '.')).toFixed(2),
  currency: 'QAR' as const,
});

/** The wanted variants as they are sent. */
export function variantsOf(draft: SheetDraft): Schemas['SheetVariant'][] {
  return rowsOf(draft)
    .filter(({ wanted }) => wanted)
    .map(({ id, sku, values, called, price, onSale, threshold, offerVersion }) => {
      const named = draft.options.map((option, at) => {
        const value = values[at] ?? newValue();
        return {
          key: option.known ?? option.name.en.trim(),
          value: value.known ?? value.words.en.trim(),
          text: { name: trimmed(option.name), value: trimmed(value.words) },
        };
      });
      return {
        ...(id === null ? {} : { id }),
        sku: sku.trim(),
        options: Object.fromEntries(named.map(({ key, value }) => [key, value])),
        optionTexts: Object.fromEntries(
          named.filter(({ text }) => isWhole(text)).map(({ key, text }) => [key, text]),
        ),
        ...(called?.by === wordsBehind(draft.title, values) ? { name: called.name } : {}),
        ...(price.trim() === ''
          ? {}
          : {
              offer: {
                ...(offerVersion === null ? {} : { version: offerVersion }),
                ...{ price: priced(price), active: onSale, lowStockThreshold: threshold },
              },
            }),
      };
    });
}

/** Of what was there without words, some may still have none in Arabic. */
const isWhole = ({ name, value }: { name: Words; value: Words }) =>
  [name, value].every(({ en, ar }) => en !== '' && ar !== '');

/** Whether all options are distinct and new ones are named in both languages. */
export function optionsAreSound({ options }: SheetDraft): boolean {
  const told = (known: string | null, { en, ar }: Words) =>
    en.trim() !== '' && (known !== null || ar.trim() !== '');
  const apart = (words: readonly Words[]) =>
    new Set(words.map(({ en }) => en.trim().toLowerCase())).size === words.length;
  return (
    apart(options.map(({ name }) => name)) &&
    options.every(
      ({ known, name, values }) =>
        told(known, name) &&
        values.length > 0 &&
        values.every((value) => told(value.known, value.words)) &&
        apart(values.map(({ words }) => words)),
    )
  );
}

export function trimmed({ en, ar }: Words): Words {
  return { en: en.trim(), ar: ar.trim() };
}

/** Takes offer versions from the service into the draft: every change raises them, no matter who makes it. */
export function withVersions(draft: SheetDraft, { offers }: ProductSheet): SheetDraft {
  const versions = new Map(offers.map(({ variantId, version }) => [variantId, version]));
  return {
    ...draft,
    variants: new Map(
      [...draft.variants].map(([key, fields]) => [
        key,
        { ...fields, offerVersion: fields.id === null ? null : (versions.get(fields.id) ?? null) },
      ]),
    ),
  };
}
