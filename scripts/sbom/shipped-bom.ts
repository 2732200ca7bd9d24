import { createHash } from 'node:crypto';
import type { Bom, Component } from './installed-packages.ts';
import { licencesOf } from './licences.ts';
import type { ShippedRoots } from './shipped-roots.ts';

/** Property that says which part ships a package: "server", "browser" or both. */
const SHIPPED_IN = 'wasl:shipped-in';

/**
 * The part of npm's list that is shipped, with how its packages need each other. The same packages give the same text:
 * without a time, and with a serial number made from the content.
 */
export function shippedBom(all: Bom, roots: ShippedRoots): Bom {
  const root = all.metadata.component['bom-ref'];
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const direct = new Map((needs.get(root) ?? []).map((ref) => [ref.slice(0, ref.lastIndexOf('@')), ref]));
  const refsOf = (names: readonly string[]) =>
    names.map((name) => {
      const ref = direct.get(name);
      if (ref === undefined) throw new Error(`${name} is needed and not installed`);
      return ref;
    });
  const parts = { server: below(refsOf(roots.server), needs), browser: below(refsOf(roots.browser), needs) };
  const shipped = new Set([...parts.server, ...parts.browser]);
  const components = all.components
    .filter((component) => shipped.has(component['bom-ref']))
    .map((component) => described(component, parts))
    .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const dependencies = all.dependencies
    .filter(({ ref }) => ref === root || shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)).sort() }));
  const { timestamp: _, ...metadata } = all.metadata;
  const content = { metadata, components, dependencies };
  return { ...all, ...content, serialNumber: serialNumber(JSON.stringify(content)) };
}

function below(refs: readonly string[], needs: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [...refs];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    waiting.push(...(needs.get(ref) ?? []));
  }
  return found;
}

/** Required, and where: to npm, what the consoles bundle is optional. */
function described(
  component: Component,
  parts: Readonly<Record<'server' | 'browser', ReadonlySet<string>>>,
): Component {
  const where = (['server', 'browser'] as const).filter((part) => parts[part].has(component['bom-ref']));
  const properties = where.map((value) => ({ name: SHIPPED_IN, value }));
  return { ...component, scope: 'required', properties, licenses: licencesOf(component) };
}

/** A UUID of version 8, whose bits are free. */
function serialNumber(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}
