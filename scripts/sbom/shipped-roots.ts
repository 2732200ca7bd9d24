import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The packages that are shipped for themselves; what they need follows from the graph of packages. */
export interface ShippedRoots {
  /** Installed beside the server. */
  server: string[];
  /** Bundled into the consoles and the shop's pages: they are for development as far as npm knows. */
  browser: string[];
}

/** How the consoles are built is not part of them. */
const BUILDING = /(^|\/)(build\/|[\w.-]+\.config\.ts$)/;

export function shippedRoots(projectRoot: string): ShippedRoots {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  const imported = new Set(packagesImported(join(projectRoot, 'consoles')));
  return {
    server: Object.keys(manifest.dependencies),
    browser: Object.keys(installed).filter((name) => imported.has(name)),
  };
}

function packagesImported(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !BUILDING.test(file))
    .flatMap((file) => ts.preProcessFile(readFileSync(join(folder, file), 'utf8')).importedFiles)
    .map(({ fileName }) =>
      fileName
        .split('/')
        .slice(0, fileName.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}
