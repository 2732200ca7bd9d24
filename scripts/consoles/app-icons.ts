// Draws the icons of the apps of drivers and sellers and of the shop from the brand mark: `tsx
// scripts/consoles/app-icons.ts`. Needs Chromium; run it when the mark changes, and commit the files that it writes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { projectRoot } from '../../db/root.ts';

const MARK = join(projectRoot, 'consoles', 'shared', 'ui', 'brand-mark.svg');
const FOLDERS = [
  join(projectRoot, 'consoles', 'driver', 'public', 'icons'),
  join(projectRoot, 'consoles', 'seller', 'public', 'icons'),
  join(projectRoot, 'consoles', 'shop', 'icons'),
];

/**
 * `mark`: the mark's fraction of the icon. A launcher may crop a maskable icon to a circle of four fifths of its size.
 */
const ICONS = [
  { name: 'icon-180', size: 180, mark: 1, background: '#7d1538' },
  { name: 'icon-192', size: 192, mark: 1, background: 'transparent' },
  { name: 'icon-512', size: 512, mark: 1, background: 'transparent' },
  { name: 'maskable-192', size: 192, mark: 0.78, background: '#7d1538' },
  { name: 'maskable-512', size: 512, mark: 0.78, background: '#7d1538' },
] as const;

for (const folder of FOLDERS) mkdirSync(folder, { recursive: true });
const mark = readFileSync(MARK, 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (const { name, size, mark: share, background } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = Math.round(size * share);
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${side}px;height:${side}px}</style>${mark}`,
    );
    const icon = await page.screenshot({ omitBackground: true });
    for (const folder of FOLDERS) writeFileSync(join(folder, `${name}.png`), icon);
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(`Drawn: ${ICONS.map(({ name }) => name).join(', ')}`);
