import path from 'node:path';
import { defineConfig } from 'vite';
import { darkByPreference } from '../shared/build/dark-by-preference.ts';

/** What pages of the storefront ask for: its script and its styles. The pages themselves: `vite.pages.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/shop/',
  plugins: [darkByPreference()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../../dist/web/shop'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // As data: they would need an exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        shop: path.join(import.meta.dirname, 'shop.ts'),
        worker: path.join(import.meta.dirname, 'enhance', 'worker.ts'),
      },
      // The server reads the worker by its name, and sends it from the root.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
