/**
 * The data that the server passes to the storefront's pages: types only, read by both sides, with a file per area. Data
 * of the shop has the API's types, so that the contract describes the pages too.
 */
import type { components } from '../kernel/http/api-types.ts';
import type { AccountPage, NotificationsPage } from './account-page-models.ts';
import type { AddressPage } from './address-page-models.ts';
import type { BrowsePage } from './browse-page-models.ts';
import type { CartPage } from './cart-page-models.ts';
import type { CheckoutPage } from './checkout-page-models.ts';
import type { OrdersPage } from './orders-page-models.ts';
import type { EntryPage } from './sign-in-page-models.ts';

type Schemas = components['schemas'];

export type Locale = 'en' | 'ar';

/** What surrounds the content of every page. */
export interface Frame {
  locale: Locale;
  /** The page's path without the language, e.g. "/search"; the same in both languages. */
  path: string;
  /** The query string with its question mark, or empty. */
  search: string;
  /** Scheme and host of the installation, for absolute URLs; null if not configured. */
  origin: string | null;
  /** The top-level categories. */
  shelves: Schemas['Category'][];
  /** Placeholder in forms for the visitor's own token. */
  formToken: string;
  /** Placeholder in forms for a single-use key; a suffix distinguishes the forms of one page. */
  formKey: string;
  /** URLs of the built files. */
  assets: PageAssets;
}

export interface PageAssets {
  styles: string[];
  script: string;
  icon: string | null;
  /** Picture for link previews of the shop. */
  social: string | null;
  /** Icon for home screens. */
  touchIcon: string | null;
}

export type Page =
  | AccountPage
  | NotificationsPage
  | BrowsePage
  | CartPage
  | OrdersPage
  | CheckoutPage
  | AddressPage
  | EntryPage
  | StaleFormPage
  | ProblemPage;

/** A form was rejected because it was rendered before this browser signed in or out. `from`: the form's page. */
export type StaleFormPage = { kind: 'stale-form'; from: string };

export type ProblemPage = {
  kind: 'problem';
  status: number;
  title: string;
  detail: string;
  /** Seconds; null if waiting does not help. */
  retryAfter: number | null;
  /** The page whose form was refused, without the language; null: the request was not a form. */
  from: string | null;
};

/** What the built pages export. */
export interface PageBundle {
  /** The complete HTML document. */
  renderPage(page: Page, frame: Frame): string;
}
