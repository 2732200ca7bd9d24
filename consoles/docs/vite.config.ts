import path from 'node:path';
import { defineConfig } from 'vite';
import { darkByPreference } from '../shared/build/dark-by-preference.ts';

/** The guide's script and styles. Its pages are written by `scripts/guide`. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative, because the same files are served below /guide and at the root of a host of their own.
  base: './',
  plugins: [darkByPreference()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../../dist/web/docs'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        early: path.join(import.meta.dirname, 'early.ts'),
        guide: path.join(import.meta.dirname, 'guide.ts'),
        sw: path.join(import.meta.dirname, 'sw.ts'),
      },
      output: {
        // At the root of what the service worker answers for, under a name that stays.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
