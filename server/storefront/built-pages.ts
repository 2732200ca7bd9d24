import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ConsoleFiles } from '../consoles/consoles.ts';
import type { PageAssets, PageBundle } from './page-models.ts';

/** Vite's manifest. */
const manifestSchema = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    css: z.array(z.string()).optional(),
  }),
);

/** Path under which the pages' files are served. */
export const ASSETS_PATH = '/shop';

const MANIFEST = '.vite/manifest.json';
/** The script that every page loads. */
const ENTRY = 'shop.ts';
const ICONS = ['icon-180', 'icon-192', 'icon-512', 'maskable-192', 'maskable-512'] as const;

export interface BuiltPages extends PageBundle {
  assets: PageAssets;
  files: ConsoleFiles;
  /** Icons of the installed web app, by name. */
  icons: { name: (typeof ICONS)[number]; address: string }[];
  /** Changes whenever any part of the pages changes. */
  version: string;
}

/**
 * The pages as built by `npm run build`: a bundle that renders them, and the files they load. The server knows only
 * their interface. Null if they have not been built.
 */
export async function openPages(consolesDir: string): Promise<BuiltPages | null> {
  const files = ConsoleFiles.open(consolesDir, 'shop');
  const bundle = path.join(consolesDir, 'shop-pages', 'pages.js');
  if (files === null || !existsSync(bundle)) return null;
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(path.join(consolesDir, 'shop', MANIFEST), 'utf8')),
  );
  const entry = manifest[ENTRY];
  if (entry === undefined) throw new Error('the built storefront has no script: run npm run build');
  // In the URL, so that a rebuilt bundle is loaded as a new module.
  const built = String(Math.round(statSync(bundle).mtimeMs));
  const { renderPage } = (await import(`${pathToFileURL(bundle).href}?${built}`)) as PageBundle;
  const address = (file: string) => `${ASSETS_PATH}/${file}`;
  return {
    renderPage,
    assets: {
      styles: (entry.css ?? []).map(address),
      script: address(entry.file),
      icon: pictureIn(manifest, 'brand-mark.svg'),
      social: pictureIn(manifest, 'social.png'),
      touchIcon: pictureIn(manifest, 'icon-180.png'),
    },
    files,
    icons: ICONS.flatMap((name) => {
      const icon = pictureIn(manifest, `${name}.png`);
      return icon === null ? [] : [{ name, address: icon }];
    }),
    version: `${files.version}-${built}`,
  };
}

/** @param name Name of its source, without the folder. */
function pictureIn(manifest: z.infer<typeof manifestSchema>, name: string): string | null {
  const [, picture] = Object.entries(manifest).find(([source]) => source.endsWith(`/${name}`)) ?? [];
  return picture === undefined ? null : `${ASSETS_PATH}/${picture.file}`;
}
