import type { ComponentType } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import type { Page } from '../../../server/storefront/page-models.ts';
import type { Shop } from './shop-context.tsx';

/** How a page is rendered, and its metadata. */
export interface PageView<Model> {
  Body: ComponentType<{ page: Model }>;
  /** The page's title, without the shop's name. */
  title(page: Model, shop: Shop): string;
  /** Left out: the shop's own description. */
  description?(page: Model, shop: Shop): string;
  /** Whether search engines may list it; never for pages that depend on the visitor. Left out: they may not. */
  isListed?(page: Model): boolean;
  /** Structured data for search engines: schema.org, without @context. @param at Returns a path's absolute URL. */
  data?(page: Model, shop: Shop, at: (path: string) => string): object | null;
  /** The picture shown with a link to the page. Left out, or null: the shop's own. */
  picture?(page: Model): components['schemas']['ShopperImage'] | null;
  /** Slug of the page's top category, which the header marks. */
  shelf?(page: Model): string | null;
  /** Rendered without the document around it: a script inserts it into an existing page. */
  isFragment?: true;
  /** Text in the search field. */
  query?(page: Model): string | null;
}

/** The views of an area's pages. */
export type PageViews<Models extends Page> = {
  [Kind in Models['kind']]: PageView<Extract<Models, { kind: Kind }>>;
};
