import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import { press, type ShopScreen } from './shop-steps.ts';

/** The number of codes sent to one address is limited, so every picture uses another address. */
const somebody = () => `somebody-${randomInt(1e9)}@demo.wasl.example`;
const someNumber = () => `55${randomInt(100_000, 1_000_000)}`;
const ASK = 'form[action$="/sign-in/code"] button[type=submit]';
const ENTER = 'form[action$="/sign-in/code/enter"] button[type=submit]';

async function askForCode(page: Page, address: string): Promise<void> {
  await page.locator('input[name=address]').fill(address);
  await press(ASK)(page);
  await page.waitForURL('**/sign-in/code/enter');
}

/** Screens that only an installation shows that sends e-mails and SMS. */
export const SENDING_SCREENS: readonly ShopScreen[] = [
  {
    name: 'sign-in-code-faults',
    needs: 'sending',
    path: () => '/sign-in/code',
    prepare: async (page) => {
      await page.locator('input[name=address]').fill('5512');
      await press(ASK)(page);
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'sign-in-code-enter',
    needs: 'sending',
    path: () => '/sign-in/code',
    prepare: (page) => askForCode(page, somebody()),
  },
  {
    name: 'sign-in-code-wrong',
    needs: 'sending',
    path: () => '/sign-in/code',
    prepare: async (page) => {
      await askForCode(page, someNumber());
      await page.locator('input[name=code]').fill('000000');
      await press(ENTER)(page);
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'forgot-password-sent',
    needs: 'sending',
    path: () => '/forgot-password',
    prepare: async (page) => {
      await page.locator('#email').fill(somebody());
      await press('form[action$="/forgot-password"] button[type=submit]')(page);
      await page.locator('.notice.success').waitFor();
    },
  },
  {
    name: 'account-phone-code',
    needs: 'sending',
    path: () => '/account/phone',
    as: 'buyer',
    prepare: async (page) => {
      await page.locator('input[name=phone]').fill(someNumber());
      await page.locator('#password').fill(DEMO_PEOPLE.buyer.password);
      await press('form[action$="/account/phone"] button[type=submit]')(page);
      await page.waitForURL('**/account/phone/code**');
    },
  },
];
