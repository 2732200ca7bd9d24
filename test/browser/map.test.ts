import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/shared/waiting.ts';
import type { Schema } from '../support/api-client.ts';
import { png } from '../support/pictures.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { START_LIMIT } from './support/console-service.ts';
import { startTileHost, type TileHost } from './support/tile-host.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const RED = [200, 30, 60] as const;
/** Milliseconds that drawing may take without a graphics card. */
const PATIENCE = 30_000;

describe('the map of another host', function () {
  this.timeout(240_000);
  let host: TileHost;
  let city: DispatchCity;
  let visitor: Visitor;

  before(async function () {
    this.timeout(START_LIMIT);
    host = await startTileHost(png(256, 256, RED));
    city = await DispatchCity.open({ MAP_STYLE_URL: host.url });
    await city.driver('Yousef Rahman', PLACES.sadd);
    visitor = await newVisitor(city.world.service, { width: 900, height: 600, map: true });
    await visitor.signIn('dispatch', city.dispatcher);
  });
  after(async () => {
    await visitor?.close();
    await city?.close();
    await host?.close();
  });

  const canvas = () => visitor.page.locator('.maplibregl-canvas');

  it('is drawn from a PMTiles archive, with our zones above it', async () => {
    const { page } = visitor;
    await page.goto('/dispatch/zones');
    await canvas().waitFor();
    // A little of ours lies over the red: a zone’s fill.
    await until(async () => isNear(await colourAt(page, 0.5, 0.5), RED, 40), { limitMs: PATIENCE });
    expect(host.ranges.length, 'parts of the archive').to.be.at.least(2);
    expect(
      await page
        .getByText(/map/i)
        .filter({ hasText: /could not/ })
        .count(),
    ).to.equal(0);
    await until(
      async () => {
        await clickAt(page, 0.5, 0.5);
        return new URL(page.url()).searchParams.has('zone');
      },
      { limitMs: PATIENCE },
    );
  });

  it('is drawn on with the mouse: corner by corner, and dragged', async () => {
    const { page } = visitor;
    await page.goto('/dispatch/zones?edit=new');
    await canvas().waitFor();
    await until(async () => isNear(await colourAt(page, 0.5, 0.5), RED, 40), { limitMs: PATIENCE });
    const corners = page.getByLabel(/^Corners/);
    for (const [x, y] of [
      [0.4, 0.4],
      [0.6, 0.4],
      [0.6, 0.6],
      [0.4, 0.6],
      [0.4, 0.6],
    ] as const) {
      await clickAt(page, x, y);
    }
    await until(async () => (await corners.inputValue()).split('\n').length === 4, { limitMs: PATIENCE });
    const drawn = await corners.inputValue();
    await drag(page, [0.6, 0.6], [0.65, 0.65]);
    await until(async () => (await corners.inputValue()) !== drawn, { limitMs: PATIENCE });
    await page.getByLabel('Name (English)').fill('By hand');
    await page.getByLabel('Name (Arabic)').fill('باليد');
    await page.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByRole('button', { name: /^By hand/ }).waitFor();
    const { data } = await city.world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const zone = data.find(({ name }) => name.en === 'By hand');
    expect(zone?.geometry.coordinates[0]).to.have.length(5);
  });
});

async function placeOn(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('no map');
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const place = await placeOn(page, x, y);
  await page.mouse.move(place.x, place.y);
  await page.mouse.click(place.x, place.y);
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await placeOn(page, ...from), await placeOn(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

/** Red, green and blue of what is seen there. */
async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const { x: left, y: top } = await placeOn(page, x, y);
  const picture = await page.screenshot({ clip: { x: left, y: top, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [...picture],
  );
}

function isNear(seen: readonly number[], wanted: readonly number[], by: number): boolean {
  return wanted.every((value, index) => Math.abs(value - (seen[index] ?? 0)) <= by);
}
