import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages as one bundle for the server, with all dependencies: an installation has no React of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: path.join(import.meta.dirname, 'pages.tsx'),
    outDir: path.resolve(import.meta.dirname, '../../dist/web/shop-pages'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: 'pages.js' } },
  },
});
