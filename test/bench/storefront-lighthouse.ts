import { judgePages } from './lighthouse.ts';
import type { StorefrontPart } from './storefront-pages.ts';

/** Lighthouse's scores of the shop's pages. */
export const benchLighthouse: StorefrontPart = ({ api, pages }, { loads }) =>
  judgePages(
    pages.map(({ name, path, isListed, visitor }) => ({
      ...{ name, isListed, cookies: visitor.cookies },
      address: (locale) => `${api.url}/${locale}${path}`,
    })),
    loads,
  );
