import { z } from 'zod';
import { OPTION_NAME } from '../catalogue/catalogue.ts';

const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be 1 to 64 lower-case letters, digits and hyphens');
const text = (longest: number) => z.string().max(longest).regex(/\S/, 'must not be blank');
const localized = (longest: number) => z.strictObject({ en: text(longest), ar: text(longest) });
const percent = z
  .string()
  .regex(/^(100\.00|\d{1,2}\.\d{2})$/, 'must be a percentage as a string, like "10.00"');
const price = z
  .string()
  .regex(
    /^(?!0\.00$)(0|[1-9]\d{0,5})\.\d{2}$/,
    'must be an amount in QAR as a string, like "25.00", above zero and below a million',
  );

/** Same as the contract's ZoneNumber. */
const NO_ZONES: ReadonlySet<number> = new Set([59, 87, 88, 89]);

const warehouse = z.strictObject({
  name: text(120),
  phone: z
    .string()
    .regex(/^\+974[3-7]\d{7}$/, 'must be a number in Qatar, +974 and 8 digits')
    .optional(),
  zoneNumber: z
    .int()
    .min(1)
    .max(98)
    .refine((number) => !NO_ZONES.has(number), 'must be the number of a zone in Qatar'),
  streetNumber: z.int().min(1).max(9999),
  buildingNumber: z.int().min(1).max(9999),
  unit: text(20).optional(),
  landmark: text(200).optional(),
  location: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  /** The address is a placeholder for one not known yet. */
  placeholder: z.boolean(),
});

const seller = z.strictObject({
  key,
  legalName: text(200),
  /** The legal name is a placeholder for one not known yet. */
  legalNamePlaceholder: z.boolean(),
  displayName: localized(120),
  warehouse,
});

/** `key` is also the slug. */
const category = z.strictObject({ key, parent: key.optional(), name: localized(120) });

const offer = z.strictObject({
  /** Key of a seller in this file. */
  seller: key,
  price,
  /** Opening stock in the seller's warehouse, in pieces; used only on the offer's first import. */
  stock: z.int().min(0).max(1_000_000),
});

/** Variants are identified by their SKU. */
const variantFields = z.strictObject({
  sku: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, dots, hyphens'),
  name: localized(120),
  options: z
    .record(z.string().regex(OPTION_NAME, 'must start with a letter or digit and contain no colon'), text(60))
    .refine((options) => Object.keys(options).length <= 10, 'must have at most 10 options'),
  /** Localized names of options and values; anything not listed is shown as it is. */
  optionTexts: z
    .record(z.string(), z.strictObject({ name: localized(60), value: localized(60) }))
    .default({}),
  offers: z.array(offer).min(1).max(100),
});

const variant = variantFields.refine(
  ({ options, optionTexts }) => Object.keys(optionTexts).every((name) => Object.hasOwn(options, name)),
  { path: ['optionTexts'], error: 'must name options of this variant' },
);

const picture = z.strictObject({
  /** Relative to the folder of the catalogue file, and below it. */
  file: z
    .string()
    .regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$))[\w./-]{1,200}$/, 'must be a path below the folder of this file'),
  /** Alternative text. */
  alt: localized(250),
});

const product = z.strictObject({
  key,
  /** Key of a category in this file. */
  category: key,
  title: localized(120),
  description: localized(4000),
  digital: z.boolean().default(false),
  /** Used only for a product without pictures; afterwards they are maintained by people. */
  pictures: z.array(picture).max(12).default([]),
  variants: z.array(variant).min(1).max(100),
});

/**
 * Contents of a catalogue file. Keys identify things across imports; texts are {en, ar}; money is in decimal strings.
 */
export const catalogueSchema = z.strictObject({
  /** Applies to all sellers in the file. */
  commissionPlan: z.strictObject({ name: text(120), percent }),
  categories: z.array(category).min(1).max(1000),
  sellers: z.array(seller).min(1).max(1000),
  products: z.array(product).min(1).max(10_000),
});

export type Catalogue = z.infer<typeof catalogueSchema>;
export type CatalogueProduct = Catalogue['products'][number];
export type CatalogueVariant = CatalogueProduct['variants'][number];
