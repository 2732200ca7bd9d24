import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

/** Menus, dialogs and the like are rendered at the page's end, outside its landmarks. */
const OFF = { region: { enabled: false } };
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that another theme may break. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Fails, naming rule and element, when axe finds anything on the page as it is now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNothing(page, what, { runOnly: { type: 'tag', values: RULES }, rules: OFF });
}

/** The same for the rules of colour alone. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  await expectNothing(page, what, { runOnly: { type: 'rule', values: OF_COLOUR } });
}

async function expectNothing(page: Page, what: string, options: axe.RunOptions): Promise<void> {
  // Evaluated by the debugger, to which the page's policy does not apply; once per page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (given) => {
    const run = (globalThis as unknown as { axe: typeof axe }).axe;
    // react-aria's announcements may for a moment refer to elements that are gone.
    const where = { exclude: [['[data-live-announcer]']] };
    const { violations } = await run.run(where, { ...given, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${failureSummary ?? ''}`,
      ),
    );
  }, options);
  expect(found, `${what}\n${found.join('\n')}`).to.deep.equal([]);
}
