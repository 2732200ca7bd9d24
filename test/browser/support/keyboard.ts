import type { Page } from 'playwright-core';

/** The highest number of presses that may be needed to get from one element to the next. */
const MAX_TABS = 80;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((what) => document.activeElement?.matches(what) === true, selector);
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await isThere()) return;
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** The id of the focused element. */
export function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}
