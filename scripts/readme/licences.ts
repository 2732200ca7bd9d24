import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { statedLicence } from '../sbom/licences.ts';
import { shippedRoots } from '../sbom/shipped-roots.ts';

interface Locked {
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const HEADS = {
  en: '| licence | packages | which |',
  ar: '| الرخصة | العدد | الحزم |',
};

/** The packages that are shipped, by licence, as the lock file has them: those of every platform. */
export function licenceTable(locale: keyof typeof HEADS): string {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const byLicence = new Map<string, Set<string>>();
  for (const path of shipped(packages)) {
    const { version, license } = packages[path] as Locked;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = statedLicence(name) ?? license ?? '?';
    byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`));
  }
  const rows = [...byLicence]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(', ')} |`);
  return [HEADS[locale], '|---|---|---|', ...rows].join('\n');
}

function shipped(packages: Readonly<Record<string, Locked>>): Set<string> {
  const { server, browser } = shippedRoots(projectRoot);
  const found = new Set<string>();
  const waiting = [...server, ...browser].map((name) => ({ from: '', name }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = installedAt(next.name, next.from, packages);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] as Locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      waiting.push({ from: path, name });
  }
  return found;
}

/** Where Node finds a package that is imported from another one. */
function installedAt(
  name: string,
  from: string,
  packages: Readonly<Record<string, Locked>>,
): string | undefined {
  const nested = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[nested] !== undefined) return nested;
  if (from === '') return undefined;
  const above = from.lastIndexOf('/node_modules/');
  return installedAt(name, above < 0 ? '' : from.slice(0, above), packages);
}
