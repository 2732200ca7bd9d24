import { DispatchCity } from './dispatch-city.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor } from './support/visitor.ts';

/** Each address, with an element that is present once it is shown. Dialogs and rarer states: test/screens. */
const SCREENS: readonly (readonly [path: string, ready: string])[] = [
  ['?tab=tasks', '[data-task]'],
  ['?view=map', '.live-map'],
  ['?tab=drivers', '[data-testid=driver-list]'],
  ['?tab=stores', '[data-testid=upstream]'],
  ['alerts', '[data-alert]'],
  ['shifts', '[data-testid=timeline]'],
  ['cash', 'table'],
  ['drivers', 'table'],
  ['zones', '[data-zone]'],
  ['day', '#content h1'],
];

describe('the screens of the dispatch console', function () {
  this.timeout(120_000);
  let city: DispatchCity;
  let looks: TwoLooks;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    city = await DispatchCity.open();
    await city.busy();
    // An order that its seller still prepares.
    await city.world.order();
    const { service } = city.world;
    const arabic = await newVisitor(service, { locale: 'ar', theme: 'dark', width: 360 });
    looks = [
      { name: 'English, light, wide', visitor: await newVisitor(service, { width: 1440 }) },
      { name: 'Arabic, dark, narrow', visitor: arabic },
    ];
    for (const { visitor } of looks) await visitor.signIn('dispatch', city.dispatcher);
    await arabic.page.locator('html[dir=rtl][data-theme=dark]').waitFor({ state: 'attached' });
  });
  after(async () => {
    for (const { visitor } of looks ?? []) await visitor.close();
    await city?.close();
  });

  it('are accessible and fit, in both languages', async () => {
    for (const [path, ready] of SCREENS) {
      for (const { visitor } of looks) await follow(visitor.page, `/dispatch/${path}`);
      await expectSound(looks, path, ready);
    }
  });
});
