import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig } from 'vite';
import { consoleLanguages } from './console-languages.ts';

const consoles = path.resolve(import.meta.dirname, '../..');

/** The real service that `vite dev` proxies to, started beside it. */
const SERVICE = 'http://127.0.0.1:3000';

/**
 * The build of every console: below its path, with file names that contain a hash, and nothing inline, since the pages'
 * content security policy allows none.
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
      // Inlined assets would be data: URLs, which need an exception in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
    // Keeps the page's own Host header; otherwise sign-in would refuse the page's origin.
    server: { proxy: { '/api': { target: SERVICE }, '/socket.io': { target: SERVICE, ws: true } } },
  };
}
