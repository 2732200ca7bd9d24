import { expect } from 'chai';
import { PALETTES } from '../../consoles/shared/map/map-palette.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { DispatchCity, PLACES } from '../browser/dispatch-city.ts';
import { START_TIMEOUT_MS } from '../browser/support/console-service.ts';
import { openPhone } from '../browser/support/driver-phone.ts';
import {
  countPixels,
  DRAWING_PATIENCE,
  mapDrawn,
  noteWriting,
  placeInCity,
  writtenOn,
} from '../browser/support/map-picture.ts';
import { newVisitor, type Visitor } from '../browser/support/visitor.ts';
import { answerJson, cornerBetween, type OsrmServer, startOsrm } from '../support/osrm-server.ts';
import { type OnDuty, STORE } from '../worlds/delivery-world.ts';

const ARABIC = /[\u0600-\u06ff\ufb50-\ufefc]/;
const LATIN = /[A-Za-z]/;

/** On the outline of a district, in the sea, where nothing else is drawn. */
const DISTRICT_OUTLINE = [51.55424, 25.30677] as const;

type Place = [longitude: number, latitude: number];
const pairOf = ({ longitude, latitude }: { longitude: number; latitude: number }): Place => [
  longitude,
  latitude,
];
const between = (from: Place, to: Place): Place => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];

describe('the embedded map', function () {
  this.timeout(240_000);
  let osrm: OsrmServer;
  let city: DispatchCity;
  let visitor: Visitor;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    osrm = await startOsrm();
    city = await DispatchCity.open({ TRAVEL_TIMES_URL: osrm.url });
    await city.driver('Yousef Rahman', PLACES.rayyan);
    await city.waiting(9);
    visitor = await newVisitor(city.world.service, { width: 1200, height: 900, map: true });
    await noteWriting(visitor.context);
    await visitor.signIn('dispatch', city.dispatcher);
  });
  after(async () => {
    await visitor?.close();
    await city?.close();
    await osrm?.close();
  });

  const open = async (path: string, { page } = visitor) => {
    await page.goto(path);
    await mapDrawn(page);
  };
  /** Words on the map, once the expected ones are there. */
  const writes = async (wanted: (words: readonly string[]) => boolean, { page } = visitor) => {
    const words: string[] = [];
    await until(
      async () => {
        words.push(...(await writtenOn(page)));
        return wanted(words);
      },
      { limitMs: DRAWING_PATIENCE },
    );
    return words;
  };
  const zoomIn = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await visitor.page.getByRole('button', { name: 'Zoom in' }).click();
      await mapDrawn(visitor.page);
    }
  };
  const shows = async (colour: string, least: number, around?: Parameters<typeof countPixels>[2]) =>
    until(async () => (await countPixels(visitor.page, colour, around)) >= least, {
      limitMs: DRAWING_PATIENCE,
    });

  it('has streets, names in Latin letters, drivers by their initials, and the attribution', async () => {
    const { page } = visitor;
    await open('/dispatch/?zones=off');
    await shows(PALETTES.light.motorway, 300);
    const words = await writes((written) => written.includes('YR') && written.some((one) => LATIN.test(one)));
    expect(words.filter((one) => ARABIC.test(one))).to.deep.equal([]);
    const attribution = page.locator('.maplibregl-ctrl-attrib');
    expect(await attribution.innerText()).to.match(/© OpenStreetMap contributors.*Who’s On First.*GSHHG/);
    const [first, notice] = await attribution.getByRole('link').all();
    expect(await first?.getAttribute('href')).to.equal('https://www.openstreetmap.org/copyright');
    const text = await page.request.get((await notice?.getAttribute('href')) ?? '');
    expect(await text.text()).to.include('ODbL');
  });

  it('has districts and full names when zoomed in, and one ring for many tasks when zoomed out', async () => {
    const { page } = visitor;
    await open('/dispatch/?zones=off');
    const outline = async (nearer: number) => ({
      at: await placeInCity(page, DISTRICT_OUTLINE, nearer),
      within: 14,
    });
    expect(await countPixels(page, PALETTES.light.border, await outline(0))).to.equal(0);
    await zoomIn(2);
    await shows(PALETTES.light.border, 6, await outline(2));
    await open('/dispatch/?zones=off');
    await writtenOn(page);
    await page.getByRole('button', { name: 'Show all of Qatar' }).click();
    await writes((written) => written.some((one) => /^\d+$/.test(one) && Number(one) >= 4));
  });

  it('has Arabic names for those who read Arabic', async () => {
    const arabic = await newVisitor(city.world.service, {
      width: 1200,
      height: 900,
      map: true,
      locale: 'ar',
    });
    try {
      await noteWriting(arabic.context);
      await arabic.signIn('dispatch', city.dispatcher);
      await open('/dispatch/?zones=off', arabic);
      const words = await writes((written) => written.filter((one) => ARABIC.test(one)).length >= 10, arabic);
      // Single letters only: longer texts are names, and a driver keeps the name that was registered.
      expect(words.filter((one) => [...one].length === 1 && LATIN.test(one))).to.deep.equal([]);
    } finally {
      await arabic.close();
    }
  });

  describe('with a routing service', () => {
    /** A driver with one task, at a place, and where the line to the store would turn and would be straight. */
    const underWay = async (name: string, at: keyof typeof PLACES) => {
      const driver = await city.driver(name, PLACES[at]);
      const [task] = await city.waiting(1);
      await city.assign(task.taskId, driver);
      await driver.client.post(`/driver/tasks/${task.taskId}/accept`);
      await city.world.settle();
      const [here, store] = [pairOf(PLACES[at]), pairOf(STORE)];
      return { driver, at, corner: cornerBetween(here, store), middle: between(here, store) };
    };
    const looksAt = async ({ driver }: { driver: OnDuty }) =>
      open(`/dispatch/?zones=off&driver=${driver.driverId}`);
    const around = async (place: Place) => ({ at: await placeInCity(visitor.page, place), within: 10 });

    it('shows the selected driver’s route along the streets', async () => {
      const one = await underWay('Layla Haddad', 'rayyan');
      await looksAt(one);
      await shows(PALETTES.light.route, 30, await around(one.corner));
      expect(await countPixels(visitor.page, PALETTES.light.route, await around(one.middle))).to.equal(0);
      await onPhone(one, async ({ page }) => {
        await page.waitForResponse((answer) => answer.url().endsWith('/driver/route/path') && answer.ok());
        await page.getByText('Dashed lines').waitFor({ state: 'detached' });
      });
    });

    it('shows dashes from stop to stop while the service does not respond', async () => {
      osrm.instead = (service, response) =>
        service === 'route' ? answerJson(response, {}, 500) : answerJson(response, { code: 'NoTable' }, 400);
      const one = await underWay('Hamad Al-Marri', 'sadd');
      await looksAt(one);
      await shows(PALETTES.light.route, 10, await around(one.middle));
      expect(await countPixels(visitor.page, PALETTES.light.route, await around(one.corner))).to.equal(0);
      await onPhone(one, ({ page }) => page.getByText('Dashed lines').waitFor());
    });

    const onPhone = async (
      { driver, at }: { driver: OnDuty; at: keyof typeof PLACES },
      look: (phone: Visitor) => Promise<void>,
    ) => {
      const phone = await openPhone(city.world, driver, { map: true, at: PLACES[at] });
      try {
        await phone.page.goto('/driver/route');
        await phone.page.getByRole('button', { name: 'Map', exact: true }).click();
        await look(phone);
      } finally {
        await phone.close();
      }
    };
  });
});
