/**
 * What the server gives to the pages of the storefront, and all that they know: types alone, read by both sides, each
 * area's in a file of its own. What pages show of the shop is as the API says it, so that its contract describes pages,
 * too.
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

/** What every page has around its own matter. */
export interface Frame {
  locale: Locale;
  /** Where this page is, without the language, e.g. "/search"; the same in the other language. */
  path: string;
  /** The query with its question mark, or empty. */
  search: string;
  /** Scheme and host of the installation, for addresses that leave it; null while nobody has said it. */
  origin: string | null;
  /** The topmost categories. */
  shelves: Schemas['Category'][];
  /** Stands in forms where each visitor's own token goes. */
  formToken: string;
  /** Stands in forms where a key goes that is used once; what follows it tells forms of one page apart. */
  formKey: string;
  /** Addresses of the built files. */
  assets: PageAssets;
}

export interface PageAssets {
  styles: string[];
  script: string;
  icon: string | null;
  /** The picture that links to the shop are shown with. */
  social: string | null;
  /** For home screens of phones. */
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

/** A form was not taken: it was given before this browser signed in or out. `from`: the page it stands on. */
export type StaleFormPage = { kind: 'stale-form'; from: string };

export type ProblemPage = {
  kind: 'problem';
  status: number;
  title: string;
  detail: string;
  /** Seconds; null where waiting does not help. */
  retryAfter: number | null;
  /** The page whose form was refused, without the language; null: it was no form. */
  from: string | null;
};

/** What the built pages export. */
export interface PageBundle {
  /** The whole document, as a string of HTML. */
  renderPage(page: Page, frame: Frame): string;
}
