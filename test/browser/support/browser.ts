import { type Browser, chromium } from 'playwright-core';
import { DRAWING_FLAGS, ensureChromium, PLAIN_FLAGS } from '../../../scripts/browser/chromium.ts';

let plain: Promise<Browser> | null = null;
let drawing: Promise<Browser> | null = null;

/**
 * The only browser of this test run, opened at its first use; every visitor has a separate context in it. `draws`:
 * another one, with maps, which cost seconds of processor time each.
 */
export function theBrowser({ draws = false } = {}): Promise<Browser> {
  if (draws) {
    drawing ??= launch(DRAWING_FLAGS);
    return drawing;
  }
  plain ??= launch(PLAIN_FLAGS);
  return plain;
}

async function launch(args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(() => undefined), args });
}

// At the end of the whole run: this file is loaded once, outside of any suite.
after(async function () {
  this.timeout(30_000);
  for (const opened of [plain, drawing]) await (await opened)?.close();
});
