import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { consoleConfig } from '../shared/build/console-config.ts';

const packageFile = path.resolve(import.meta.dirname, '../../package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Registered by device/updates.ts; the manifests, one in each language, are files of their own in public/. */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: '.',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  includeManifestIcons: false,
  injectManifest: {
    // geojson: the map of the route, with its coast and streets, has to work without a network.
    globPatterns: ['**/*.{html,js,mjs,css,woff2,svg,webmanifest,geojson}', 'icons/*.png'],
    // The smallest streets are the largest file.
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    sourcemap: false,
  },
});

export default defineConfig({
  ...consoleConfig('driver', [offline]),
  define: { __APP_VERSION__: JSON.stringify(version) },
});
