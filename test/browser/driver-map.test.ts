import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { connection, openPhone } from './support/driver-phone.ts';
import { expectSound, follow } from './support/two-looks.ts';
import type { Visitor } from './support/visitor.ts';

/** A drawn map has land, water, streets and names; one that was not drawn has a single colour. */
const COLOURS = 20;

describe('the map of the route on a phone', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let phone: Visitor;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE });
    for (const dropoff of [
      { latitude: 25.371, longitude: 51.551 },
      { latitude: 25.283, longitude: 51.497 },
    ]) {
      const { taskId } = await world.ready({ dropoff });
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
    }
    phone = await openPhone(world, driver, { map: true, width: 360 });
    await phone.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // The service worker's cache is complete once it controls the page.
    await phone.page.reload();
    await follow(phone.page, '/driver/route');
    await stops(phone.page).nth(3).waitFor();
    await phone.context.setOffline(true);
    await connection(phone.page, 'Offline');
  });
  after(async () => {
    await phone?.close();
    await world?.close();
  });

  const stops = (page: Page) => page.locator('#main ol li');
  const choose = (name: 'List' | 'Map') => phone.page.getByRole('button', { name, exact: true }).click();
  const warning = () => phone.page.getByText('The map could not be loaded. The list has every stop.');

  it('is drawn without a network, with the next stop below it, and the list has all of them', async () => {
    const { page } = phone;
    await choose('Map');
    await page.locator('.live-map-canvas[aria-busy=false]').waitFor();
    expect(await warning().count()).to.equal(0);
    expect(await stops(page).count()).to.equal(1);
    expect(await coloursOf(page, '.live-map-canvas')).to.be.above(COLOURS);
    await expectSound([{ name: 'English, light', visitor: phone }], 'route on a map', '.live-map-canvas');
    await choose('List');
    expect(await stops(page).count()).to.equal(4);
  });

  it('reports that it could not be loaded, and leaves the list, when a part of it or all of it is missing', async () => {
    const { page } = phone;
    for (const missing of ['geojson', 'route-map']) {
      await forget(page, missing);
      await page.reload();
      await follow(page, '/driver/route');
      await choose('Map');
      await warning().waitFor();
      expect(await stops(page).count(), missing).to.equal(4);
      await expectSound([{ name: 'English, light', visitor: phone }], `no ${missing}`, '#main ol li');
      await choose('List');
      expect(await warning().count()).to.equal(0);
    }
  });
});

/** Deletes a part from the cache, as a phone does that is short of space. */
async function forget(page: Page, part: string): Promise<void> {
  const gone = await page.evaluate(async (wanted) => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes(wanted) && (await cache.delete(request))) count += 1;
      }
    }
    return count;
  }, part);
  expect(gone, part).to.be.above(0);
  // The browser's own network cache would serve it as well.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

async function coloursOf(page: Page, selector: string): Promise<number> {
  const picture = await page.locator(selector).screenshot();
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      const seen = new Set<string>();
      for (let at = 0; at < data.length; at += 4 * 37) seen.add([...data.slice(at, at + 3)].join());
      return seen.size;
    },
    [...picture],
  );
}
