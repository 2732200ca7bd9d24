import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible } from './axe.ts';

/**
 * A page of another origin on the same site, so that the browser sends its cookies, posts what the service's own button
 * would.
 */
export async function foreignPage(newPage: () => Promise<Page>, action: string): Promise<void> {
  const fields = { do: 'confirm', total: '165.00', token: 'a'.repeat(44), key: 'a-foreign-key' };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const form = `<form method="post" action="${action}">${inputs.join('')}<button>Win a phone</button></form>`;
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><link rel="icon" href="data:,"><title>Prizes</title>${form}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await newPage();
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const answer = page.waitForResponse(action);
    await page.getByRole('button', { name: 'Win a phone' }).click();
    expect((await answer).status()).to.equal(403);
    await page.locator('main h1').waitFor();
    await expectAccessible(page, 'a form that is not ours');
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}
