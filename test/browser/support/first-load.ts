import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../../../db/root.ts';

export interface FirstLoad {
  /** Gzipped kilobytes of the scripts that a console's page names, and of their static imports. */
  script: number;
  style: number;
}

const REFERENCE = /(?:src|href)="\/[a-z]+\/(assets\/[^"]+\.(js|css))"/g;
/** `import … from "./x.js"` and `import "./x.js"`, as the bundler writes them; not `import(…)`. */
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*["']\.\/([\w.-]+\.js)["']/g;

/**
 * What a browser has to load before a console's page can be drawn. `parts`: names of chunks that the page requests
 * immediately, e.g. what only signed-in people see. The console has to be built.
 */
export function firstLoad(name: string, parts: readonly string[] = []): FirstLoad {
  const folder = path.join(projectRoot, 'dist', 'web', name);
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const wanted = new Set([...page.matchAll(REFERENCE)].map(([, file]) => file ?? ''));
  for (const part of parts) {
    const file = readdirSync(path.join(folder, 'assets')).find(
      (each) => each.startsWith(`${part}-`) && each.endsWith('.js'),
    );
    if (file === undefined) throw new Error(`${name} has no part called ${part}`);
    wanted.add(`assets/${file}`);
  }
  let script = 0;
  let style = 0;
  // The set grows during the iteration.
  for (const file of wanted) {
    const content = readFileSync(path.join(folder, file));
    const size = gzipSync(content, { level: 9 }).length / 1_000;
    if (file.endsWith('.css')) style += size;
    else {
      script += size;
      for (const [, next] of content.toString().matchAll(STATIC_IMPORT)) wanted.add(`assets/${next}`);
    }
  }
  return { script: Math.round(script), style: Math.round(style) };
}
