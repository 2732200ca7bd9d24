import type { Page } from 'playwright-core';
import { addToCart, checkOut, press, productPath, restore, type ShopScreen } from './shop-steps.ts';

const WEAK_PASSWORD = 'password2026!';
/** More than an address may register in a quarter of an hour. */
const REGISTRATIONS = 6;
/** More than an address may read in a minute. */
const READS = 640;
const BATCH_SIZE = 40;

/** Refusals of a checkout, and pages that could not be read. */
export const TROUBLE_SCREENS: readonly ShopScreen[] = [
  {
    name: 'checkout-expired',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await checkOut(page);
      await troubles.endReservation(checkoutIn(page));
      await press('button[value=confirm]')(page);
      await page.locator('form[action$="/checkout"] button').waitFor();
    },
  },
  {
    name: 'checkout-unserviceable',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await addToCart(page);
      await troubles.deliverElsewhere();
      await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
      await press('button.primary[value=begin]')(page);
      await page.locator('#trouble').waitFor();
    },
    after: restore,
  },
  {
    name: 'checkout-busy',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await checkOut(page);
      await troubles.whileHeld(checkoutIn(page), async () => {
        await press('button[value=confirm]')(page);
        await page.locator('#trouble').waitFor();
      });
    },
  },
  {
    name: 'page-busy',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await checkOut(page);
      await troubles.whileUnreadable(async () => {
        await page.reload();
      });
    },
  },
];

/** What an address may no longer do. */
export const LIMIT_SCREENS: readonly ShopScreen[] = [
  {
    name: 'checkout-limited',
    path: productPath,
    prepare: async (page) => {
      const product = page.url();
      await page.goto(product.replace(/\/p\/.*/, '/register'));
      for (let count = 0; count < REGISTRATIONS; count += 1) await register(page);
      await page.goto(product);
      await addToCart(page);
      await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
      const typed = {
        ...{ email: 'limited@demo.wasl.example', password: 'corniche-lamp-pearl-4', name: 'Noora' },
        ...{ phone: '55123456', zone: '61', street: '836', building: '12' },
      };
      for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
      await press('button.primary[value=begin]')(page);
      await page.locator('#trouble').waitFor();
    },
  },
  {
    name: 'page-limited',
    path: () => '/offline',
    prepare: async (page) => {
      await page.evaluate(
        async ({ reads, atOnce }) => {
          for (let count = 0; count < reads; count += atOnce)
            await Promise.all(Array.from({ length: atOnce }, () => fetch(location.href)));
        },
        { reads: READS, atOnce: BATCH_SIZE },
      );
      await page.goto(page.url().replace('/offline', '/c'));
    },
  },
];

async function register(page: Page): Promise<void> {
  await page.locator('input[name=displayName]').fill('Noora');
  await page.locator('#email').fill('limited@demo.wasl.example');
  await page.locator('#password').fill(WEAK_PASSWORD);
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    press('form[action$="/register"] button[type=submit]')(page),
  ]);
  await page.waitForLoadState();
}

function checkoutIn(page: Page): string {
  return /\/checkout\/([\w-]{36})/.exec(page.url())?.[1] ?? '';
}
