import type { Page } from 'playwright-core';
import type { ShopTroubles } from './shop-troubles.ts';

/** Contents of the demo installation's shop, which identify its pages. */
export interface Shelf {
  productId: string;
  sellerId: string;
  slug: string;
  troubles: ShopTroubles;
}

/** A page of the shop, or a state of one. Pictured completely, in both languages and themes. */
export interface ShopScreen {
  name: string;
  /** Without the language. */
  path(shelf: Shelf): string;
  /** Default: a guest. */
  as?: 'buyer';
  /** Only where e-mails and SMS are sent. */
  needs?: 'sending';
  /** Brings the page into the state to be shown. */
  prepare?(page: Page, shelf: Shelf): Promise<void>;
  /** Restores what that has changed for others. */
  after?(shelf: Shelf): Promise<void>;
  /** Also pictured in the narrowest and widest windows, in the light theme. */
  extremes?: true;
}

export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** Puts the displayed product into the cart. */
export async function addToCart(page: Page): Promise<void> {
  await press('form[action$="/cart/items"] button')(page);
  await page.waitForURL('**/cart**');
}

/** A buyer's checkout with the suggested address, from the beginning. */
export async function openCheckout(page: Page): Promise<void> {
  await press('button.primary[value=begin]')(page);
  await page.waitForURL(/\/checkout\/./);
}

/** A checkout of the displayed product. */
export async function checkOut(page: Page): Promise<void> {
  await addToCart(page);
  await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
  await openCheckout(page);
}

export const restore = ({ troubles }: Shelf) => troubles.restore();
export const productPath = ({ troubles }: Shelf) => troubles.productPath;
