import path from 'node:path';
import { defineConfig } from 'vite';
import { darkByPreference } from '../shared/build/dark-by-preference.ts';

/** The storefront's script and styles. The pages themselves: `vite.pages.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/shop/',
  plugins: [darkByPreference()],
  build: {
    outDir: path.resolve(import.meta.dirname, '../../dist/web/shop'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Inlined assets would be data: URLs, which need an exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        shop: path.join(import.meta.dirname, 'shop.ts'),
        worker: path.join(import.meta.dirname, 'enhance', 'worker.ts'),
      },
      // The server finds the worker by its name, and serves it from the root.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
