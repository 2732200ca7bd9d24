import type { Transaction } from '../../../db/database.ts';
import { readLegalNames, readSkuOwners, readTakenSlugs } from './conflict-store.ts';
import type { Catalogue } from './import-catalogue-schema.ts';
import type { CatalogueSource, Violation } from './import-catalogue-source.ts';

/** Conflicts with the database: changed legal names, which are frozen, and names taken by others. */
export async function conflicts(
  trx: Transaction,
  source: CatalogueSource,
  catalogue: Catalogue,
): Promise<Violation[]> {
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
): Promise<Violation[]> {
  const frozen = await readLegalNames(
    trx,
    sellers.map(({ key }) => key),
  );
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
): Promise<Violation[]> {
  const taken = await readTakenSlugs(
    trx,
    categories.map(({ key }) => key),
  );
  return categories.flatMap(({ key }, index) =>
    taken.has(key)
      ? [source.fault(['categories', index, 'key'], `another category has the slug "${key}"`)]
      : [],
  );
}

async function takenSkus(
  trx: Transaction,
  source: CatalogueSource,
  { products }: Catalogue,
): Promise<Violation[]> {
  const skus = products.flatMap(({ variants }) => variants.map(({ sku }) => sku));
  const owners = await readSkuOwners(trx, skus);
  return products.flatMap(({ key, variants }, product) =>
    variants.flatMap(({ sku }, variant) => {
      const owner = owners.get(sku);
      if (owner === undefined || owner === key) return [];
      const whose = owner === null ? "a seller's own product" : `product "${owner}"`;
      return [source.fault(['products', product, 'variants', variant, 'sku'], `${sku} belongs to ${whose}`)];
    }),
  );
}
