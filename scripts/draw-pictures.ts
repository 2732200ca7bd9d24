// `npm run draw-pictures`: draws the demo catalogue's pictures and the shop's social picture.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { projectRoot } from '../db/root.ts';
import { ensureChromium, PLAIN_FLAGS } from './browser/chromium.ts';
import { backdropDefs, type ProductDrawing, pictureOf, SIDE } from './pictures/canvas.ts';
import { coffee } from './pictures/coffee.ts';
import { dallah } from './pictures/dallah.ts';
import { dates } from './pictures/dates.ts';
import { finjan } from './pictures/finjan.ts';
import { honey } from './pictures/honey.ts';
import { karak } from './pictures/karak.ts';
import { maamoul } from './pictures/maamoul.ts';
import { mabkhara } from './pictures/mabkhara.ts';
import { oud } from './pictures/oud.ts';
import { SOCIAL, socialPicture } from './pictures/social.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const PRODUCTS: Readonly<Record<string, () => ProductDrawing>> = {
  'khalas-dates': dates,
  'date-maamoul': maamoul,
  'sidr-honey': honey,
  'arabic-coffee': coffee,
  'brass-dallah': dallah,
  'finjan-set': finjan,
  'oud-chips': oud,
  mabkhara,
  'karak-set': karak,
};
const FOLDER = path.join(projectRoot, 'db', 'seeds', 'pictures');
const SOCIAL_FILE = path.join(projectRoot, 'consoles', 'shop', 'pictures', 'social.png');
const FONTS = path.join(projectRoot, 'node_modules', '@fontsource', 'ibm-plex-sans-arabic', 'files');
/** Visually equal to the drawing. */
const QUALITY = 0.7;

const USAGE = `Usage: npm run draw-pictures [-- NAME …]

Draws the pictures of the demo catalogue's products into db/seeds/pictures, and the picture that links to the shop show
into consoles/shop/pictures. Run it after changing a drawing in scripts/pictures, and commit what it writes.
  NAME   this one alone: ${[...Object.keys(PRODUCTS), 'social'].join(', ')}`;

await runCommand(async () => {
  const { positionals } = readCommandLine({
    usage: USAGE,
    options: {},
    positionals: { min: 0, max: Number.POSITIVE_INFINITY },
  });
  const names = [...Object.keys(PRODUCTS), 'social'];
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new CommandError(`There is no picture ${unknown}. ${USAGE.split('\n', 1)[0]}`);
  await draw(positionals.length === 0 ? names : positionals);
  return 0;
});

async function draw(names: readonly string[]): Promise<void> {
  const executablePath = await ensureChromium((line) => console.log(line));
  const browser = await chromium.launch({ executablePath, args: PLAIN_FLAGS });
  try {
    const page = await browser.newPage({ viewport: SOCIAL });
    for (const name of names) {
      const drawing = PRODUCTS[name];
      const file = drawing === undefined ? SOCIAL_FILE : path.join(FOLDER, `${name}.webp`);
      const bytes = drawing === undefined ? await social(page) : await webp(page, pictureOf(drawing()));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      console.log(`${path.relative(projectRoot, file)}: ${(bytes.length / 1024).toFixed(1)} kB`);
    }
  } finally {
    await browser.close();
  }
}

async function webp(page: Page, svg: string): Promise<Buffer> {
  const drawn = await page.evaluate<string>(`(async () => {
    const image = new Image(${SIDE}, ${SIDE});
    image.src = 'data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: ${SIDE}, height: ${SIDE} });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  return Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
}

/** Contains text, and so needs the page's fonts. PNG, because every app that shows links can read it. */
async function social(page: Page): Promise<Buffer> {
  const faces = ['arabic', 'latin'].flatMap((script) =>
    [400, 600].map((weight) => {
      const file = path.join(FONTS, `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`);
      const range = script === 'arabic' ? 'U+0600-06FF' : 'U+0000-00FF';
      const source = `url(data:font/woff2;base64,${readFileSync(file, 'base64')}) format("woff2")`;
      return `@font-face{font-family:"IBM Plex Sans Arabic";font-weight:${weight};src:${source};unicode-range:${range}}`;
    }),
  );
  await page.setContent(
    `<style>${faces.join('')}body{margin:0}svg{display:block}</style>${socialPicture(backdropDefs())}`,
  );
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page.screenshot();
}
