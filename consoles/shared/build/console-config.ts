import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig } from 'vite';
import { consoleLanguages } from './console-languages.ts';

const consoles = path.resolve(import.meta.dirname, '../..');

/** Where `vite dev` finds the service; a real one, started beside it. */
const SERVICE = 'http://127.0.0.1:3000';

/**
 * How every console is built: below its path, with names that change with their content, and nothing inline, since
 * the policy its pages come with allows none.
 */
export function consoleConfig(name: string, plugins: readonly PluginOption[] = []): UserConfig {
  return {
    root: path.join(consoles, name),
    base: `/${name}/`,
    plugins: [react(), consoleLanguages(), ...plugins],
    build: {
      outDir: path.join(consoles, '..', 'dist', 'web', name),
      emptyOutDir: true,
      target: 'es2023',
      // As data: they would need an exception in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
    // With the page's own Host passed on, else sign-in would take the page for a foreign one.
    server: { proxy: { '/api': { target: SERVICE }, '/socket.io': { target: SERVICE, ws: true } } },
  };
}
