import type { Transaction } from '../../../db/database.ts';
import type { Catalogue } from './import-catalogue-schema.ts';
import type { CatalogueSource, Fault } from './import-catalogue-source.ts';

/** What the file asks for but the database must refuse: frozen legal names, and names that others hold already. */
export async function conflicts(
  trx: Transaction,
  source: CatalogueSource,
  catalogue: Catalogue,
): Promise<Fault[]> {
  return [
    ...(await frozenLegalNames(trx, source, catalogue)),
    ...(await takenSlugs(trx, source, catalogue)),
    ...(await takenSkus(trx, source, catalogue)),
  ];
}

async function frozenLegalNames(
  trx: Transaction,
  source: CatalogueSource,
  { sellers }: Catalogue,
): Promise<Fault[]> {
  const rows = await trx('sellers')
    .whereIn(
      'import_key',
      sellers.map(({ key }) => key),
    )
    .select<{ import_key: string; legal_name: string }[]>('import_key', 'legal_name');
  const frozen = new Map(rows.map((row) => [row.import_key, row.legal_name]));
  return sellers.flatMap(({ key, legalName }, index) => {
    const present = frozen.get(key) ?? legalName;
    if (present === legalName) return [];
    const message = `the legal name of "${key}" is "${present}" and cannot be edited`;
    return [source.fault(['sellers', index, 'legalName'], message)];
  });
}

async function takenSlugs(
  trx: Transaction,
  source: CatalogueSource,
  { categories }: Catalogue,
): Promise<Fault[]> {
  const rows = await trx('categories')
    .whereIn(
      'slug',
      categories.map(({ key }) => key),
    )
    .whereRaw('import_key IS DISTINCT FROM slug')
    .select<{ slug: string }[]>('slug');
  const taken = new Set(rows.map(({ slug }) => slug));
  return categories.flatMap(({ key }, index) =>
    taken.has(key) ? [source.fault(['categories', index, 'key'], `another category is called "${key}"`)] : [],
  );
}

async function takenSkus(
  trx: Transaction,
  source: CatalogueSource,
  { products }: Catalogue,
): Promise<Fault[]> {
  const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  const rows = await trx('variants as v')
    .join('products as p', 'p.id', 'v.product_id')
    .whereIn('v.sku', skus)
    .select<{ sku: string; product: string | null }[]>({ sku: 'v.sku', product: 'p.import_key' });
  const owners = new Map(rows.map((row) => [row.sku, row.product]));
  return products.flatMap(({ key, variants }, product) =>
    variants.flatMap(({ sku }, variant) => {
      const owner = owners.get(sku);
      if (owner === undefined || owner === key) return [];
      const whose = owner === null ? "a seller's own product" : `product "${owner}"`;
      return [source.fault(['products', product, 'variants', variant, 'sku'], `${sku} belongs to ${whose}`)];
    }),
  );
}
