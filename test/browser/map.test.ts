import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import type { Schema } from '../support/api-client.ts';
import { png } from '../support/pictures.ts';
import { DispatchCity, PLACES } from './dispatch-city.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { clickAt, colourAt, drag, isNear } from './support/map-picture.ts';
import { startTileHost, type TileHost } from './support/tile-host.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const RED = [200, 30, 60] as const;
/** Milliseconds that drawing may take without a graphics card. */
const TIMEOUT_MS = 30_000;

describe('the map of another host', function () {
  this.timeout(240_000);
  let host: TileHost;
  let city: DispatchCity;
  let visitor: Visitor;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    host = await startTileHost(png(256, 256, RED), '<a href="https://tiles.example.qa/">© Somebody</a>');
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

  const canvas = (page = visitor.page) => page.locator('.maplibregl-canvas');

  it('is drawn from a PMTiles archive, with the zones above it', async () => {
    const { page } = visitor;
    await page.goto('/dispatch/zones');
    await canvas().waitFor();
    // Some of the zone's fill colour lies over the red.
    await until(async () => isNear(await colourAt(page, 0.5, 0.5), RED, 40), { limitMs: TIMEOUT_MS });
    expect(host.ranges.length, 'parts of the archive').to.be.at.least(2);
    // The map shows the attribution from the archive's metadata.
    await page.locator('.maplibregl-ctrl-attrib').getByRole('link', { name: '© Somebody' }).waitFor();
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
      { limitMs: TIMEOUT_MS },
    );
  });

  it('is drawn completely where a frame takes longer than a fade', async () => {
    const page = await visitor.newTab();
    await page.addInitScript(() => {
      const { clearRect } = CanvasRenderingContext2D.prototype;
      // The marks are painted in every frame of the map.
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        clearRect.apply(this, area);
        const end = performance.now() + 400;
        while (performance.now() < end);
      };
    });
    await page.goto('/dispatch/zones');
    await canvas(page).waitFor();
    await until(async () => isNear(await colourAt(page, 0.5, 0.5), RED, 40), { limitMs: TIMEOUT_MS });
    await page.close();
  });

  it('is edited with the mouse: corner by corner, and dragged', async () => {
    const { page } = visitor;
    await page.goto('/dispatch/zones?edit=new');
    await canvas().waitFor();
    await until(async () => isNear(await colourAt(page, 0.5, 0.5), RED, 40), { limitMs: TIMEOUT_MS });
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
    await until(async () => (await corners.inputValue()).split('\n').length === 4, { limitMs: TIMEOUT_MS });
    const drawn = await corners.inputValue();
    await drag(page, [0.6, 0.6], [0.65, 0.65]);
    await until(async () => (await corners.inputValue()) !== drawn, { limitMs: TIMEOUT_MS });
    await page.getByLabel('Name (English)').fill('By hand');
    await page.getByLabel('Name (Arabic)').fill('باليد');
    await page.getByRole('button', { name: 'Save the zone' }).click();
    await page.getByRole('button', { name: /^By hand/ }).waitFor();
    const { data } = await city.world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const zone = data.find(({ name }) => name.en === 'By hand');
    expect(zone?.geometry.coordinates[0]).to.have.length(5);
  });
});
