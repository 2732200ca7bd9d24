import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { projectRoot } from '../../db/root.ts';
import { DRAWING_FLAGS, ensureChromium } from '../../scripts/browser/chromium.ts';
import { demoInstallation } from '../../scripts/demo/installation.ts';
import type { SignIn } from '../../scripts/demo/stage.ts';
import { readDataDir } from '../../scripts/supervisor/data-dir.ts';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import { Camera } from './camera.ts';
import { DISPATCH_SCREENS } from './dispatch-screens.ts';
import { DRIVER_SCREENS } from './driver-screens.ts';
import { EveryLook, type Look } from './film.ts';
import { GuideFilm } from './guide-film.ts';
import type { Screen, ScreenList } from './screen.ts';
import { fillOrderBoard } from './seller-orders.ts';
import { SELLER_SCREENS } from './seller-screens.ts';
import { photographShop } from './shop-screens.ts';
import { DayStory, hasStoryFor } from './story.ts';

export interface PictureSettings {
  readonly dataDir: string | undefined;
  /** The guide's pictures, rather than every screen in every look. */
  readonly guide: boolean;
  /** Of these alone; of all, if there is none. */
  readonly names: readonly string[];
}

/** Takes the pictures of the installation whose data are in `dataDir`. Returns the exit code of the command. */
export async function takeAll(settings: PictureSettings): Promise<number> {
  const { dataDir, guide, names } = settings;
  const folder = path.join(projectRoot, '.data', 'screenshots');
  const film = guide ? new GuideFilm(folder, names) : new EveryLook(folder, names);
  const installation = demoInstallation(readDataDir(process.env, projectRoot, dataDir));
  const executablePath = await ensureChromium((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: DRAWING_FLAGS });
  const camera = new Camera(browser, installation.url, film);
  try {
    const driver = hasStoryFor(camera) ? await new DayStory(camera, installation).play() : DEMO_PEOPLE.driver;
    if (SELLER_SCREENS.screens.some(({ name }) => camera.wants('seller', name)))
      await fillOrderBoard(installation);
    await photographShop(camera, installation);
    await photograph(camera, DISPATCH_SCREENS, DEMO_PEOPLE.dispatcher);
    await photograph(camera, DRIVER_SCREENS, driver);
    await photograph(camera, SELLER_SCREENS, DEMO_PEOPLE.seller);
  } finally {
    await browser.close();
  }
  console.log(`\nThe pictures are in ${film.folder}`);
  return camera.failures > 0 ? 1 : 0;
}

/** The screens of a console that are wanted, look by look. */
async function photograph(camera: Camera, list: ScreenList, account: SignIn): Promise<void> {
  const { surface, widths, height } = list;
  const inLook = new Map<string, { look: Look; screens: Screen[] }>();
  for (const screen of list.screens.filter(({ name }) => camera.wants(surface, name))) {
    for (const look of camera.looks(surface, screen.widths ?? widths, height)) {
      const key = JSON.stringify(look);
      const entry = inLook.get(key) ?? { look, screens: [] };
      entry.screens.push(screen);
      inLook.set(key, entry);
    }
  }
  for (const { look, screens } of inLook.values())
    await photographIn(look, { camera, list, account, screens });
}

interface Session {
  camera: Camera;
  list: ScreenList;
  account: SignIn;
  screens: readonly Screen[];
}

/** All screens in one look: those of a session in one page, one after the other; the others each in a new one. */
async function photographIn(look: Look, { camera, list, account, screens }: Session): Promise<void> {
  const { surface } = list;
  let page: Page | null = null;
  for (const { name, path: address, signedIn, ready, prepare } of screens) {
    const first = page === null;
    const shown: Page = signedIn && page !== null ? page : await camera.open(look);
    await camera.take(shown, { surface, name, look }, async () => {
      // The previous screen may have taken the network away.
      await shown.context().setOffline(false);
      if (signedIn && first) await camera.signIn(shown, surface, account);
      await shown.goto(`/${surface}/${address}`);
      await shown.locator(ready).first().waitFor();
      await prepare?.(shown);
    });
    if (signedIn) page = shown;
    else await shown.context().close();
  }
  await page?.context().close();
}
