import type { Page } from 'playwright-core';
import type { ShopTroubles } from './shop-troubles.ts';

/** What the shop of the demo installation has, by which its pages are found. */
export interface Shelf {
  productId: string;
  sellerId: string;
  slug: string;
  troubles: ShopTroubles;
}

/** A page of the shop, or a state of one. Taken whole, in both languages and themes. */
export interface ShopScreen {
  name: string;
  /** Without the language. */
  path(shelf: Shelf): string;
  /** A guest by default. */
  as?: 'buyer';
  /** Only where e-mails and SMS are sent. */
  needs?: 'sending';
  /** Brings the page into the state that is to be seen. */
  prepare?(page: Page, shelf: Shelf): Promise<void>;
  /** Sets right what that has changed for others. */
  after?(shelf: Shelf): Promise<void>;
  /** Seen on the narrowest and widest windows, too, in the light theme. */
  extremes?: true;
}

export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** Puts the product that is shown into the cart. */
export async function addToCart(page: Page): Promise<void> {
  await press('form[action$="/cart/items"] button')(page);
  await page.waitForURL('**/cart**');
}

/** A buyer's checkout with the address that is offered first; from the start of one. */
export async function openCheckout(page: Page): Promise<void> {
  await press('button.primary[value=begin]')(page);
  await page.waitForURL(/\/checkout\/./);
}

/** A checkout of what a seller is about to change. */
export async function openTroubled(page: Page): Promise<void> {
  await addToCart(page);
  await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
  await openCheckout(page);
}

export const restore = ({ troubles }: Shelf) => troubles.restore();
export const productPath = ({ troubles }: Shelf) => troubles.productPath;
