import type { ComponentType } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import type { Page } from '../../../server/storefront/page-models.ts';
import type { Shop } from './shop-context.tsx';

/** How a page is shown, and what its head says of it. */
export interface PageView<Model> {
  Body: ComponentType<{ page: Model }>;
  /** What the page is called, without the name of the shop behind it. */
  title(page: Model, shop: Shop): string;
  /** Left out: the shop's own. */
  description?(page: Model, shop: Shop): string;
  /** Whether search engines may list it: what depends on the visitor is nothing for them. Left out: they may not. */
  isListed?(page: Model): boolean;
  /** What search engines read of it: schema.org, without @context. @param at The whole address of a path. */
  data?(page: Model, shop: Shop, at: (path: string) => string): object | null;
  /** What a link to the page is shown with. Left out, or null: the shop's own picture. */
  picture?(page: Model): components['schemas']['ShopperImage'] | null;
  /** The topmost category that the page belongs to, by its slug: the header marks it. */
  shelf?(page: Model): string | null;
  /** Without the document around it: script puts it into a page that is there already. */
  isFragment?: true;
  /** Words in the search field. */
  query?(page: Model): string | null;
}

/** The views of an area's pages. */
export type PageViews<Models extends Page> = {
  [Kind in Models['kind']]: PageView<Extract<Models, { kind: Kind }>>;
};
