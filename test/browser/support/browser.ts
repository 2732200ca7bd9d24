import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, ensureChromium } from '../../../scripts/browser/chromium.ts';

let opened: Promise<Browser> | null = null;

/** The one browser of this test run, opened at its first use; every test has a fresh context in it. */
export function theBrowser(): Promise<Browser> {
  opened ??= ensureChromium(() => undefined).then((executablePath) =>
    chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
  );
  return opened;
}

// Of the whole run: this file is loaded once, outside of any suite.
after(async function () {
  this.timeout(30_000);
  await (await opened)?.close();
});
