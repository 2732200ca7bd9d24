import type { z } from 'zod';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { type Catalogue, catalogueSchema } from './import-catalogue-schema.ts';
import {
  CatalogueFileError,
  CatalogueSource,
  type SourcePath,
  type Violation,
} from './import-catalogue-source.ts';

export interface CheckedCatalogue {
  catalogue: Catalogue;
  source: CatalogueSource;
}

/**
 * Parses a catalogue file and checks everything that needs no database. Throws CatalogueFileError listing every error.
 */
export function checkCatalogue(file: string, text: string, serviceArea: ServiceArea): CheckedCatalogue {
  const source = new CatalogueSource(file, text);
  const parsed = catalogueSchema.safeParse(source.value);
  if (!parsed.success) {
    const faults = parsed.error.issues.flatMap((issue) => violationsOf(source, issue));
    throw new CatalogueFileError(file, faults);
  }
  const faults = [
    ...repeated(source, parsed.data),
    ...dangling(source, parsed.data),
    ...circles(source, parsed.data),
    ...unserved(source, parsed.data, serviceArea),
  ];
  if (faults.length > 0) throw new CatalogueFileError(file, faults);
  return { catalogue: parsed.data, source };
}

function violationsOf(source: CatalogueSource, issue: z.core.$ZodIssue): Violation[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code !== 'unrecognized_keys') return [source.fault(path, issue.message)];
  return issue.keys.map((name) => source.faultAtKey(path, name, `unknown field ${name}`));
}

/** Duplicates of values that must be unique in the file, with their locations. */
function repeated(source: CatalogueSource, { categories, sellers, products }: Catalogue): Violation[] {
  const skus = products.flatMap(({ variants }, product) =>
    variants.map(({ sku }, variant): Named => [sku, ['products', product, 'variants', variant, 'sku']]),
  );
  const offers = products.flatMap(({ variants }, product) =>
    variants.map((each, variant) =>
      each.offers.map(({ seller }, offer): Named => {
        return [seller, ['products', product, 'variants', variant, 'offers', offer, 'seller']];
      }),
    ),
  );
  const keys = (list: 'categories' | 'sellers' | 'products', items: readonly { key: string }[]) =>
    items.map(({ key }, index): Named => [key, [list, index, 'key']]);
  return [
    ...twice(source, keys('categories', categories)),
    ...twice(source, keys('sellers', sellers)),
    ...twice(source, keys('products', products)),
    ...twice(source, skus),
    ...offers.flatMap((list) => twice(source, list)),
  ];
}

type Named = [name: string, path: SourcePath];

function twice(source: CatalogueSource, named: readonly Named[]): Violation[] {
  const first = new Map<string, SourcePath>();
  return named.flatMap(([name, path]) => {
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, path);
      return [];
    }
    return [source.fault(path, `"${name}" already appears on line ${source.fault(before, '').line}`)];
  });
}

function dangling(source: CatalogueSource, { categories, sellers, products }: Catalogue): Violation[] {
  const categoryKeys = new Set(categories.map(({ key }) => key));
  const sellerKeys = new Set(sellers.map(({ key }) => key));
  const missing = (known: Set<string>, noun: string, name: string, path: SourcePath) =>
    known.has(name) ? [] : [source.fault(path, `no ${noun} of this file has the key "${name}"`)];
  return [
    ...categories.flatMap(({ parent }, index) =>
      parent === undefined ? [] : missing(categoryKeys, 'category', parent, ['categories', index, 'parent']),
    ),
    ...products.flatMap(({ category }, index) =>
      missing(categoryKeys, 'category', category, ['products', index, 'category']),
    ),
    ...products.flatMap(({ variants }, product) =>
      variants.flatMap(({ offers }, variant) =>
        offers.flatMap(({ seller }, offer) => {
          const path = ['products', product, 'variants', variant, 'offers', offer, 'seller'];
          return missing(sellerKeys, 'seller', seller, path);
        }),
      ),
    ),
  ];
}

function circles(source: CatalogueSource, { categories }: Catalogue): Violation[] {
  const parents = new Map(categories.map(({ key, parent }) => [key, parent]));
  return categories.flatMap(({ key, parent }, index) => {
    const met = new Set<string>();
    let above = parent;
    while (above !== undefined && above !== key && !met.has(above)) {
      met.add(above);
      above = parents.get(above);
    }
    return above === key
      ? [source.fault(['categories', index, 'parent'], `"${key}" is its own ancestor`)]
      : [];
  });
}

function unserved(source: CatalogueSource, { sellers }: Catalogue, serviceArea: ServiceArea): Violation[] {
  return sellers.flatMap(({ warehouse }, index) =>
    serviceArea.contains(warehouse.location)
      ? []
      : [source.fault(['sellers', index, 'warehouse', 'location'], 'must lie in Qatar')],
  );
}
