import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { Facets } from './facet-store.ts';
import { inLocale } from './render-product.ts';

export function renderFacets(facets: Facets, locale: Locale): components['schemas']['ProductFacets'] {
  const named = ({ id, nameEn, nameAr, count }: Facets['sellers'][number]) => ({
    id,
    name: inLocale(locale, nameEn, nameAr),
    count,
  });
  return {
    categories: facets.categories.map((category) => ({ ...named(category), parentId: category.parentId })),
    sellers: facets.sellers.map(named),
    prices: facets.prices.map(({ from, to, count }) => ({
      minPrice: qar(from),
      maxPrice: to === null ? null : qar(to),
      count,
    })),
    options: facets.options.map(({ name, texts, values }) => ({
      name,
      label: texts?.[locale] ?? name,
      values: values.map(({ value, texts: called, count }) => ({
        value,
        label: called?.[locale] ?? value,
        count,
      })),
    })),
    inStock: facets.inStock,
    total: facets.total,
  };
}
