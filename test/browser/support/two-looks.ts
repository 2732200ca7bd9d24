import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectReadable } from './axe.ts';
import type { Visitor } from './visitor.ts';

/** The same person at two devices that differ in language, direction, theme and width. */
export type TwoLooks = readonly { name: string; visitor: Visitor }[];

/** Goes where a link of the console would lead, without a reload. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Expects that the devices show `ready`, nothing is loading, axe finds nothing, and nothing is wider than the page. Of a
 * single one, everything must be readable in the other theme, too; of two, the second one has it.
 */
export async function expectSound(looks: TwoLooks, what: string, ready: string): Promise<void> {
  for (const { name, visitor } of looks) {
    const { page } = visitor;
    const where = `${what}, ${name}`;
    try {
      await page.locator(ready).first().waitFor();
    } catch (error) {
      throw new Error(`${where}: ${String(error)}`);
    }
    await page.waitForFunction(() => document.querySelector('[class*=skeleton]') === null);
    await expectAccessible(page, where);
    expect(await page.evaluate(beyondTheEdge), `${where}: beyond the page's width`).to.deep.equal([]);
    if (looks.length === 1)
      await inTheOtherTheme(page, () => expectReadable(page, `${where}, in the other theme`));
  }
}

/** Changes the device's theme: a page whose theme was chosen on it keeps that. */
async function inTheOtherTheme(page: Page, look: () => Promise<void>): Promise<void> {
  const wear = async (dark: boolean) => {
    const theme = dark ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  };
  const dark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark');
  await wear(!dark);
  await look();
  await wear(dark);
}

/** Runs in the page: the elements that make it scroll sideways, innermost first; empty when it does not. */
export function beyondTheEdge(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const out = [...document.body.querySelectorAll('*')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  });
  return out
    .reverse()
    .slice(0, 5)
    .map((element) => element.outerHTML.slice(0, 160));
}
