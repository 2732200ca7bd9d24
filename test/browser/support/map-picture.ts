import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { spotOf } from '../../../consoles/shared/map/glide.ts';
import { PALETTES } from '../../../consoles/shared/map/map-palette.ts';
import { DOHA } from '../../../consoles/shared/map/views.ts';

/** Milliseconds that drawing may take without a graphics card. */
export const DRAWING_PATIENCE = 30_000;

/** Waits until the map is drawn completely. */
export async function mapDrawn(page: Page): Promise<void> {
  await page.locator('.live-map-canvas[aria-busy=false]').waitFor({ timeout: DRAWING_PATIENCE });
}

/** Pixels. */
const MIN_LAND_PIXELS = 5_000;

/** A drawn map whose files could not be read consists of sea alone. The page is in its light theme. */
export async function expectLand(page: Page): Promise<void> {
  await mapDrawn(page);
  expect(await countPixels(page, PALETTES.light.land), 'pixels of land').to.be.above(MIN_LAND_PIXELS);
}

/**
 * Where a place lies on the map, `nearer` zoom levels closer than the first view of the city: as fractions of its width
 * and height.
 */
export async function placeInCity(
  page: Page,
  [longitude, latitude]: readonly [number, number],
  nearer = 0,
): Promise<[x: number, y: number]> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('no map');
  const [southWest, northEast] = DOHA.map(([x, y]) => spotOf(x, y)) as [Spot, Spot];
  const wholeCity = Math.min(
    box.width / (northEast.x - southWest.x),
    box.height / (southWest.y - northEast.y),
  );
  const scale = wholeCity * 2 ** nearer;
  const middle = { x: (southWest.x + northEast.x) / 2, y: (southWest.y + northEast.y) / 2 };
  const { x, y } = spotOf(longitude, latitude);
  return [0.5 + ((x - middle.x) * scale) / box.width, 0.5 + ((y - middle.y) * scale) / box.height];
}

type Spot = ReturnType<typeof spotOf>;

/** How many pixels of the map have a colour; in the whole map, or within this distance of a place on it. */
export async function countPixels(
  page: Page,
  colour: string,
  around?: { at: readonly [x: number, y: number]; within: number },
): Promise<number> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('no map');
  const near = async ({ at: [x, y], within }: NonNullable<typeof around>) => {
    const middle = await placeOn(page, x, y);
    return { x: middle.x - within, y: middle.y - within, width: 2 * within, height: 2 * within };
  };
  const picture = await page.screenshot({ clip: around === undefined ? box : await near(around) });
  return page.evaluate(
    async ({ bytes, wanted }) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 14)) count += 1;
      }
      return count;
    },
    { bytes: [...picture], wanted: rgbOf(colour) },
  );
}

function rgbOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Makes pages of this browser record the words that they write on canvases; `writtenOn` reads them. */
export async function noteWriting(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const write = prototype.fillText;
      prototype.fillText = function (this: never, words: string, ...rest: never[]) {
        written.push(words);
        return (write as (...all: unknown[]) => void).call(this, words, ...rest);
      } as never;
    }
  });
}

/** What was written since the last call. */
export function writtenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { written: string[] }).written.splice(0));
}

async function placeOn(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('no map');
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

export async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const place = await placeOn(page, x, y);
  await page.mouse.move(place.x, place.y);
  await page.mouse.click(place.x, place.y);
}

export async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await placeOn(page, ...from), await placeOn(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

/** Red, green and blue of the pixel at this place. */
export async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
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

export function isNear(seen: readonly number[], wanted: readonly number[], by: number): boolean {
  return wanted.every((value, index) => Math.abs(value - (seen[index] ?? 0)) <= by);
}
